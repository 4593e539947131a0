import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

/// What each entry point makes of what makes no sense: an error that names it, or the result that its
/// description promises.
@Suite("Bad input", .timeLimit(.minutes(15)))
struct BadInputTests {
  private let typesetter: Typesetter
  private let plain = TextAttributes(font: Font(size: 14))
  private static let numbers = [0.0, -1, .nan, .infinity, -.infinity, 1e300, 1e-300]

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func text(_ string: String = "some words to set") -> AttributedText {
    AttributedText(string, attributes: plain)
  }

  /// Whether each way to set a text takes a container, or refuses it with the same error.
  private func refusal(
    of text: AttributedText, in container: TextContainer
  ) throws -> LayoutError? {
    func error(_ set: () throws(LayoutError) -> Void) -> LayoutError? {
      do throws(LayoutError) {
        try set()
        return nil
      } catch { return error }
    }
    let errors = [
      error { () throws(LayoutError) in _ = try typesetter.layout(text, in: container) },
      error { () throws(LayoutError) in _ = try typesetter.map(text, in: container) },
      error { () throws(LayoutError) in
        _ = try typesetter.layout(typesetter.shape(text), in: container)
      },
      error { () throws(LayoutError) in
        _ = try typesetter.flow(text, through: [TextContainer(width: 100), container])
      },
      error { () throws(LayoutError) in
        _ = try typesetter.layout(text, in: container, shrinkingBy: [1, 0.5])
      },
    ]
    #expect(Set(errors.map { $0 == nil }).count == 1, "\(errors)")
    return errors[0]
  }

  @Test("in a container is refused, or counts as nothing", arguments: numbers)
  func containers(number: Double) throws {
    // A width or a height may be without an end.
    #expect(try (refusal(of: text(), in: TextContainer(width: number)) == nil) == (number > 0))
    let high = TextContainer(size: Size(width: 100, height: number))
    #expect(try (refusal(of: text(), in: high) == nil) == (number > 0))
    var container = TextContainer(width: 100)
    container.scale = number
    #expect(try refusal(of: text(), in: container) != nil)
    container = TextContainer(width: 100)
    container.insets = EdgeInsets(top: number, left: number)
    // Negative insets count as 0; insets larger than the container leave a character per line.
    #expect(try (refusal(of: text(), in: container) != nil) == (number == .infinity))
    if number <= 0 {
      #expect(try typesetter.layout(text(), in: container).lines[0].rect.origin == .zero)
    }
    container = TextContainer(width: 100)
    container.pathLineWidth = number
    container.exclusionPaths = [.rect(Rect(x: 0, y: 0, width: 20, height: 20))]
    #expect(try (refusal(of: text(), in: container) == nil) == (abs(number) <= 1))
    container.pathLineWidth = 0
    container.exclusionPaths = [.rect(Rect(x: number, y: 0, width: 20, height: 20))]
    #expect(try (refusal(of: text(), in: container) == nil) == (abs(number) <= 1))
  }

  @Test("in the number of text rows is refused below 0, and none above is too many")
  func rowCounts() throws {
    for count in [-1, Int.min] {
      let container = TextContainer(width: 50, maximumRowCount: count, truncation: .end)
      #expect(try refusal(of: text(), in: container) == .invalidContainer(container))
    }
    let all = try typesetter.layout(text(), in: TextContainer(width: 50))
    let most = try typesetter.layout(
      text(), in: TextContainer(width: 50, maximumRowCount: .max, truncation: .middle))
    #expect(most.lines == all.lines && !most.isTruncated)
    #expect(try typesetter.flow(text(), through: []).layouts.isEmpty)
  }

