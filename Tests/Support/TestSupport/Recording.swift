import Foundation

/// A feed of `Tests/Feed/Recordings`, and the elements that it has.
package struct Recording: Sendable {
  /// An element that is expected.
  package enum Expected: Sendable {
    case item([String: Value])
    case bad
    /// The error that ends the feed.
    case end
  }

  /// The value of a part of an item.
  package enum Value: Equatable, Sendable {
    case text(String?)
    case list([String])
    case flag(Bool)
  }

  /// The file and the case.
  package var name: String
  /// The feed.
  package internal(set) var bytes: [UInt8] = []
  /// The elements, in their order.
  package internal(set) var expected: [Expected] = []

  /// All cases of all files.
  package static let all: [Recording] = {
    ["rss", "atom", "jsonfeed", "mastodon", "bluesky", "twitter", "csv", "markdown"].flatMap {
      file in
      let url = Repository.url("Tests/Feed/Recordings/\(file).txt")
      guard let text = try? String(contentsOf: url, encoding: .utf8) else {
        preconditionFailure("\(file) cannot be read")
      }
      return recordings(text, file)
    }
  }()

  private static func recordings(_ text: String, _ file: String) -> [Recording] {
    var wrap = "@@"
    var recordings: [Recording] = []
    var lines: [Substring] = []
    var isWhole = true
    func finish() {
      guard let last = recordings.indices.last else { return }
      var body = lines
      // The last line of the file is no part of its last case.
      while body.last?.isEmpty == true { body.removeLast() }
      let text = body.joined(separator: "\n")
      recordings[last].bytes = bytes(isWhole ? text : wrap.replacing("@@", with: text))
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("####") {
        finish()
        isWhole = line.hasPrefix("####!")
        lines = []
        recordings.append(Recording(name: "\(file): \(line.drop { "#! ".contains($0) })"))
      } else if line.hasPrefix("@wrap "), recordings.isEmpty {
        wrap = String(line.dropFirst(6))
      } else if line.hasPrefix("=> "), let last = recordings.indices.last {
        recordings[last].expected.append(expected(line.dropFirst(3)))
      } else {
        lines.append(line)
      }
    }
    finish()
    return recordings
  }

  /// The bytes of a text, in which ⟦FF 80⟧ stands for bytes.
  private static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for (number, part) in text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "⟦" || $0 == "⟧" }
    ).enumerated() {
      bytes +=
        number % 2 == 0
        ? Array(part.utf8) : part.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
    return bytes
  }

  private static func expected(_ line: Substring) -> Expected {
    switch line {
    case "bad": return .bad
    case "end": return .end
    default:
      guard
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      else { preconditionFailure("\(line) is no object") }
      return .item(
        object.mapValues { value in
          if let list = value as? [String] { return .list(list) }
          if let text = value as? String { return .text(text) }
          return value is NSNull ? .text(nil) : .flag((value as? NSNumber)?.boolValue ?? false)
        })
    }
  }
}
