/// An address within a text.
struct TextLink: Hashable {
  /// The range in UTF-8 offsets.
  let range: Range<Int>
  /// The address, with its scheme.
  let address: String

  /// The largest number of addresses that are found in a text.
  static let countLimit = 256

  /// Returns the addresses that begin with `https://`, `http://` or `www.`, at the beginning of a word.
  ///
  /// An address ends before white space, a character beyond ASCII, or the punctuation that ends a sentence; a
  /// closing bracket belongs to it if its opening one does.
  ///
  /// - Complexity: O(text).
  static func all(in string: String) -> [TextLink] {
    let bytes = Array(string.utf8)
    var links: [TextLink] = []
    var place = 0
    while place < bytes.count, links.count < countLimit {
      guard let scheme = scheme(in: bytes, at: place) else {
        place += 1
        continue
      }
      let start = place
      var end = start + scheme.utf8.count
      var depth = 0
      while end < bytes.count, isPart(bytes[end]) {
        if bytes[end] == UInt8(ascii: "(") { depth += 1 }
        if bytes[end] == UInt8(ascii: ")") {
          guard depth > 0 else { break }
          depth -= 1
        }
        end += 1
      }
      while end > start, marks.contains(bytes[end - 1]) { end -= 1 }
      place = max(end, start + scheme.utf8.count)
      guard end > start + scheme.utf8.count else { continue }
      let words = String(decoding: bytes[start..<end], as: UTF8.self)
      let address = scheme == "www." ? "https://" + words : words
      links.append(TextLink(range: start..<end, address: address))
    }
    return links
  }

  private static let marks = Set(".,;:!?'\"*_-".utf8)
  private static let ends = Set("<>\"`[]{}|\\^".utf8)

  private static func isPart(_ byte: UInt8) -> Bool {
    0x21...0x7E ~= byte && !ends.contains(byte)
  }

  /// The beginning of an address at a place; `nil` if there is none.
  private static func scheme(in bytes: [UInt8], at place: Int) -> String? {
    let first = bytes[place] | 0x20
    guard first == UInt8(ascii: "h") || first == UInt8(ascii: "w") else { return nil }
    if place > 0 {
      let before = bytes[place - 1]
      let isLetter =
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= before | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= before || before == UInt8(ascii: "/")
      guard !isLetter else { return nil }
    }
    return ["https://", "http://", "www."].first { scheme in
      bytes.count - place >= scheme.utf8.count
        && zip(bytes[place...], scheme.utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
    }
  }
}
