import Foundation
import GalleyFonts
import GalleyHandles
import GalleyItemization
import GalleyPangoOracle
import GalleyParagraphs
import TestSupport
import Testing

/// Unicode's own test files, as Debian's package `unicode-data` has them.
///
/// Where we disagree with a file, so does Pango, whose levels are ours. Left out are lines with a character that
/// ends a paragraph, since paragraphs are cut before that.
@Suite("Unicode's test files", .timeLimit(.minutes(15)))
struct UnicodeTests {
  private static let folder = "/usr/share/unicode"

  private let fonts: FontEnvironment
  private let oracle: PangoOracle

  init() throws {
    let library = try FontLibrary(.noto, rules: .pango)
    fonts = FontEnvironment(configuration: library.configuration, rules: .pango)
    oracle = PangoOracle(library)
  }

  @Test("agrees with the bidi test as far as Pango does")
  func levels() throws {
    var ours = 0
    var theirs = 0
    var count = 0
    for line in try lines(of: "BidiCharacterTest.txt", oneOf: 60) {
      let fields = line.split(separator: ";", omittingEmptySubsequences: false)
      guard fields.count >= 4 else { continue }
      let text = string(fields[0].split(separator: " "))
      guard !text.unicodeScalars.contains(where: Self.endsParagraph) else { continue }
      // What the algorithm removes has no level of its own.
      let expected = fields[3].split(separator: " ").map { Int($0) }
      let isRightToLeft = fields[2] == "1"
      count += 1
      let own = levels(of: text, isRightToLeft: isRightToLeft)
      let pango = oracle.levels(of: text, isRightToLeft: isRightToLeft)
      if agree(own, expected, line: line) { ours += 1 }
      if agree(pango, expected, line: line) { theirs += 1 }
    }
    #expect(count > 500)
    #expect(ours >= theirs, "\(ours) and \(theirs) of \(count)")
    #expect(ours * 10 >= count * 8, "\(ours) of \(count)")
  }

  @Test("gives classes of characters the levels of Unicode's other bidi test, as far as Pango does")
  func classLevels() throws {
    var expected: [Int?] = []
    var counts = (all: 0, ours: 0, theirs: 0, base: 0, oneWay: 0)
    var differing: [String] = []
    for line in try lines(of: "BidiTest.txt", oneOf: 400) {
      if line.hasPrefix("@Levels:") {
        expected = line.dropFirst(8).split(whereSeparator: \.isWhitespace).map { Int($0) }
      }
      guard !line.hasPrefix("@") else { continue }
      let fields = line.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      let classes = fields[0].split(separator: " ").map(String.init)
      // B ends a paragraph, and is cut off before.
      guard fields.count == 2, let modes = Int(fields[1]), !classes.contains("B") else { continue }
      let text = String(String.UnicodeScalarView(classes.compactMap { Self.samples[$0] }))
      try #require(text.unicodeScalars.count == classes.count, "\(line)")
      for mode in [1, 2, 4] where modes & mode != 0 {
        let isRightToLeft = mode == 1 ? isFoundRightToLeft(text) : mode == 4
        // Pango and Galley let embedded and isolated text decide; P2 does not.
        guard mode != 1 || isRightToLeft == Self.isRightToLeft(classes) else {
          counts.base += 1
          continue
        }
        let base = isRightToLeft ? 1 : 0
        counts.all += 1
        let own = reset(levels(of: text, isRightToLeft: isRightToLeft), classes, base: base)
        let pango = reset(
          oracle.levels(of: text, isRightToLeft: isRightToLeft), classes, base: base)
        if agree(pango, expected, line: line) { counts.theirs += 1 }
        if agree(own, expected, line: line) {
          counts.ours += 1
        } else if isOneWay(own, expected) {
          counts.oneWay += 1
        } else {
          differing.append("\(line) mode \(mode): \(own) for \(expected.map { $0 ?? -1 })")
        }
      }
    }
    #expect(counts.all > 500)
    #expect(counts.ours >= counts.theirs, "\(counts)")
    #expect(differing.isEmpty, "\(counts) \(differing.prefix(12))")
  }

  /// Whether all that is shown reads one way, if on levels of its own.
  private func isOneWay(_ levels: [Int], _ expected: [Int?]) -> Bool {
    guard levels.count == expected.count else { return false }
    let shown = zip(levels, expected).compactMap { own, other in other.map { (own, $0) } }
    return Set(shown.flatMap { [$0 & 1, $1 & 1] }).count <= 1
  }

