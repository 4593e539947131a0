import Foundation
import GalleyFonts
import GalleyHandles
import GalleyItemization
import GalleyParagraphs
import GalleyPrimitives
import TestSupport
import Testing

/// Unicode's own tests of breaks, as Debian's package `unicode-data` has them: every line, by both rules of text.
///
/// Left out are lines with a character that ends a paragraph, since paragraphs are cut before that.
@Suite("Unicode's break tests", .timeLimit(.minutes(15)))
struct UnicodeBreakTests {
  /// Breaks that a file has tests of.
  enum Kind: String {
    case lines = "LineBreakTest"
    case carets = "GraphemeBreakTest"
    case words = "WordBreakTest"
  }

  private static let thai =
    "a Thai letter that is no word of the dictionary, beside a character that is not Thai: libthai decides"

  /// The disagreements with the file of lines by the rules of Pango, by the file's rule and the classes at the
  /// place, with the reason for each.
  ///
  /// `SA_AL` is a Thai letter, which the file takes for a letter of an alphabet.
  private static let reasonsOfPango = [
    "×[11.02] WJ|SA_AL": thai, "×[12.0] GL|SA_AL": thai, "×[23.02] CM1_CM|NU": thai,
    "×[24.03] CM1_CM|PR": thai, "×[28.0] CM1_CM|SA_AL": thai, "×[30.01] CM1_CM|OP_OP30": thai,
    "×[8.1] ZWJ_O_ZWJ_CM|SA_AL": thai, "×[14.0] SP|SA_AL": thai,
  ]

  /// The number of disagreements by the rules of readers, by their reason: decision 0029.
  private static let countsOfReaders = [
    "signs of ASCII, as in browsers": 59, "small kana": 52, "hyphens, by Unicode 16": 4, "Thai": 2,
    "a space with a mark or a joiner": 220,
  ]

  /// The reason for a disagreement by the rules of readers, from its classes and the characters beside it.
  private static func reason(_ place: BreakCase.Disagreement) -> String {
    let signs: ClosedRange<UInt32> = 0x20...0x7E
    if signs.contains(place.last), signs.contains(place.next) {
      return "signs of ASCII, as in browsers"
    }
    if place.last == 0x20, !UnicodeProperties.startsCluster(place.next) {
      return "a space with a mark or a joiner"
    }
    if place.key.contains("SA_AL") { return "Thai" }
    if place.key.hasSuffix("|CJ_NS") { return "small kana" }
    return [0x2D, 0x2010].contains(place.last) ? "hyphens, by Unicode 16" : place.key
  }

  @Test(
    "all lines agree, except for those of a named reason",
    arguments: [Kind.lines, .carets, .words], [TextRules.reader, .pango])
  func agrees(kind: Kind, rules: TextRules) throws {
    let library = try FontLibrary(.noto, rules: rules)
    let fonts = FontEnvironment(configuration: library.configuration, rules: rules)
    var found: [String: Int] = [:]
    let cases = try BreakCase.cases(of: kind.rawValue)
    for line in cases {
      for place in line.disagreements(with: Self.places(kind, in: line.text, fonts), kind) {
        found[rules == .reader ? Self.reason(place) : place.key, default: 0] += 1
      }
    }
    let ofPango = Self.reasonsOfPango.mapValues { _ in 1 }
    let expected = kind != .lines ? [:] : rules == .pango ? ofPango : Self.countsOfReaders
    #expect(found == expected)
    #expect(
      cases.count == [Kind.lines: 6_338, .carets: 473, .words: 1_492][kind], "\(cases.count)")
  }

  @Test("offsets of texts lie between the characters of the file, except for one pictograph")
  func characters() throws {
    var differing: [String] = []
    for line in try BreakCase.cases(of: Kind.carets.rawValue) {
      var places: [Bool] = []
      for character in line.text {
        places.append(true)
        places += Array(repeating: false, count: character.unicodeScalars.count - 1)
      }
      differing += line.disagreements(with: places + [true], .carets).map(\.key)
    }
    // The data of Swift's library are of a later Unicode than those of Pango and of the file.
    #expect(differing == ["×[11.0] ZWJ_ExtCccZwj|Other"])
  }

  /// Whether there is a break before each scalar, and at the end.
  private static func places(_ kind: Kind, in text: String, _ fonts: FontEnvironment) -> [Bool] {
    var text = text
    return text.withUTF8 { bytes in
      if kind == .words { return fonts.map.words(of: bytes, language: "en").map { !$0.isEmpty } }
      var items: [TextItem] = []
      var flags: [BreakFlags] = []
      let font = FontRequest(family: "Noto Sans", size: 14, weight: 400, isItalic: false)
      fonts.itemizer.itemize(
        bytes,
        attributes: [ItemizerAttributes(bytes: 0..<bytes.count, font: font, language: "en")],
        direction: .leftToRight, items: &items, flags: &flags)
      return flags.map { $0.contains(kind == .lines ? .line : .caret) }
    }
  }
}

