import Foundation
import GalleyHandles
import GalleyPrimitives

/// The first line of a manifest: the settings and versions on which the bytes depend.
package struct ManifestHead: Codable, Hashable, Sendable {
  /// The fonts of a run.
  package struct Fonts: Codable, Hashable, Sendable {
    var count: Int
    var fingerprint: String
  }

  /// The part of the feed that a manifest is about.
  package struct Part: Codable, Hashable, Sendable {
    package var number: Int
    package var count: Int
    package var by: Shard.Division
    /// The offsets of the first and the last byte at which its elements begin; `nil` if it has all offsets.
    package var firstByte: Int?
    package var endByte: Int?
  }

  package var head = true
  package var schemaVersion = RecordSchema.version
  package var galley = ProgramVersion.text
  package var libraries: [String: String]
  package var fonts: Fonts
  /// The hash of the settings and versions.
  package var settings: String
  /// The settings by name, in words or as hashes, which tell how two runs differ.
  package var options: [String: String]?
  /// The pattern of the names of pictures.
  package var names: String
  /// The pattern of the paths of archives; `nil` for files.
  package var archives: String?
  /// The largest size of an archive; `nil` for files, and for one archive of any size.
  package var archiveBytes: Int?
  /// The length of the feed, if it is known before reading.
  package var feedBytes: Int?
  /// The range of rows that was asked for.
  package var firstRow: Int?
  package var endRow: Int?
  /// The part of the feed; `nil` for all of it.
  package var shard: Part?
  /// The warnings about fonts.
  package var warnings: [String]?

  init(keys: PictureKeys, names: PictureNames, warnings: [String]) {
    libraries = Dictionary(
      LibraryVersion.all.map { ($0.name, $0.version) }, uniquingKeysWith: { first, _ in first })
    fonts = Fonts(count: keys.fonts.count, fingerprint: "\(keys.fonts.fingerprint)")
    settings = "\(keys.settings)"
    options = keys.options
    self.names = names.text
    self.warnings = warnings.isEmpty ? nil : warnings
  }

  /// The line, with its newline.
  func line() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
  }

  /// The first difference from `other` in words; `nil` if the bytes of pictures and lines are the same.
  package func difference(from other: ManifestHead) -> String? {
    func words(_ name: String, _ mine: String?, _ others: String?) -> String? {
      mine == others ? nil : "\(name) \(mine?.shown() ?? "none"), not \(others?.shown() ?? "none")"
    }
    for (name, version) in libraries.sorted(by: { $0.key < $1.key }) {
      if let found = words(name, version, other.libraries[name]) { return found }
    }
    for (name, option) in (options ?? [:]).sorted(by: { $0.key < $1.key }) {
      if let found = words(name, option, other.options?[name]) { return found }
    }
    return words("version", galley, other.galley)
      ?? words("fonts", fonts.fingerprint, other.fonts.fingerprint)
      ?? words("settings", settings, other.settings)
      ?? words("names", names, other.names)
      ?? words("archives", archives, other.archives)
      ?? words("archive bytes", archiveBytes?.description, other.archiveBytes?.description)
      ?? words("feed bytes", feedBytes?.description, other.feedBytes?.description)
      ?? words("first row", firstRow?.description, other.firstRow?.description)
      ?? words("end of rows", endRow?.description, other.endRow?.description)
      ?? words("shard", shard?.words, other.shard?.words)
  }
}

extension ManifestHead.Part {
  /// The number and the count, as in `3/12`.
  package var words: String { "\(number)/\(count) by \(by.rawValue)" }
}
