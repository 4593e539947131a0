import GalleyPrimitives
import GalleyRandomness
import TestSupport
import Testing

@Suite("Rows of combining marks", .timeLimit(.minutes(15)))
struct StreamSafeTests {
  /// Marks of several classes and lengths in UTF-8, among them one of class 0 that decomposes into others.
  private static let marks: [Unicode.Scalar] = [
    "\u{301}", "\u{323}", "\u{34E}", "\u{5B0}", "\u{94D}", "\u{F73}", "\u{3099}", "\u{1D165}",
    "\u{16FF0}",
  ]
  /// Bases, and marks that normalization does not sort.
  private static let bases: [Unicode.Scalar] = [
    "a", " ", "\u{E9}", "\u{34F}", "\u{20DD}", "\u{E31}", "\u{FE0F}", "字", "😀", "\u{FFFD}",
  ]

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.canonicalCombiningClass != .notReordered
      || [0xF73, 0xF75, 0xF81].contains(scalar.value)
  }

  /// The text with U+034F before each mark that would be one too many in its row.
  private static func naive(_ text: String) -> String {
    var (result, count) = (String.UnicodeScalarView(), 0)
    for scalar in text.unicodeScalars {
      count = isMark(scalar) ? count + 1 : 0
      if count == StreamSafeText.markLimit + 1 {
        result.append("\u{34F}")
        count = 1
      }
      result.append(scalar)
    }
    return String(result)
  }

  @Test("are divided as by a walk over the scalars")
  func random() {
    var random = SeededGenerator(seed: 15)
    var dividedCount = 0
    for _ in 0..<5000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<1 + random.below(5) {
        for _ in 0..<random.below(40) { text.append(Self.bases[random.below(Self.bases.count)]) }
        let count = random.below(4) == 0 ? 60 + random.below(80) : random.below(6)
        // A row of one mark has the fewest bytes.
        let only = random.below(2) == 0 ? Self.marks[random.below(Self.marks.count)] : nil
        for _ in 0..<count { text.append(only ?? Self.marks[random.below(Self.marks.count)]) }
      }
      let string = String(text)
      let expected = Self.naive(string)
      let isSame = expected.utf8.elementsEqual(string.utf8)
      if !isSame { dividedCount += 1 }
      #expect(string.isStreamSafe == isSame, "\(text)")
      #expect(string.streamSafe.utf8.elementsEqual(expected.utf8), "\(text)")
      #expect(expected.isStreamSafe)
      var bytes = Array(string.utf8)
      bytes.makeStreamSafe()
      #expect(bytes.elementsEqual(expected.utf8))
    }
    #expect(dividedCount > 500)
  }

  @Test("are those of each scalar whose class is not 0")
  func everyMark() {
    for value in (0x80..<0x20000 as Range<UInt32>) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let row = String(String.UnicodeScalarView(repeatElement(scalar, count: 65)))
      #expect(row.isStreamSafe != Self.isMark(scalar), "\(value)")
    }
  }

  @Test("keep ill-formed bytes around them")
  func illFormed() {
    var random = SeededGenerator(seed: 16)
    for _ in 0..<5000 {
      var bytes: [UInt8] = []
      for _ in 0..<random.below(6) {
        for _ in 0..<random.below(4) { bytes.append(UInt8(random.below(256))) }
        for _ in 0..<random.below(100) { bytes += [0xCC, 0x81] }
      }
      var divided = bytes
      divided.makeStreamSafe()
      let joined = divided.split(separator: [0xCD, 0x8F], omittingEmptySubsequences: false)
      let plain = bytes.split(separator: [0xCD, 0x8F], omittingEmptySubsequences: false)
      #expect(Array(joined.joined()) == Array(plain.joined()))
      let isSafe = divided.withUnsafeBufferPointer(StreamSafeText.isSafe)
      #expect(isSafe)
    }
  }

  @Test("are compared in linear time")
  func comparison() {
    var text = String.UnicodeScalarView("a".unicodeScalars)
    for index in 0..<200_000 { text.append(index.isMultiple(of: 2) ? "\u{301}" : "\u{323}") }
    let safe = String(text).streamSafe
    let time = processorTime {
      #expect(safe != "null")
      #expect(Set([safe, "b"]).contains(safe))
    }
    #expect(time < .seconds(20))
  }
}
