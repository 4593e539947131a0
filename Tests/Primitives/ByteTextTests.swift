import GalleyPrimitives
import GalleyRandomness
import Testing

@Suite("Syntax by bytes", .timeLimit(.minutes(5)))
struct ByteTextTests {
  private static let scalars: [Unicode.Scalar] = [
    "a", "b", " ", "\n", "\u{301}", "\u{600}", "\u{2003}", "\u{1F1E9}", "\r", "-",
  ]

  private static func text(_ count: Int, _ random: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<count { text.append(scalars[random.below(scalars.count)]) }
    return String(text)
  }

  /// The first place of `inner` in `outer`, by trying each.
  private static func place(of inner: [UInt8], in outer: [UInt8]) -> Int? {
    (0...outer.count).first { outer[$0...].starts(with: inner) }
  }

  @Test("finds and replaces as a search of arrays does")
  func search() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<20_000 {
      let (outer, inner) = (
        Self.text(random.below(12), &random), Self.text(1 + random.below(2), &random)
      )
      let bytes = Array(outer.utf8)
      let place = Self.place(of: Array(inner.utf8), in: bytes)
      let range = outer[...].firstRange(bytes: inner)
      #expect(range.map { outer.utf8.distance(from: outer.startIndex, to: $0.lowerBound) } == place)
      #expect(range.map { Array(outer[$0].utf8) } == place.map { _ in Array(inner.utf8) })
      #expect(outer.contains(bytes: inner) == (place != nil))
      let capitals = inner.uppercased()
      #expect(outer.contains(anyCaseOf: capitals) == (place != nil))
      #expect(outer.uppercased().contains(anyCaseOf: inner) == (place != nil))
      #expect(outer.hasPrefix(bytes: inner) == (place == 0))
      var replaced: [UInt8] = []
      var rest = bytes
      while let place = Self.place(of: Array(inner.utf8), in: rest) {
        replaced += rest[..<place] + Array("xyz".utf8)
        rest = Array(rest[(place + inner.utf8.count)...])
      }
      #expect(Array(outer.replacing(bytes: inner, with: "xyz").utf8) == replaced + rest)
    }
  }

  @Test("knows the signs beside the letters, and those of no bytes")
  func edges() {
    #expect(!"@[a".contains(anyCaseOf: "`") && !"@[a".contains(anyCaseOf: "{A"))
    #expect("a<ImG".contains(anyCaseOf: "<img") && !"a<im".contains(anyCaseOf: "<img"))
    #expect(!"É".contains(anyCaseOf: "é") && !"".contains(anyCaseOf: "a"))
    #expect("aab".firstRange(bytes: "") == nil && !"aab".contains(anyCaseOf: ""))
    #expect("a\0B".contains(anyCaseOf: "A\0b") && !"a\0B".contains(anyCaseOf: "a\0c"))
    #expect("aaab".count(bytes: "aa") == 1 && "aaab".contains(bytes: "aab"))
  }

  @Test("trims and joins white space, and no marks")
  func blanks() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let text = Self.text(random.below(12), &random)
      let scalars = Array(text.unicodeScalars)
      let words = scalars.split { $0.properties.isWhitespace }
      #expect(
        Array(text.joiningBlanks.unicodeScalars)
          == Array(words.joined(separator: " ".unicodeScalars)))
      let behind = scalars.drop { $0.properties.isWhitespace }
      #expect(Array(text.droppingBlanks.unicodeScalars) == Array(behind))
      let end = behind.lastIndex { !$0.properties.isWhitespace }.map { $0 + 1 } ?? behind.startIndex
      #expect(Array(text.trimmingBlanks.unicodeScalars) == Array(behind[..<end]))
    }
  }

  @Test("takes linear time for rows of flags")
  func flags() {
    // A search by characters took 14 s for half of it.
    let flags = String(repeating: "\u{1F1E9}\u{1F1EA}", count: 200_000)
    let time = ContinuousClock().measure {
      #expect(!flags.contains(bytes: "footnotes"))
      #expect(flags.replacing(bytes: "http", with: "").utf8.count == flags.utf8.count)
      #expect(flags.trimmingBlanks == flags && flags.joiningBlanks == flags)
    }
    #expect(time < .seconds(20), "\(time)")
  }
}
