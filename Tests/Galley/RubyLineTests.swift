import Galley
import GalleyLayout
import GalleyPrimitives
import GalleyText
import TestSupport
import Testing

/// Annotated stretches that are longer than their line.
@Suite("Ruby over several lines", .timeLimit(.minutes(5)))
struct RubyLineTests {
  private let renderer: TextRenderer

  init() throws { renderer = try TextRenderer() }

  private func layout(
    _ base: String, _ ruby: String, before: String = "", width: Double = 130,
    isVertical: Bool = false, language: String = "ja",
    truncation: TextContainer.Truncation? = nil, rows: Int = 0
  ) throws -> TextLayout {
    let plain = TextAttributes(font: Font(size: 20), language: language)
    var annotated = plain
    annotated.ruby = RubyAnnotation(ruby)
    var builder = AttributedTextBuilder()
    builder.append(before, attributes: plain)
    builder.append(base, attributes: annotated)
    var container =
      isVertical
      ? TextContainer(size: Size(width: 600, height: width)) : TextContainer(width: width)
    container.isVertical = isVertical
    if let truncation { container.truncation = truncation }
    container.maximumRowCount = rows
    return try renderer.typesetter.layout(builder.text(emptyAttributes: plain), in: container)
  }

  /// The numbers of the annotation's glyphs, in order.
  private func annotation(_ layout: TextLayout) -> [UInt32] {
    layout.content.rubyRuns.flatMap { layout.glyphs[$0.glyphs].map(\.id) }
  }

  @Test(
    "a stretch longer than its line breaks, and its annotation with it", arguments: [false, true])
  func breaks(isVertical: Bool) throws {
    let (base, ruby) = (
      String(repeating: "漢字熟語", count: 5), String(repeating: "かんじじゅくご", count: 5)
    )
    let broken = try layout(base, ruby, before: "前", isVertical: isVertical)
    let whole = try layout(base, ruby, width: 590, isVertical: isVertical)
    #expect(whole.lines.count == 1 && broken.lines.count > 2)
    #expect(annotation(broken) == annotation(whole))
    #expect(broken.lines.allSatisfy { $0.advance <= 130.01 })
    for line in broken.lines.dropFirst(broken.lines[0].range.count == 3 ? 1 : 0) {
      let along = isVertical ? \Point.y : \Point.x
      let (start, end) = (line.origin[keyPath: along], line.origin[keyPath: along] + line.advance)
      let own = broken.content.rubyRuns.filter { run in
        isVertical
          ? (0..<22).contains(run.origin.x - line.origin.x)
          : (0..<30).contains(line.origin.y - run.origin.y)
      }
      #expect(!own.isEmpty)
      for run in own {
        let advance = broken.glyphs[run.glyphs].reduce(0) { $0 + $1.advance.length }
        let middle = run.origin[keyPath: along] + advance / 2
        #expect(abs(middle - (start + end) / 2) < 12, "\(line.range)")
      }
    }
  }

  @Test("a stretch that fits on a line of its own is not divided")
  func staysWhole() throws {
    let layout = try layout("漢字熟語", "かんじじゅくご", before: "前前前前", width: 100)
    #expect(layout.lines.map(\.range) == [0..<12, 12..<24])
  }

  @Test("words of a long stretch stay whole, and the annotation is read in the order of the base")
  func words() throws {
    for (base, ruby, language) in [
      ("several words of one long base", "abcdefghijklmnopqrst", "en"),
      ("כמה מילים של בסיס ארוך אחד", "אבגדהוזחטיכלמנס", "he"),
      ("several words of one long base", "אבגדהוזחטיכלמנס", "en"),
    ] {
      let broken = try layout(base, ruby, width: 110, language: language)
      #expect(broken.lines.count > 1)
      let bytes = Array(base.utf8)
      for line in broken.lines.dropLast() {
        #expect(bytes[line.range.upperBound - 1] == 0x20, "\(line.range)")
      }
      let whole = try layout(base, ruby, width: 500, language: language)
      #expect(annotation(broken).sorted() == annotation(whole).sorted())
      // The first line has the annotation's first letter.
      let isReversed = language == "he" || ruby.hasPrefix("א")
      let first = try #require(isReversed ? annotation(whole).last : annotation(whole).first)
      let top = broken.content.rubyRuns.filter { $0.origin.y < broken.lines[0].origin.y }
      #expect(top.contains { broken.glyphs[$0.glyphs].contains { $0.id == first } })
    }
  }

  @Test(
    "a part of a stretch is spaced out to its part of a longer annotation, and is at the middle of it",
    arguments: [
      ("漢字", "あいうえおかきくけこさしすせそ", "ja", 100.0), ("Hello there", "annotation long one", "en", 75),
      ("שלום עולם", "shalom olam very long here", "he", 80),
      ("internationalization", "i18n is a long reading of it, yes", "en", 110),
    ])
  func longAnnotations(base: String, ruby: String, language: String, width: Double) throws {
    let broken = try layout(base, ruby, width: width, language: language)
    #expect(broken.lines.count > 1)
    var count = 0
    for line in broken.lines {
      #expect(line.advance <= width + 0.01, "\(line.range)")
      let own = broken.content.rubyRuns.filter { (0..<30).contains(line.origin.y - $0.origin.y) }
      let starts = own.map(\.origin.x)
      let ends = own.map { run in
        run.origin.x + broken.glyphs[run.glyphs].reduce(0) { $0 + $1.advance.length }
      }
      let (start, end) = (try #require(starts.min()), try #require(ends.max()))
      #expect(start >= line.origin.x - 0.01 && end <= line.origin.x + line.advance + 0.01)
      #expect(abs(start + end - 2 * line.origin.x - line.advance) < 1, "\(line.range)")
      count += own.reduce(0) { $0 + $1.glyphs.count }
    }
    let whole = try layout(base, ruby, width: .infinity, language: language)
    // White space at the ends of parts is dropped.
    let blanks = ruby.filter(\.isWhitespace).count
    #expect((annotation(whole).count - blanks...annotation(whole).count).contains(count))
  }

  @Test(
    "a truncated row has a part of a stretch that is longer than it, with its part of the annotation",
    arguments: [TextContainer.Truncation.start, .middle, .end])
  func truncation(mode: TextContainer.Truncation) throws {
    let (base, ruby) = ("日本語の振り仮名日本語の振り仮名", "にほんごのふりがなにほんごのふりがな")
    for rows in 1...2 {
      let row = try layout(base, ruby, truncation: mode, rows: rows)
      #expect(row.isTruncated && row.lines.count == rows)
      let last = try #require(row.lines.last)
      // The ellipsis is not alone.
      #expect(last.range.count >= 9 && last.advance > 80 && last.advance <= 130.01)
      let annotated = row.content.rubyRuns.filter {
        (0..<30).contains(last.origin.y - $0.origin.y)
      }
      let length = annotated.reduce(0) { sum, run in
        row.glyphs[run.glyphs].reduce(sum) { $0 + $1.advance.length }
      }
      #expect(length > 20 && length < last.advance, "\(rows)")
    }
  }
}
