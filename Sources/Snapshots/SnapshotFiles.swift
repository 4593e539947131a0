import Foundation
import GalleyPNG
import GalleyPrimitives

/// The files of one snapshot: the golden ones, and those of a failure.
struct SnapshotFiles {
  private let folder: String
  private let name: String

  init(folder: String, name: String) {
    self.folder = folder
    self.name = String(
      name.map { character in
        character.isLetter || character.isNumber || ".-_".contains(character) ? character : "-"
      })
  }

  /// The path of the golden picture.
  var picturePath: String { "\(folder)/\(name).png" }
  private var layoutPath: String { "\(folder)/\(name).json" }
  private var failures: String { folder + "/failures" }
  /// The path of the page of failures.
  var pagePath: String { failures + "/index.html" }

  /// The golden picture; `nil` if there is none.
  var golden: [UInt8]? { FileManager.default.contents(atPath: picturePath).map { [UInt8]($0) } }
  /// The golden layout; `nil` if there is none.
  var goldenLayout: Data? { FileManager.default.contents(atPath: layoutPath) }

  /// Makes a picture and its layout the golden ones.
  func record(_ png: [UInt8], layout: Data?) throws {
    try writePicture(png, to: picturePath)
    if let layout {
      try writePicture([UInt8](layout), to: layoutPath)
    } else {
      try? FileManager.default.removeItem(atPath: layoutPath)
    }
    try removeFailure()
  }

  private static let parts = ["expected.png", "actual.png", "difference.png", "txt"]

  /// Adds the pictures of a failure to the page.
  func writeFailure(
    expected: [UInt8], actual: [UInt8], difference: [UInt8], words: String
  ) throws {
    let files = [expected, actual, difference, Array(words.utf8)]
    for (part, bytes) in zip(Self.parts, files) {
      try writePicture(bytes, to: "\(failures)/\(name).\(part)")
    }
    try writePage()
  }

  /// Removes the pictures of an earlier failure from the page.
  func removeFailure() throws {
    guard FileManager.default.fileExists(atPath: "\(failures)/\(name).txt") else { return }
    for part in Self.parts {
      try? FileManager.default.removeItem(atPath: "\(failures)/\(name).\(part)")
    }
    try writePage()
  }

  /// Writes the page of the failures in the folder, or removes it if there are none.
  private func writePage() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: failures)
      .filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
    guard !names.isEmpty else {
      try FileManager.default.removeItem(atPath: pagePath)
      return
    }
    let rows = names.map { name in
      let words = FileManager.default.contents(atPath: "\(failures)/\(name).txt") ?? Data()
      let pictures = Self.parts.dropLast().map { part in
        "<figure><img src=\"\(Self.escaped(name)).\(part)\"><figcaption>\(part.dropLast(4))</figcaption></figure>"
      }
      return """
        <h2>\(Self.escaped(name))</h2>
        <p>\(Self.escaped(String(decoding: words, as: UTF8.self)))</p>
        <div>\(pictures.joined())</div>
        """
    }
    let page = """
      <!doctype html>
      <meta charset="utf-8">
      <title>\(names.count) different snapshots</title>
      <style>
      body { font: 15px sans-serif; margin: 2em; color-scheme: light dark }
      div { display: flex; gap: 1em; flex-wrap: wrap }
      figure { margin: 0 } img { max-width: 30vw; border: 1px solid gray }
      </style>
      <h1>\(names.count) different snapshots</h1>
      \(rows.joined(separator: "\n"))

      """
    try writePicture(Array(page.utf8), to: pagePath)
  }

  private static func escaped(_ text: String) -> String {
    text.replacingSigns(["&": "&amp;", "<": "&lt;", "\"": "&quot;"])
  }
}
