import GalleyFeedItems
import GalleyPrimitives

/// The members of an object of JSON, each on one line.
package struct MemberList {
  package private(set) var members: [(name: String, value: String)] = []

  /// The members of one well-formed JSON value; `nil` if it is no object.
  ///
  /// - Complexity: O(bytes).
  package init?(_ bytes: [UInt8]) {
    let isObject = bytes.withUnsafeBufferPointer { bytes in
      var texts = TextDecoder()
      var cursor = JSONCursor(bytes)
      guard cursor.kind == .object else { return false }
      cursor.enter()
      while let (key, value) = cursor.nextMember() {
        let name = texts.decode(UnsafeBufferPointer(rebasing: bytes[key]), limit: 4096).string
        let words = String(decoding: bytes[value.range], as: UTF8.self).streamSafe
          .replacing(bytes: "\r\n", with: " ").replacing(bytes: "\n", with: " ")
          .replacing(bytes: "\r", with: " ")
        members.append((name, value.kind == .string ? "\"" + words + "\"" : words))
      }
      return true
    }
    guard isObject else { return nil }
  }

  /// The elements of a text that may be JSON; `nil` if it is no array.
  package static func values(ofArray text: String) -> [String]? {
    let bytes = Array(text.utf8)
    guard text.utf8.first == .openBracket, JSONScanner.isValue(bytes) else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      var values: [String] = []
      var cursor = JSONCursor(bytes)
      cursor.enter()
      while let value = cursor.nextElement() {
        let words = String(decoding: bytes[value.range], as: UTF8.self).streamSafe
        values.append(value.kind == .string ? "\"" + words + "\"" : words)
      }
      return values
    }
  }

  /// The members of a text that may be JSON; `nil` if it is no object.
  package init?(json text: String) {
    let bytes = Array(text.utf8)
    guard text.utf8.first == .openBrace, JSONScanner.isValue(bytes) else { return nil }
    self.init(bytes)
  }

  /// An object of the members that have a value.
  package static func object(_ members: [(name: String, value: String?)]) -> String {
    let parts = members.compactMap { member in
      member.value.map { "\(member.name.json):\($0)" }
    }
    return "{" + parts.joined(separator: ",") + "}"
  }
}

extension String {
  /// The text of a string of JSON; `nil` for another value.
  package var textOfJSON: String? {
    guard utf8.count >= 2, utf8.first == .quote else { return nil }
    let bytes = Array(utf8.dropFirst().dropLast())
    var texts = TextDecoder()
    return bytes.withUnsafeBufferPointer { texts.decode($0, limit: 1 << 30).string }
  }

  /// This text as a string of JSON.
  package var json: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
