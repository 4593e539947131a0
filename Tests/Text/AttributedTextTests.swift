import Foundation
import GalleyPangoOracle
import GalleyPrimitives
import GalleyText
import Testing

@Suite("AttributedText", .timeLimit(.minutes(15)))
struct AttributedTextTests {
  private func plain(_ string: String) -> AttributedText {
    AttributedText(string, attributes: TextAttributes(font: Font(size: 14)))
  }

  @Test("is equal after JSON and property lists, with any attributes")
  func roundTrip() throws {
    for seed in UInt64(0)..<400 {
      var mix = AttributeMix(seed: seed)
      let text = mix.text()
      let json = try JSONEncoder().encode(text)
      #expect(try JSONDecoder().decode(AttributedText.self, from: json) == text, "seed \(seed)")
      let list = try PropertyListEncoder().encode(text)
      #expect(
        try PropertyListDecoder().decode(AttributedText.self, from: list) == text, "seed \(seed)")
    }
  }

  @Test("keeps its runs in order, without gaps, each unlike the next, after any edits")
  func runs() {
    for seed in UInt64(0)..<400 {
      var mix = AttributeMix(seed: seed)
      let text = mix.text()
      #expect(text.runs.first?.range.lowerBound == 0)
      #expect(text.runs.last?.range.upperBound == text.utf8Count)
      for (left, right) in zip(text.runs, text.runs.dropFirst()) {
        #expect(left.range.upperBound == right.range.lowerBound && !left.range.isEmpty)
        #expect(text.isBoundary(right.range.lowerBound), "seed \(seed)")
      }
    }
  }

  @Test("sets attributes as a table with one cell per byte does")
  func model() throws {
    for seed in UInt64(0)..<300 {
      var mix = AttributeMix(seed: seed)
      var text = plain(mix.string())
      var model = Array(repeating: text.attributes(at: 0), count: text.utf8Count)
      for _ in 0..<20 {
        let first = text.boundary(notAfter: mix.below(text.utf8Count + 1))
        let last = text.boundary(notBefore: mix.below(text.utf8Count + 1))
        guard first < last else { continue }
        let kern = Double(mix.below(3))
        let isUnderlined = mix.below(2) == 0
        let change: (inout TextAttributes) -> Void = {
          $0.kern = kern
          if isUnderlined { $0.underline = TextDecoration() }
        }
        try text.update(in: first..<last, change)
        for index in first..<last { change(&model[index]) }
      }
      #expect((0..<text.utf8Count).map { text.attributes(at: $0) } == model, "seed \(seed)")
    }
  }

  @Test("is refused by a decoder if its runs do not cover it")
  func unsound() throws {
    let text = plain("abc")
    let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    for (good, bad) in [
      ("[0,3]", "[0,2]"), ("[0,3]", "[1,3]"), ("[0,3]", "[0,9]"), ("\"abc\"", "\"a\\u0000c\""),
      ("\"abc\"", "\"é\u{301}\""),
    ] {
      let broken = json.replacingOccurrences(of: good, with: bad)
      #expect(broken != json)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(AttributedText.self, from: Data(broken.utf8))
      }
    }
  }

  @Test("decodes paragraph styles without some members, as earlier versions wrote them")
  func absentMembers() throws {
    var style = ParagraphStyle(alignment: .center, direction: .rightToLeft)
    style.lineHeightMultiple = 1
    style.fixedLineHeight = 2
    style.minimumLineHeight = 3
    style.maximumLineHeight = 4
    style.lineSpacing = 5
    style.paragraphSpacingBefore = 6
    style.paragraphSpacing = 7
    style.firstLineHeadIndent = 8
    style.headIndent = 9
    style.tailIndent = 10
    style.tabStops = [.init(11, alignment: .decimal)]
    style.defaultTabInterval = 12
    (style.wrap, style.wordBreak, style.strictness) = (.pretty, .keepAll, .strict)
    style.autospace = .normal
    (style.hangsOpening, style.hangsClosing, style.hangsStops) = (true, true, true)
    style.kashida = 13
    func members(_ style: ParagraphStyle) throws -> [String: Any] {
      let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(style))
      return try #require(json as? [String: Any])
    }
    func decoded(_ members: [String: Any]) throws -> ParagraphStyle {
      try JSONDecoder().decode(
        ParagraphStyle.self, from: JSONSerialization.data(withJSONObject: members))
    }
    let all = try members(style)
    let new = try members(ParagraphStyle())
    #expect(try decoded(all) == style)
    #expect(try decoded([:]) == ParagraphStyle())
    #expect(all.count == 22)
    for (name, value) in all {
      let isDefault = new[name].map { ($0 as? NSObject) == (value as? NSObject) } ?? false
      #expect(!isDefault, "\(name) has its default value here")
      var others = try members(decoded(all.filter { $0.key != name }))
      #expect((others[name] as? NSObject) == (new[name] as? NSObject), "\(name)")
      others[name] = value
      #expect(NSDictionary(dictionary: others) == NSDictionary(dictionary: all), "\(name)")
    }
  }

  @Test("refuses a range that is out of bounds or splits a character")
  func ranges() {
    var text = plain("e\u{301}👩‍👧")
    let count = text.utf8Count
    #expect(throws: TextError.rangeOutOfBounds(0..<99, utf8Count: count)) {
      try text.update(in: 0..<99) { $0.kern = 1 }
    }
    #expect(throws: TextError.rangeOutOfBounds(-1..<1, utf8Count: count)) {
      try text.update(in: -1..<1) { $0.kern = 1 }
    }
    #expect(throws: TextError.rangeSplitsCharacter(0..<1)) {
      try text.update(in: 0..<1) { $0.kern = 1 }
    }
    #expect(throws: TextError.rangeSplitsCharacter(3..<7)) {
      try text.update(in: 3..<7) { $0.kern = 1 }
    }
    #expect(text == plain("e\u{301}👩‍👧"))
  }

  @Test("converts offsets to indices and UTF-16 and back, never into a character")
  func offsets() {
    for seed in UInt64(0)..<200 {
      var mix = AttributeMix(seed: seed)
      let text = plain(mix.string())
      var offset = 0
      for index in text.string.indices {
        #expect(text.offset(of: index) == offset && text.index(at: offset) == index)
        let utf16 = index.utf16Offset(in: text.string)
        #expect(text.utf16Offset(of: offset) == utf16 && text.offset(utf16: utf16) == offset)
        let width = text.string[index].utf8.count
        for inner in offset..<(offset + width) {
          #expect(text.index(at: inner) == index && text.boundary(notAfter: inner) == offset)
          #expect(text.isBoundary(inner) == (inner == offset))
        }
        for inner in 1..<max(2, text.string[index].utf16.count) where width > 1 {
          if text.string[index].utf16.count > 1 {
            #expect(text.offset(utf16: utf16 + inner) == offset)
          }
        }
        offset += width
      }
      #expect(text.offset(of: text.string.endIndex) == offset)
      #expect(text.offset(utf16: 1 << 40) == offset && text.offset(utf16: -1) == 0)
      #expect(text.index(at: 1 << 40) == text.string.endIndex)
    }
  }

  @Test("separates a range from an equal adjacent one, and keeps it whole across other attributes")
  func joined() throws {
    var text = plain("@amy@bob")
    for range in [0..<4, 4..<8] {
      try text.update(in: range) {
        $0.highlight = TextHighlight()
        $0.backedString = TextBackedString("x")
      }
    }
    try text.update(in: 2..<6) { $0.color = Color(rgb: 0xFF0000) }
    #expect(text.highlightRange(at: 1) == 0..<4 && text.highlightRange(at: 3) == 0..<4)
    #expect(text.highlightRange(at: 4) == 4..<8)
    #expect(try text.plainText() == "xx" && text.plainText(in: 3..<4) == "x")
    #expect(try text.plainText(in: 3..<5) == "xx")
  }

  @Test("gives the plain text of two equal adjacent emoticons twice")
  func backed() throws {
    var builder = AttributedTextBuilder()
    var smile = plain("\u{FFFC}")
    try smile.update(in: 0..<3) {
      $0.backedString = TextBackedString("[smile]")
      $0.attachment = TextAttachment(.blank, size: Size(width: 9, height: 9))
    }
    builder.append("hi ", attributes: plain("").attributes(at: 0))
    builder.append(smile)
    builder.append(smile)
    let text = builder.text(emptyAttributes: plain("").attributes(at: 0))
    #expect(try text.plainText() == "hi [smile][smile]")
  }

  @Test("presses and releases a highlight with its user info")
  func highlight() throws {
    var text = plain("tap me now")
    var highlight = TextHighlight(backgroundColor: .black, userInfo: ["url": "https://example.org"])
    highlight.color = .white
    highlight.underline = .removed
    try text.update(in: 4..<6) {
      $0.underline = TextDecoration()
      $0.highlight = highlight
    }
    let pressed = try #require(text.pressingHighlight(at: 5))
    #expect(pressed.range == 4..<6)
    let attributes = pressed.text.attributes(at: 4)
    #expect(attributes.color == .white && attributes.underline == nil)
    #expect(attributes.backgroundBorder?.insets.left == -1)
    #expect(attributes.highlight?.userInfo["url"] == "https://example.org")
    #expect(text.pressingHighlight(at: 0) == nil && text.pressingHighlight(at: 99) == nil)
  }

  @Test("is built from pieces and repaired, with run ends between characters")
  func building() {
    let attributes = TextAttributes(font: Font(size: 14))
    var red = attributes
    red.color = Color(rgb: 0xFF0000)
    var builder = AttributedTextBuilder()
    builder.append("a\0", attributes: attributes)
    builder.append("e", attributes: attributes)
    builder.append("\u{301}" + String(repeating: "\u{302}", count: 40) + "b", attributes: red)
    let text = builder.text(emptyAttributes: attributes)
    #expect(text.repairs.nulCount == 1 && text.repairs.droppedMarkCount == 9)
    #expect(text.runs.count == 2 && text.runs[1].range.count == 1)
    #expect(text.attributes(at: text.utf8Count - 1) == red)
  }

  @Test("extracts a range with its attributes")
  func cutting() throws {
    for seed in UInt64(0)..<200 {
      var mix = AttributeMix(seed: seed)
      let text = mix.text()
      let middle = text.boundary(notAfter: mix.below(text.utf8Count + 1))
      var builder = AttributedTextBuilder(paragraphStyle: text.paragraphStyle)
      builder.append(text.subtext(0..<middle))
      builder.append(text.subtext(middle..<text.utf8Count))
      let joined = builder.text(emptyAttributes: text.attributes(at: 0))
      #expect(joined.string == text.string && joined.runs == text.runs, "seed \(seed)")
    }
  }
}