  @Test("in a font is refused by its size; any name and weight is accepted")
  func fonts() throws {
    for size in Self.numbers + [0.99, 512.1] {
      var text = text()
      try text.update(in: 5..<10) { $0.font.size = size }
      guard case .invalidFontSize? = try refusal(of: text, in: TextContainer(width: 100)) else {
        Issue.record("took a font size of \(size)")
        continue
      }
    }
    for font in [
      Font(family: "", size: 14), Font(family: "no such family", size: 14),
      Font(family: "Noto Sans\0Bold", size: 14), Font(family: "a,b:c=d\\-12", size: 14),
      Font(family: String(repeating: "x", count: 100_000), size: 14),
      Font(size: 14, weight: .min), Font(size: 14, weight: .max), Font(size: 14, weight: 0),
    ] {
      var text = text()
      try text.update(in: 5..<10) { $0.font = font }
      #expect(try refusal(of: text, in: TextContainer(width: 100)) == nil)
      #expect(try typesetter.layout(text, in: TextContainer(width: 100)).missingGlyphCount == 0)
    }
    for language in ["", "x", "\0", "zz-no-such", String(repeating: "en-", count: 9_999), "日本"] {
      var text = text()
      try text.update(in: 5..<10) { $0.language = language }
      #expect(try refusal(of: text, in: TextContainer(width: 100)) == nil)
    }
  }

  @Test("in a token or a message is refused as in a text")
  func tokens() throws {
    for isMessage in [false, true] {
      func refusal(_ token: AttributedText) throws -> LayoutError? {
        var container = TextContainer(width: 60, maximumRowCount: 1, truncation: .end)
        if isMessage {
          container.truncationMessage = token
        } else {
          container.truncationToken = token
        }
        return try self.refusal(of: text(), in: container)
      }
      var token = text("more")
      try token.update(in: 1..<3) { $0.kern = .nan }
      #expect(try refusal(token) == .invalidAttribute("kern", 1..<3))
      try token.update(in: 1..<3) {
        $0.kern = 0
        $0.font.size = -3
      }
      #expect(try refusal(token) == .invalidFontSize(-3))
      token = text(String(repeating: "x", count: 64 << 10 + 1))
      #expect(try refusal(token) == .textTooLong(utf8Count: token.utf8Count))
      for string in [
        "", " ", "\n", "\n\nmore\n", "\t", "\u{301}", String(repeating: "x", count: 99),
      ] {
        #expect(try refusal(text(string)) == nil)
      }
    }
  }

