import Foundation
package import GalleyCellRendering
import GalleyFiles
package import GalleyFonts
import GalleyHandles
package import GalleyLayout
import GalleyLibraryVersions
import GalleyPrimitives

/// The files of a run with their hashes, and the versions, fonts and settings on which their bytes depend.
///
/// It has no times and no names of machines: equal runs have equal records.
package struct RenderRecord: Codable, Hashable, Sendable {
  /// A file, and its bytes when it was recorded.
  package struct File: Codable, Hashable, Sendable {
    package var path: String
    package var bytes: Int
    /// The XXH3 hash of the bytes with 128 bits, as `xxh128sum` prints it.
    package var hash: String
  }

  /// A font of the run; its path has no folder, because folders differ from machine to machine.
  package struct Font: Codable, Hashable, Sendable {
    package var name: String
    package var file: File
  }

  package var schemaVersion = RecordSchema.version
  package var galley = ProgramVersion.text
  package var libraries: [String: String]
  /// The settings by name, in words or as hashes.
  package var options: [String: String]
  package var fontSet: ManifestHead.Fonts
  /// The fonts of the texts, by name.
  package var fonts: [Font] = []
  /// The written files, in the order of the feed.
  package var files: [File] = []

  private enum CodingKeys: String, CodingKey {
    case schemaVersion, galley, libraries, options, fontSet, fonts, files
  }

  private var paths: Set<String> = []
  private var fontPaths: [String: String] = [:]

  /// Makes the record of a run of `shop`, without rows.
  package init(of shop: CellShop) {
    let keys = PictureKeys(shop)
    libraries = LibraryVersion.byName
    options = keys.options
    fontSet = keys.fonts
  }

  /// Makes the record of a text in fonts of `library`, without files.
  package init(of library: FontLibrary, options: [String: String]) {
    libraries = LibraryVersion.byName
    self.options = options
    fontSet = ManifestHead.Fonts(library)
  }

  /// Adds a file with layouts, which ``finish()`` reads; without them, its fonts are those of the set.
  package mutating func add(_ file: String, with layouts: [TextLayout] = []) {
    if paths.insert(file).inserted { files.append(File(path: file, bytes: 0, hash: "")) }
    for font in layouts.flatMap(\.fonts) { fontPaths[font.name] = font.path }
  }

  /// Adds the files and the fonts of a row; files are read by ``finish()``.
  package mutating func add(_ row: RenderedRow) {
    for path in row.files where paths.insert(path).inserted {
      files.append(File(path: path, bytes: 0, hash: ""))
    }
    for (name, path) in zip(row.fonts, row.fontPaths) where fontPaths[name] == nil {
      fontPaths[name] = path
    }
  }

  /// Reads all files and fonts that were added, once the run has written them.
  ///
  /// - Throws: ``UnreadableRecordedFile``.
  /// - Complexity: O(bytes) of files and fonts.
  package mutating func finish() throws(UnreadableRecordedFile) {
    for index in files.indices { files[index] = try File(reading: files[index].path) }
    fonts = []
    for (name, path) in fontPaths.sorted(by: { $0.key < $1.key }) {
      var file = try File(reading: path)
      file.path = Self.lastComponent(of: path)
      fonts.append(Font(name: name, file: file))
    }
  }

  /// This record as JSON with sorted keys, and a newline.
  package func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
  }

  fileprivate static func lastComponent(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension RenderRecord {
  /// How this process would draw otherwise than the recorded run, with the fonts of `library`, in words.
  ///
  /// - Complexity: O(bytes) of the recorded fonts.
  package func differences(with library: FontLibrary) -> [String] {
    var words: [String] = []
    if galley != ProgramVersion.text {
      words.append("Galley \(ProgramVersion.text), not \(galley)")
    }
    let here = LibraryVersion.byName
    for (name, version) in libraries.sorted(by: { $0.key < $1.key }) where here[name] != version {
      words.append("\(name) \(here[name] ?? "is not there"), not \(version)")
    }
    // The frames of a table have no list of their fonts.
    let fontSetHere = ManifestHead.Fonts(library)
    if fonts.isEmpty, fontSetHere != fontSet {
      words.append(
        "other fonts: \(fontSetHere.count.counted("file")), recorded with \(fontSet.count)")
    }
    var found: [String: String] = [:]
    for path in library.configuration.paths { found[Self.lastComponent(of: path)] = path }
    for font in fonts {
      let name = "\(font.name) (\(font.file.path))"
      guard let path = found[font.file.path] else {
        words.append("the font \(name) is not there")
        continue
      }
      guard let file = try? File(reading: path) else {
        words.append("the font \(name) cannot be read")
        continue
      }
      if file.hash != font.file.hash { words.append("the font \(name) is another file") }
    }
    return words
  }

  /// Why the file at `path` is not `file` of this record; `nil` if it is.
  ///
  /// - Complexity: O(bytes).
  package static func difference(of path: String, from file: File) -> String? {
    do throws(UnreadableRecordedFile) {
      let now = try File(reading: path)
      if now.bytes != file.bytes {
        return "\(now.bytes.counted("byte")), recorded with \(file.bytes)"
      }
      return now.hash == file.hash ? nil : "other bytes, of the same number"
    } catch {
      return error.errno == FileError.notFound ? "missing" : systemMessage(error.errno)
    }
  }
}

extension RenderRecord.File {
  /// The file at `path`, read in pieces.
  fileprivate init(reading path: String) throws(UnreadableRecordedFile) {
    guard var hasher = ContentHasher() else {
      throw UnreadableRecordedFile(path: path, errno: ENOMEM)
    }
    do throws(ReadFailure) {
      let file = try RandomAccessFile(path: path)
      var offset = 0
      while true {
        let piece = try file.bytes(at: offset, count: 1 << 20)
        guard !piece.isEmpty else { break }
        piece.withUnsafeBytes { hasher.add($0) }
        offset += piece.count
      }
      self.init(path: path, bytes: offset, hash: "\(hasher.key)")
    } catch {
      throw UnreadableRecordedFile(path: path, errno: error.errno)
    }
  }
}

/// The error of a file that a run has written, or a font that it has used, and that cannot be read for its record.
package struct UnreadableRecordedFile: Error, Hashable, CustomStringConvertible {
  package var path: String
  package var errno: Int32

  package var description: String {
    "cannot read \(path.shown()) for --metadata: \(systemMessage(errno))"
  }
}
