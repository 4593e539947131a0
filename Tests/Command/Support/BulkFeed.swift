import Foundation
import TestSupport

/// Feeds and folders of tests of many rows.
enum BulkFeed {
  /// JSON Lines with `count` items, among them equal ones, and an element that is no item every 50 lines.
  static func text(_ count: Int) -> String {
    (0..<count).map { row in
      if row % 50 == 49 { return "[\(row)]" }
      let number = row % 7 == 6 ? row - 6 : row
      return
        #"{"id":"post/\#(row)","title":"row \#(number)","body":"some words \#(number * 31 % 97)"}"#
    }.joined(separator: "\n") + "\n"
  }

  /// All files below a folder, by their paths in it, without those that `isSkipped`.
  static func files(
    in folder: String, isSkipped: (String) -> Bool = { _ in false }
  ) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in FileManager.default.enumerator(atPath: folder) ?? .init() {
      guard let name = name as? String, !isSkipped(name) else { continue }
      var isFolder: ObjCBool = false
      let path = folder + "/" + name
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      files[name] = try TestFolder.bytes(at: path)
    }
    return files
  }
}
