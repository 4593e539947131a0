import Foundation
import GalleyFiles
import GalleyPrimitives

/// The names of a row of archives, and the size of each.
public struct ArchiveSet: Hashable, Sendable {
  /// The suffix of an archive that is not complete, which a later process may continue.
  package static let partSuffix = ".part"
  /// The suffix of an archive that a merge writes: the archives of a merge get their names together.
  package static let mergeSuffix = ".merge"
  /// The usual limit of an archive of several: 256 MiB.
  public static let usualByteLimit = 256 << 20

  /// The path, or the pattern with `{archive}`.
  public let text: String
  /// The largest number of bytes of an archive with more than one file.
  public let byteLimit: Int
  private let pattern: PathPattern?

  /// Makes a set; `nil` if `text` has braces other than one `{archive}`.
  ///
  /// Without `{archive}` there is one archive of any size.
  public init?(_ text: String, byteLimit: Int = ArchiveSet.usualByteLimit) {
    self.text = text
    pattern = PathPattern(text, name: "archive")
    guard pattern != nil || !text.contains(where: "{}".contains) else { return nil }
    self.byteLimit = pattern == nil ? .max : byteLimit
  }

  /// Whether there may be several archives.
  package var isNumbered: Bool { pattern != nil }

  /// The path of the archive `number`, from 0.
  package func path(_ number: Int) -> String { pattern?.path(number) ?? text }

  /// Whether an archive of the set, or its index, has the path `other`.
  package func mayReplace(_ other: String) -> Bool {
    func standard(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
    // The pattern's braces are in its last component, or in a folder's name: neither is resolved.
    guard pattern != nil, let open = text.firstIndex(of: "{"), let close = text.firstIndex(of: "}")
    else { return standard(other) == standard(text) }
    let path = standard(other)
    if let indexPath, standard(indexPath) == path { return true }
    let name = standard(text[..<open] + "0" + text[text.index(after: close)...])
    let tail = text[text.index(after: close)...]
    guard path.hasSuffix(tail), name.hasSuffix("0" + tail) else { return false }
    let head = name.dropLast(tail.count + 1)
    let number = path.dropLast(tail.count).dropFirst(head.count)
    return path.hasPrefix(head) && !number.isEmpty && number.allSatisfy(\.isNumber)
  }

  /// The path of the index of several archives: the word `index` in place of the number, and `.json`.
  package var indexPath: String? {
    guard pattern != nil, let open = text.firstIndex(of: "{"), let close = text.firstIndex(of: "}")
    else { return nil }
    let name = text[..<open] + "index" + text[text.index(after: close)...]
    return (name.hasSuffix(".tar") ? String(name.dropLast(4)) : String(name)) + ".json"
  }
}

/// A complete archive of a row of archives.
package struct ArchiveShard: Hashable, Sendable {
  package var path: String
  package var fileCount: Int
  package var byteCount: Int

  /// The index of archives, as WebDataset reads it: paths from the folder of the index at `path`, samples and
  /// bytes.
  package static func index(_ shards: [ArchiveShard], at path: String) -> [UInt8] {
    var line = JSONLine()
    line.object { object in
      object.key("__kind__")
      object.value("wids-shard-index-v1")
      object.key("shardlist")
      object.array { list in
        for shard in shards {
          list.object { entry in
            entry.key("filesize")
            entry.value(shard.byteCount)
            entry.key("nsamples")
            entry.value(shard.fileCount)
            entry.key("url")
            entry.value(shard.path(fromFileAt: path))
          }
        }
      }
      object.key("wids_version")
      object.value(1)
    }
    return line.bytes + [UInt8(ascii: "\n")]
  }

  /// The archive's path from the folder of another file of the same pattern.
  private func path(fromFileAt other: String) -> String {
    let names = path.split(separator: "/")
    let folders = other.split(separator: "/").dropLast()
    let common = zip(names.dropLast(), folders).prefix { $0 == $1 }.count
    let ups = Array(repeating: "..", count: folders.count - common)
    return (ups + names[common...].map(String.init)).joined(separator: "/")
  }
}
