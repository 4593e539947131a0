import Foundation
import GalleyHandles
import GalleyLayout
import GalleyPangoOracle
import Testing

/// Unicode's own test files, as Debian's package `unicode-data` has them.
///
/// Where we disagree with a file, so does Pango, whose breaks and levels are ours: its data are of
/// Unicode 14, and it tailors some rules (a break after a hyphen before a number; conjuncts of Indic
/// scripts). Left out are lines with what ends a paragraph, since paragraphs are cut before that.
@Suite("Unicode's test files")
struct UnicodeTests {
  private static let folder = "/usr/share/unicode"
  private static let isSoaking = ProcessInfo.processInfo.environment["GALLEY_SOAK"] != nil

  private let fonts: FontEnvironment
  private let oracle: PangoOracle

  init() throws {
    let library = try FontLibrary(.noto)
    fonts = FontEnvironment(configuration: library.configuration)
    oracle = PangoOracle(library)
  }

  @Test(
    "agrees with the break tests as far as Pango does",
    arguments: [
      ("auxiliary/LineBreakTest.txt", BreakFlags.line, 0.93),
      ("auxiliary/GraphemeBreakTest.txt", .caret, 0.98),
    ])
  func breaks(file: String, kind: BreakFlags, share: Double) throws {
    var ours = 0
    var theirs = 0
    var count = 0
    var differing: [String] = []
    for (number, line) in try lines(of: file).enumerated() {
      guard Self.isSoaking || number % 8 == 0 else { continue }
      let (text, expected) = parse(line)
      guard !text.isEmpty, !text.unicodeScalars.contains(where: Self.endsParagraph) else {
        continue
      }
      count += 1
      let own = inner(flags(of: text).map { $0.contains(kind) })
      let pango = inner(oracle.breaks(of: text).map { kind == .line ? $0.line : $0.caret })
      if own == expected { ours += 1 }
      if pango == expected { theirs += 1 }
      if own != pango { differing.append(line) }
    }
    #expect(count > 50)
    #expect(ours >= theirs, "\(ours) and \(theirs) of \(count): \(differing.prefix(5))")
    #expect(Double(ours) >= share * Double(count), "\(ours) of \(count)")
  }

  @Test("agrees with the bidi test as far as Pango does")
  func levels() throws {
    var ours = 0
    var theirs = 0
    var count = 0
    for (number, line) in try lines(of: "BidiCharacterTest.txt").enumerated() {
      guard Self.isSoaking || number % 60 == 0 else { continue }
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

  /// Whether levels are those expected; white space at the end is reset line by line, later.
  private func agree(_ levels: [Int], _ expected: [Int?], line: String) -> Bool {
    guard levels.count == expected.count else { return false }
    return zip(levels, expected).allSatisfy { $1 == nil || $0 == $1 }
  }

  private func lines(of file: String) throws -> [String] {
    let path = Self.folder + "/" + file
    let data = try #require(
      FileManager.default.contents(atPath: path),
      "\(path) is missing: make setup installs the package unicode-data")
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: "#", omittingEmptySubsequences: false)[0]
        .trimmingCharacters(in: .whitespaces)
    }
    .filter { !$0.isEmpty }
  }

  /// The text of a break test's line, and whether there is a break at each place within it.
  private func parse(_ line: String) -> (text: String, breaks: [Bool]) {
    let fields = line.split(separator: " ").map(String.init)
    let breaks = fields.filter { $0 == "÷" || $0 == "×" }.map { $0 == "÷" }
    let text = string(fields.filter { $0 != "÷" && $0 != "×" })
    return (text, inner(breaks))
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

  private func inner(_ breaks: [Bool]) -> [Bool] { Array(breaks.dropFirst().dropLast()) }

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
      fonts.itemize(
        bytes,
        attributes: [ItemizerAttributes(bytes: 0..<bytes.count, font: font, language: "en")],
        direction: isRightToLeft ? .rightToLeft : .leftToRight, items: &items, flags: &flags)
    }
    return (items, flags)
  }

  private func flags(of text: String) -> [BreakFlags] { itemized(text).flags }

  private func levels(of text: String, isRightToLeft: Bool) -> [Int] {
    itemized(text, isRightToLeft: isRightToLeft).items.flatMap { item in
      item.scalars.map { _ in Int(item.level) }
    }
  }
}
