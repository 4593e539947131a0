import GalleyFeedItems
import GalleyPrimitives
import GalleyRandomness
import Testing

@Suite("Text repair", .timeLimit(.minutes(15)))
struct RepairTests {
  /// Bytes, and what they become: the Unicode Standard's tables 3-8 to 3-11 among them.
  static let damaged: [([UInt8], String, Int)] = [
    ([0x80], "\u{FFFD}", 1),
    ([0xBF, 0x80], "\u{FFFD}\u{FFFD}", 2),
    ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}", 2),  // over-long in two
    ([0xC1, 0xBF], "\u{FFFD}\u{FFFD}", 2),
    ([0xC2], "\u{FFFD}", 1),
    ([0xC2, 0x41], "\u{FFFD}A", 1),
    ([0xE0, 0x80, 0xBF], "\u{FFFD}\u{FFFD}\u{FFFD}", 3),  // over-long in three
    ([0xE0, 0xA0], "\u{FFFD}", 1),
    ([0xE1, 0x80], "\u{FFFD}", 1),
    ([0xE1, 0x80, 0xE2], "\u{FFFD}\u{FFFD}", 2),
    ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", 3),  // a surrogate
    ([0xED, 0xBF, 0xBF], "\u{FFFD}\u{FFFD}\u{FFFD}", 3),
    ([0xED, 0x9F, 0xBF], "\u{D7FF}", 0),
    ([0xEF, 0xBF, 0xBF], "\u{FFFF}", 0),
    ([0xF0, 0x80, 0x83, 0x92], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", 4),  // over-long in four
    ([0xF0, 0x90, 0x8D], "\u{FFFD}", 1),
    ([0xF0, 0x9F, 0x98, 0x41], "\u{FFFD}A", 1),
    ([0xF1, 0x80, 0xE1, 0x80, 0xC0], "\u{FFFD}\u{FFFD}\u{FFFD}", 3),  // table 3-11
    ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", 4),  // over U+10FFFF
    ([0xF4, 0x8F, 0xBF, 0xBF], "\u{10FFFF}", 0),
    ([0xF5, 0x80], "\u{FFFD}\u{FFFD}", 2),
    ([0xFE, 0xFF], "\u{FFFD}\u{FFFD}", 2),
    ([0x41, 0xC0, 0xAF, 0x42], "A\u{FFFD}\u{FFFD}B", 2),
  ]

  @Test("replaces each maximal subpart of ill-formed UTF-8 by U+FFFD", arguments: damaged)
  func illFormed(bytes: [UInt8], text: String, repairs: Int) {
    for tail in ["", "z", "\\n", "é"] {
      let line = Array("{\"body\":\"".utf8) + bytes + Array("\(tail)\",\"id\":1}".utf8)
      for chunk in [1, 1 << 16] {
        let reading = Reading(bytes: line, chunk: chunk)
        let end = tail == "\\n" ? "\n" : tail
        #expect(reading.items.first?.body == text + end)
        #expect(reading.items.first?.repairCount == repairs)
        #expect(reading.items.first?.id == "1")
      }
    }
  }