  @Test("leaves a text in white space alone, wherever it is cut")
  func whiteSpace() throws {
    for string in ["", " ", "   ", "\n", "\n\n\n", "a\n\n\n", "a  \n b \n\n", "\t\t", "\r\n \r\n"] {
      for truncation in TextContainer.Truncation.allCases {
        for rows in 0...3 {
          for width in [1.0, 30, .infinity] {
            var container = TextContainer(
              width: width, maximumRowCount: rows, truncation: truncation)
            container.truncationToken = rows == 2 ? text("…more") : nil
            let map = try typesetter.map(text(string), in: container)
            #expect(map.layout.lines.count >= 1)
            #expect(rows == 0 || map.layout.rowCount <= rows)
            for line in map.layout.lines { #expect(line.range.upperBound <= string.utf8.count) }
          }
        }
      }
    }
  }

  @Test("an annotation that is too long for its font size throws an error")
  func annotations() throws {
    func refusal(_ count: Int, size: Double, factor: Double = 1) throws -> LayoutError? {
      var text = AttributedText("漢字", attributes: TextAttributes(font: Font(size: size)))
      try text.update(in: 0..<3) {
        $0.ruby = RubyAnnotation(String(repeating: "字", count: count), sizeFactor: factor)
      }
      return try self.refusal(of: text, in: TextContainer(width: 100))
    }
    #expect(try refusal(4_200, size: 512) == .invalidAttribute("ruby", 0..<3))
    #expect(try refusal(43, size: 512) == .invalidAttribute("ruby", 0..<3))
    #expect(try refusal(42, size: 512) == nil)
    #expect(try refusal(3_000, size: 14, factor: 0.5) == nil)
    for factor in Self.numbers where !(0.1...1).contains(factor) {
      #expect(try refusal(1, size: 14, factor: factor) == .invalidAttribute("ruby", 0..<3))
    }
  }

  @Test("in attachments that are larger than all room is room that they take alone")
  func attachments() throws {
    for size in [
      Size(width: 16_384, height: 1), Size(width: 1, height: 16_384),
      Size(width: 16_384, height: 16_384), Size(width: 0, height: 0),
    ] {
      var text = text("ab \u{FFFC} cd")
      try text.update(in: 3..<6) { $0.attachment = TextAttachment(.blank, size: size) }
      var vertical = TextContainer(size: Size(width: 50, height: 50))
      vertical.isVertical = true
      var around = TextContainer(size: Size(width: 50, height: 50))
      around.exclusionPaths = [.rect(Rect(x: 20, y: 0, width: 10, height: 50))]
      for container in [
        TextContainer(width: 50), TextContainer(size: Size(width: 50, height: 50)),
        TextContainer(width: 50, maximumRowCount: 1, truncation: .end), vertical, around,
        TextContainer(path: .ellipse(in: Rect(x: 0, y: 0, width: 50, height: 50))),
      ] {
        let layout = try typesetter.layout(text, in: container)
        #expect(layout.attachments.count <= 1 && layout.boundingSize.width.isFinite)
        // A row is there, unless an outline has no room for one.
        #expect(layout.rowCount > 0 || container.path != nil || !container.exclusionPaths.isEmpty)
      }
    }
    var many = text(String(repeating: "\u{FFFC}", count: 3_000))
    try many.update(in: 0..<many.utf8Count) {
      $0.attachment = TextAttachment(.blank, size: Size(width: 16_384, height: 1))
    }
    let line = try typesetter.layout(many, in: TextContainer(width: .infinity)).lines[0]
    #expect(line.advance == 3_000 * 16_384)
  }

  @Test("in a range or an offset counts as the text's nearest part")
  func ranges() throws {
    let text = text("abc שלום e\u{301} 👩‍👧")
    let map = try typesetter.map(text, in: TextContainer(width: 40))
    let all = 0..<text.utf8Count
    let far = Int.min..<Int.max
    #expect(map.rect(for: far) == map.rect(for: all))
    #expect(map.tightRects(for: far) == map.tightRects(for: all))
    #expect(map.selectionRects(for: far).count == map.selectionRects(for: all).count)
    for offset in [Int.min, -1, Int.max] {
      let position = TextPosition(offset: offset)
      #expect(map.snapped(offset) == (offset < 0 ? 0 : all.upperBound))
      #expect(map.caretRect(at: position) == map.caretRect(at: map.snapped(position)))
      #expect(map.offset(after: offset) == (offset < 0 ? map.boundaries[1] : nil))
      #expect(map.offset(before: offset) == (offset < 0 ? nil : map.boundaries.dropLast().last))
      for unit in TextUnit.allCases {
        let range = map.range(of: unit, at: position)
        #expect(range.lowerBound >= 0 && range.upperBound <= all.upperBound)
        for movement in TextMovement.allCases {
          for column in Self.numbers {
            let target = map.position(from: position, moving: movement, by: unit, column: column)
            #expect(target.map { map.boundaries.contains($0.offset) } ?? true)
          }
        }
      }
      for line in [Int.min, -1, Int.max] {
        #expect(map.layout.lines(ofRow: line) == nil && map.layout.rect(ofRow: line) == nil)
        #expect(map.graphemes(ofLine: line).isEmpty)
      }
      #expect(text.highlightRange(at: offset) == nil && text.bindingRange(at: offset) == nil)
      #expect(text.attributes(at: offset) == plain)
      #expect(all.contains(text.boundary(notAfter: offset)) || offset == .max)
      #expect(
        text.string[..<text.index(at: offset)].utf8.count == (offset < 0 ? 0 : all.upperBound))
      #expect(text.offset(utf16: offset) == (offset < 0 ? 0 : all.upperBound))
    }
    #expect(text.subtext(far).string == text.string)
    #expect(text.string[text.stringRange(far)] == text.string)
  }
}