/// A line of a break test.
struct BreakCase {
  var line: String
  var text: String
  /// Whether there is a break before each scalar, and at the end.
  var breaks: [Bool]

  static func cases(of file: String) throws -> [BreakCase] {
    let path = "/usr/share/unicode/auxiliary/\(file).txt"
    let data = try #require(
      FileManager.default.contents(atPath: path),
      "\(path) is missing: make setup installs the package unicode-data")
    return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap {
      BreakCase(String($0))
    }
  }

  private static let paragraphEnds: Set<UInt32> = [
    0x0, 0xA, 0xB, 0xC, 0xD, 0x1C, 0x1D, 0x1E, 0x85, 0x2028, 0x2029,
  ]

  /// `nil` for a comment, and for a text of several paragraphs.
  init?(_ line: String) {
    guard !line.hasPrefix("#") else { return nil }
    self.line = line
    var scalars = String.UnicodeScalarView()
    breaks = []
    for field in line.prefix(while: { $0 != "#" }).split(whereSeparator: \.isWhitespace) {
      guard let scalar = UInt32(field, radix: 16).flatMap(Unicode.Scalar.init) else {
        breaks.append(field == "÷")
        continue
      }
      guard !Self.paragraphEnds.contains(scalar.value) else { return nil }
      scalars.append(scalar)
    }
    text = String(scalars)
  }

  /// A place at which a break differs.
  struct Disagreement {
    /// The rule of the file and the classes beside the place.
    var key: String
    var last: UInt32 = 0
    var next: UInt32 = 0
  }

  /// The places at which `own` differs.
  func disagreements(with own: [Bool], _ kind: UnicodeBreakTests.Kind) -> [Disagreement] {
    let scalars = text.unicodeScalars.map(\.value)
    let count = scalars.count
    let expected = kind == .words ? wordEdges : breaks
    guard own.count == count + 1, expected.count == count + 1 else {
      return [Disagreement(key: "\(own.count)")]
    }
    let places = (kind == .words ? 0..<count + 1 : 1..<max(1, count)).filter {
      own[$0] != expected[$0]
    }
    guard !places.isEmpty else { return [] }
    let comment = line.split(separator: "#", maxSplits: 1)[1]
    let classes = comment.matches(of: /\(([A-Za-z_0-9]+)\) [÷×]/).map { String($0.output.1) }
    let rules = comment.matches(of: /[÷×] \[([0-9.]+)\]/).map { String($0.output.1) }
    return places.map { place in
      let before = place > 0 ? classes[place - 1] : ""
      let after = place < classes.count ? classes[place] : ""
      return Disagreement(
        key: "\(expected[place] ? "÷" : "×")[\(rules[place])] \(before)|\(after)",
        last: place > 0 ? scalars[place - 1] : 0, next: place < count ? scalars[place] : 0)
    }
  }

  /// The starts and ends of words: of stretches between two breaks that have a letter or a number.
  private var wordEdges: [Bool] {
    let scalars = Array(text.unicodeScalars)
    var edges = [Bool](repeating: false, count: scalars.count + 1)
    var start = 0
    for place in 1..<scalars.count + 1 where breaks[place] {
      if scalars[start..<place].contains(where: { Self.isLetterOrNumber($0.value) }) {
        (edges[start], edges[place]) = (true, true)
      }
      start = place
    }
    return edges
  }

  private static func isLetterOrNumber(_ character: UInt32) -> Bool {
    switch UnicodeProperties.category(of: character) {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }
}
