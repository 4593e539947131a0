import Foundation
import GalleyHandles
import GalleyLibraryVersions
import GalleyPrimitives

/// The first line of a manifest: the settings and versions on which the bytes depend.
package struct ManifestHead: Codable, Hashable, Sendable {
  /// All fonts that a run can choose from.
  package struct Fonts: Codable, Hashable, Sendable {
    var count: Int
    /// A hash of their names, sizes and table directories.
    var fingerprint: String
  }

  /// The part of the feed that a manifest is about.
  package struct Part: Codable, Hashable, Sendable {
    package var number: Int
    package var count: Int
    package var by: BulkOptions.Shard.Division
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
  /// What becomes of rows with one name: `number`; `nil` if the later ones fail.
  package var sameNames: String?
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
    libraries = LibraryVersion.byName
    fonts = keys.fonts
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
    var pairs: [(name: String, mine: String?, other: String?)] = []
    pairs += libraries.sorted { $0.key < $1.key }.map {
      ($0.key, $0.value, other.libraries[$0.key])
    }
    pairs += (options ?? [:]).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value, other.options?[$0.key]) }
    pairs.append(("version", galley, other.galley))
    pairs.append(("fonts", fonts.fingerprint, other.fonts.fingerprint))
    pairs.append(("settings", settings, other.settings))
    pairs.append(("names", names, other.names))
    pairs.append(("same names", sameNames, other.sameNames))
    pairs.append(("archives", archives, other.archives))
    pairs.append(("archive bytes", archiveBytes?.description, other.archiveBytes?.description))
    pairs.append(("feed bytes", feedBytes?.description, other.feedBytes?.description))
    pairs.append(("first row", firstRow?.description, other.firstRow?.description))
    pairs.append(("end of rows", endRow?.description, other.endRow?.description))
    pairs.append(("shard", shard?.words, other.shard?.words))
    return pairs.first { $0.mine != $0.other }.map { name, mine, other in
      "\(name) \(mine?.shown() ?? "none"), not \(other?.shown() ?? "none")"
    }
  }
}

extension ManifestHead.Part {
  /// The number and the count, as in `3/12`.
  package var words: String { "\(number)/\(count) by \(by.rawValue)" }
}
