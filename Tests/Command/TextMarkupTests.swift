import Foundation
import TestSupport
import Testing

/// Options of `galley text` with each format of a text, and the sides of its columns.
@Suite("galley text with markup", .timeLimit(.minutes(15)))
struct TextMarkupTests {
  private static let formats: [(text: String, option: String)] = [
    ("One **two** three four\n\n- five six seven\n\n> eight nine ten", "--markdown"),
    ("<p>One <b>two</b> three four<ul><li>five six seven</ul><blockquote>eight", "--html"),
    ("One <span line_height='1.1'>two</span> three\nfour five six", "--pango-markup"),
  ]

  @Test(
    "each option of paragraphs changes the picture of each format",
    arguments: [
      ["--align", "center"], ["--direction", "rightToLeft"], ["--line-height", "40"],
      ["--min-line-height", "40"], ["--max-line-height", "12"], ["--line-height-multiple", "2"],
      ["--line-spacing", "9"], ["--space-before", "9"], ["--space-after", "19"],
      ["--first-indent", "20"], ["--head-indent", "20"], ["--tail-indent", "-30"],
    ], formats)
  func options(arguments: [String], format: (text: String, option: String)) throws {
    // The markup has a factor of its own.
    if format.option == "--pango-markup", arguments[0] == "--line-height-multiple" { return }
    let galley = try GalleyRunner()
    let text = ["text", format.text, format.option, "--width", "90"]
    let base = try galley.run(text + ["-o", "plain.png"])
    let changed = try galley.run(text + arguments + ["-o", "a.png"])
    #expect(base.status == 0 && changed.status == 0, "\(changed.errors)")
    #expect(try galley.folder.bytes("plain.png") != galley.folder.bytes("a.png"))
  }

  @Test("the example of the manual is centred")
  func manual() throws {
    let run = try GalleyRunner().run(
      "text", "One <b>two</b>", "--html", "--align", "center", "--width", "200")
    let text = try #require(try run.records().first?["text"] as? [String: Any])
    let line = try #require((text["lines"] as? [[String: Any]])?.first)
    let rect = try #require(line["rect"] as? [String: Double])
    #expect(abs((rect["x"] ?? 0) * 2 + (rect["width"] ?? 0) - 200) < 0.1)
  }

  @Test(
    "columns begin at the side where the text does, unless an option says another one",
    arguments: [
      (["שלום עולם וברוך הבא לכולם"], [], true), (["one two three four five"], [], false),
      (["שלום עולם וברוך הבא לכולם"], ["--columns-from", "left"], false),
      (["one two three four five"], ["--columns-from", "right"], true),
      (["one two three four five"], ["--direction", "rightToLeft"], true),
      (["吾輩は猫である名前はまだ無い", "--vertical"], [], true),
      (["吾輩は猫である名前はまだ無い", "--vertical", "--from-left"], [], false),
    ])
  func columns(text: [String], arguments: [String], isReversed: Bool) throws {
    let galley = try GalleyRunner()
    let columns = ["--width", "60", "--height", "46", "--columns", "2", "--column-gap", "10"]
    let run = try galley.run(
      ["text"] + text + columns + arguments
        + ["--caret", "0", "--hit", "100,5", "--hit", "30,5", "--select", "0...", "-o", "a.png"])
    #expect(run.status == 0, "\(run.errors)")
    let records = try run.records()
    let caret = try #require(records[0]["rect"] as? [String: Double])
    #expect(records[0]["column"] as? Int == 0)
    #expect(((caret["x"] ?? 0) >= 70) == isReversed, "\(caret)")
    #expect(records[1...2].map { $0["column"] as? Int } == (isReversed ? [0, 1] : [1, 0]))
    for selected in try #require(records[3]["rects"] as? [[String: Any]]) {
      let isFirst = selected["column"] as? Int == 0
      let x = try #require((selected["rect"] as? [String: Double])?["x"])
      #expect((x >= 69.9) == (isFirst == isReversed), "\(selected)")
    }
    let picture = try DecodedPNG(galley.folder.bytes("a.png"))
    #expect(picture.width == 260)
  }
}