  /// Whether a paragraph reads from right to left by rules P2 and P3.
  private static func isRightToLeft(_ classes: [String]) -> Bool {
    var depth = 0
    for kind in classes {
      switch kind {
      case "LRI", "RLI", "FSI": depth += 1
      case "PDI": depth = max(0, depth - 1)
      case "L" where depth == 0: return false
      case "R", "AL": if depth == 0 { return true }
      default: break
      }
    }
    return false
  }

  private func isFoundRightToLeft(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { BaseDirection(of: $0) } == .rightToLeft
  }

  /// Levels after rule L1, which lines apply: what parts segments, and white space before it and at the
  /// end, has the paragraph's level.
  private func reset(_ levels: [Int], _ classes: [String], base: Int) -> [Int] {
    guard levels.count == classes.count else { return levels }
    var levels = levels
    var isReset = true
    for index in levels.indices.reversed() {
      switch classes[index] {
      case "S": isReset = true
      case "WS", "FSI", "LRI", "RLI", "PDI", "BN", "LRE", "RLE", "LRO", "RLO", "PDF": break
      default: isReset = false
      }
      if isReset { levels[index] = base }
    }
    return levels
  }

  /// A character of each class.
  private static let samples: [String: Unicode.Scalar] = [
    "L": "a", "R": "\u{5D0}", "AL": "\u{627}", "EN": "1", "ES": "+", "ET": "#", "AN": "\u{661}",
    "CS": ",", "NSM": "\u{300}", "BN": "\u{AD}", "S": "\t", "WS": " ", "ON": "!",
    "LRE": "\u{202A}", "RLE": "\u{202B}", "PDF": "\u{202C}", "LRO": "\u{202D}", "RLO": "\u{202E}",
    "LRI": "\u{2066}", "RLI": "\u{2067}", "FSI": "\u{2068}", "PDI": "\u{2069}",
  ]

  /// Whether levels are those expected; white space at the end is reset line by line, later.
  private func agree(_ levels: [Int], _ expected: [Int?], line: String) -> Bool {
    guard levels.count == expected.count else { return false }
    return zip(levels, expected).allSatisfy { $1 == nil || $0 == $1 }
  }

  /// A file's lines without comments: all of them when tests soak, else one of `share`, and all lines that
  /// describe the next ones.
  private func lines(of file: String, oneOf share: Int) throws -> [String] {
    let path = Self.folder + "/" + file
    let data = try #require(
      FileManager.default.contents(atPath: path),
      "\(path) is missing: make setup installs the package unicode-data")
    var lines: [String] = []
    data.withUnsafeBytes { bytes in
      var start = 0
      var number = 0
      while start < bytes.count {
        // Found by C: a debug build would take seconds over the largest file.
        let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
        let end = rest.baseAddress.flatMap { memchr($0, 10, rest.count) }
          .flatMap { newline in
            rest.baseAddress.map { newline - UnsafeMutableRawPointer(mutating: $0) }
          }
        let count = end ?? rest.count
        if Effort.isFull || number % share == 0 || rest.first == UInt8(ascii: "@") {
          let line = String(decoding: rest[..<count], as: UTF8.self)
          lines.append(
            line.split(separator: "#", omittingEmptySubsequences: false)[0]
              .trimmingCharacters(in: .whitespaces))
        }
        start += count + 1
        number += 1
      }
    }
    return lines.filter { !$0.isEmpty }
  }

  private func string(_ fields: [some StringProtocol]) -> String {
    var scalars = String.UnicodeScalarView()
    for field in fields {
      if let value = UInt32(field, radix: 16), let scalar = Unicode.Scalar(value) {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  private static func endsParagraph(_ scalar: Unicode.Scalar) -> Bool {
    [0x0, 0xA, 0xB, 0xC, 0xD, 0x1C, 0x1D, 0x1E, 0x85, 0x2028, 0x2029].contains(scalar.value)
  }

  private func itemized(
    _ text: String, isRightToLeft: Bool = false
  ) -> (items: [TextItem], flags: [BreakFlags]) {
    var text = text
    var items: [TextItem] = []
    var flags: [BreakFlags] = []
    text.withUTF8 { bytes in
      let font = FontRequest(family: "Noto Sans", size: 14, weight: 400, isItalic: false)
      fonts.itemizer.itemize(
        bytes,
        attributes: [ItemizerAttributes(bytes: 0..<bytes.count, font: font, language: "en")],
        direction: isRightToLeft ? .rightToLeft : .leftToRight, items: &items, flags: &flags)
    }
    return (items, flags)
  }

  private func levels(of text: String, isRightToLeft: Bool) -> [Int] {
    itemized(text, isRightToLeft: isRightToLeft).items.flatMap { item in
      item.scalars.map { _ in Int(item.level) }
    }
  }
}
