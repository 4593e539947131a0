import Foundation
public import GalleyHandles

/// The fonts of a source, read once and shared by all workers.
public final class FontLibrary: Sendable {
  /// The origin of the fonts.
  public let source: FontSource
  /// The unusable font files of the source, in the order of their paths.
  ///
  /// In a folder of the client's, each file is checked: an incomplete file is skipped, one in a format that only one of
  /// FreeType and HarfBuzz reads, and one with a font's name that neither opens. Of the other sources,
  /// files in unusual formats are skipped.
  public let skippedFonts: [SkippedFont]
  /// The rules of text in these fonts.
  public let rules: TextRules
  package let configuration: FontConfiguration

  /// A warning for each skipped file of a folder.
  ///
  /// The host's fonts and Debian's give none: the client does not choose them by file.
  public var warnings: [FontWarning] {
    guard let folder = source.ownFolder else { return [] }
    return skippedFonts.filter { Self.isFile($0.path, ofFontsIn: folder) }.map { .skipped($0) }
  }

  /// Reads the fonts of `source`, for text by `rules`.
  ///
  /// - Throws: ``FontError``, if there are none.
  /// - Complexity: Milliseconds with a font cache on disk, some 60 ms without.
  public init(_ source: FontSource = .noto, rules: TextRules = .reader) throws(FontError) {
    let configuration: FontConfiguration?
    switch source {
    case .system:
      configuration = FontConfiguration(hostWithCache: FontCache.folder)
    case .noto:
      configuration = FontConfiguration(
        xml: fontConfigurationXML(
          folders: FontLibrary.notoFolders, cache: FontCache.folder, rules: rules))
    case .notoAnd(let path):
      configuration = FontConfiguration(
        xml: fontConfigurationXML(
          folders: FontLibrary.notoFolders + [Self.absolutePath(path)], cache: FontCache.folder,
          rules: rules, isNotoPreferred: true),
        checking: { Self.isFile($0, ofFontsIn: path) }, preferring: Self.isNoto)
    case .folder(let path):
      configuration = FontConfiguration(
        xml: fontConfigurationXML(
          folders: [Self.absolutePath(path)], cache: FontCache.folder, rules: rules),
        checking: { _ in true })
    }
    guard let configuration else { throw .configurationUnreadable(source) }
    var skipped = configuration.skippedFonts
    if let path = source.ownFolder {
      let paths = configuration.paths
      skipped += Self.unopenedFonts(in: path, besides: paths + skipped.map(\.path))
      skipped.sort { $0.path < $1.path }
      if case .notoAnd = source {
        guard paths.contains(where: Self.isNoto) else { throw .noFonts(.noto, skipped: []) }
        guard paths.contains(where: { Self.isFile($0, ofFontsIn: path) }) else {
          throw .noFonts(source, skipped: skipped)
        }
      }
    }
    guard configuration.fontCount > 0 else { throw .noFonts(source, skipped: skipped) }
    self.source = source
    self.rules = rules
    skippedFonts = skipped
    self.configuration = configuration
  }

  /// The absolute path of a folder without `.` and `..`, as fontconfig names files; it warns of a folder
  /// with a relative path.
  private static func absolutePath(_ folder: String) -> String {
    URL(fileURLWithPath: folder).standardizedFileURL.path
  }

  /// Whether a path, as fontconfig names files, is in a folder of the client's and not one of Debian's.
  private static func isFile(_ path: String, ofFontsIn folder: String) -> Bool {
    let folder = absolutePath(folder)
    return path.hasPrefix(folder == "/" ? folder : folder + "/") && !isNoto(path)
  }

  private static func isNoto(_ path: String) -> Bool {
    notoFolders.contains { path.hasPrefix($0 + "/") }
  }

  /// The files of a folder that have a font's name and that fontconfig does not list.
  ///
  /// - Complexity: O(files).
  private static func unopenedFonts(in folder: String, besides known: [String]) -> [SkippedFont] {
    let extensions: Set = [
      "ttf", "otf", "ttc", "otc", "woff", "woff2", "pfa", "pfb", "pcf", "bdf",
    ]
    let known = Set(known)
    var skipped: [SkippedFont] = []
    // fontconfig skips hidden files too.
    let files = FileManager.default.enumerator(
      at: URL(fileURLWithPath: absolutePath(folder)), includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles)
    while let url = files?.nextObject() as? URL {
      guard extensions.contains(url.pathExtension.lowercased()) else { continue }
      let path = url.path
      var isFolder: ObjCBool = false
      guard !known.contains(path),
        FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue
      else { continue }
      skipped.append(
        SkippedFont(
          path: path, reason: FontConfiguration.fault(ofFontAt: path) ?? .refusedByFreeType))
    }
    return skipped
  }

  /// The folders of the Noto fonts of Debian's packages.
  private static let notoFolders = [
    "/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto",
  ]
}
