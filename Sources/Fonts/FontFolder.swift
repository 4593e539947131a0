import GalleyHandles
import Glibc

/// The font files of a folder and the folders in it, which are checked before fontconfig or FreeType opens them.
struct FontFolder {
  /// The path of a folder and of each folder in it, in the order of fontconfig.
  private(set) var folders: [String] = []
  /// The files with fonts that can be used, folder by folder.
  private(set) var usable: [String] = []
  /// The files with a font's name or content that cannot be used.
  private(set) var skipped: [SkippedFont] = []

  private var scan = FontScan()
  private var seen: Set<Identity> = []

  private struct Identity: Hashable {
    var device: dev_t
    var number: ino_t

    init(_ status: stat) {
      device = status.st_dev
      number = status.st_ino
    }
  }

  /// Reads the files of a folder at an absolute path, except those that `isOther` names by path.
  ///
  /// As in fontconfig, links are followed, and hidden files and folders are left out. A folder that cannot be read is
  /// empty.
  ///
  /// - Complexity: That of the check of each file.
  init(_ path: String, besides isOther: (String) -> Bool) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    folders = [path]
    seen = [Identity(status)]
    var index = 0
    while index < folders.count {
      read(folders[index], isOther)
      index += 1
    }
  }

  private mutating func read(_ folder: String, _ isOther: (String) -> Bool) {
    for name in Self.names(in: folder) {
      let path = folder == "/" ? "/" + name : folder + "/" + name
      var status = stat()
      guard stat(path, &status) == 0 else {
        // The name is no UTF-8; or the file is a link to nothing, as fontconfig leaves it alone.
        if lstat(path, &status) != 0, Self.hasFontName(name) {
          skipped.append(SkippedFont(path: path, reason: .unreadable))
        }
        continue
      }
      guard status.st_mode & S_IFMT == S_IFDIR else {
        if !isOther(path) { check(path, name: name) }
        continue
      }
      // A link may lead to a folder around it.
      if seen.insert(Identity(status)).inserted { folders.append(path) }
    }
  }

  private mutating func check(_ path: String, name: String) {
    guard let reason = fontFault(at: path, scan: &scan) else {
      usable.append(path)
      return
    }
    let isFont = Self.hasFontName(name)
    switch reason {
    case .unreadable, .notAFont, .unsupportedFormat:
      // A folder of fonts has other files too.
      guard isFont else { return }
    default: break
    }
    skipped.append(SkippedFont(path: path, reason: reason))
  }

  private static func hasFontName(_ name: String) -> Bool {
    let name = name.lowercased()
    let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    return extensions.contains { plain.hasSuffix("." + $0) }
  }

  private static let extensions = [
    "ttf", "otf", "ttc", "otc", "woff", "woff2", "pfa", "pfb", "pcf", "bdf",
  ]

  /// The names in a folder that do not begin with a dot, by their bytes.
  private static func names(in folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.utf8.first != UInt8(ascii: ".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