  @Test("agrees with the standard library on every pair and on drawn sequences")
  func agrees() {
    var generator = SeededGenerator(seed: 7)
    let pairs = (0x80...0xFF).flatMap { first in (0x80...0xFF).map { [UInt8(first), UInt8($0)] } }
    let edges: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xED, 0xEF]
    let leads: [UInt8] = [0xF0, 0xF4, 0xF5, 0xFF]
    let drawn = (0..<20_000).map { _ in
      (0..<Int.random(in: 1...9, using: &generator)).map { _ in
        (edges + leads).randomElement(using: &generator) ?? 0
      }
    }
    for chunk in stride(from: 0, to: pairs.count + drawn.count, by: 256) {
      let sequences = (pairs + drawn)[chunk..<min(chunk + 256, pairs.count + drawn.count)]
      let lines = sequences.flatMap { Array("{\"body\":\"".utf8) + $0 + Array("\"}\n".utf8) }
      let bodies = Reading(bytes: lines).items.map(\.body)
      #expect(bodies == sequences.map { String(decoding: $0, as: UTF8.self) })
    }
  }

  @Test(
    "replaces lone surrogate escapes, and keeps pairs",
    arguments: [
      (#"\ud83d\ude00"#, "😀", 0),
      (#"\uD83D\uDE00"#, "😀", 0),
      (#"\ud83d"#, "\u{FFFD}", 1),
      (#"\ude00"#, "\u{FFFD}", 1),
      (#"\ud83dx"#, "\u{FFFD}x", 1),
      (#"\ud83d\n"#, "\u{FFFD}\n", 1),
      (#"\ud83d\u0041"#, "\u{FFFD}A", 1),
      (#"\ud83d\ud83d\ude00"#, "\u{FFFD}😀", 1),
      (#"\ude00\ud83d"#, "\u{FFFD}\u{FFFD}", 2),
      (#"\ud83d\\ude00"#, "\u{FFFD}\\ude00", 1),
      (#"\udbff\udfff"#, "\u{10FFFF}", 0),
      (#"\ud800\udc00"#, "\u{10000}", 0),
    ])
  func surrogates(escaped: String, text: String, repairs: Int) {
    for field in FeedField.allCases {
      let reading = Reading("{\"\(field.rawValue)\":\"\(escaped)\"}\n{\"id\":2}")
      #expect(reading.items.count == 2)
      #expect(reading.items.first?[field] == text)
      #expect(reading.items.first?.repairCount == repairs)
    }
  }

  @Test("cuts text at the last grapheme cluster that fits")
  func cuts() {
    let family = "👨‍👩‍👧‍👦"  // 25 bytes
    let limits = FeedLimits(maximumTextBytes: 30)
    func cut(_ text: String) -> (String?, [FeedField]) {
      let item = Reading("{\"title\":\"t\",\"body\":\"\(text)\"}", limits: limits).items.first
      return (item?.body, item?.cutFields ?? [])
    }
    let ascii = String(repeating: "a", count: 30)
    #expect(cut(ascii) == (ascii, []))
    #expect(cut(ascii + "b") == (ascii, [.body]))
    // An accent after the limit belongs to the letter before it.
    #expect(cut(ascii + "\u{301}") == (String(ascii.dropLast()), [.body]))
    #expect(cut("ab" + family + family) == ("ab" + family, [.body]))
    #expect(cut("abcdef" + family) == ("abcdef", [.body]))
    #expect(cut(String(repeating: "é", count: 16)) == (String(repeating: "é", count: 15), [.body]))
    #expect(cut(String(repeating: "字", count: 11)) == (String(repeating: "字", count: 10), [.body]))
    // One cluster alone is over the limit: the scalars that fit.
    let zalgo = "a" + String(repeating: "\u{301}", count: 100)
    #expect(cut(zalgo) == ("a" + String(repeating: "\u{301}", count: 14), [.body]))
    #expect(cut(String(repeating: "\\u00e9", count: 16)).0 == String(repeating: "é", count: 15))
  }

  @Test("cuts at every length as cutting the whole text would")
  func cutsEverywhere() {
    let text = "añ字😀e\u{301}\u{1F1E9}\u{1F1EA}\u{1F1EB}\r\n👩🏽‍💻z"
    for limit in 1...text.utf8.count {
      let limits = FeedLimits(maximumTextBytes: limit)
      let item = Reading(
        "{\"body\":\"\(text.replacing("\r\n", with: "\\r\\n"))\"}", limits: limits
      ).items.first
      var expected = ""
      for cluster in text where expected.utf8.count + cluster.utf8.count <= limit {
        guard text.hasPrefix(expected + String(cluster)) else { break }
        expected.append(cluster)
      }
      if expected.isEmpty { continue }
      #expect(item?.body == expected, "limit \(limit)")
      #expect(item?.cutFields == (limit < text.utf8.count ? [.body] : []))
    }
  }
}
