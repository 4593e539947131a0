import Foundation
import TestSupport
import Testing

@Suite("galley text", .timeLimit(.minutes(15)))
struct TextTests {
  @Test("prints the layout of a text without another wish, and draws one with -o")
  func layoutAndPicture() throws {
    let galley = try GalleyRunner()
    let printed = try galley.run("text", "one two three", "--width", "60", "--font", "Noto Sans 14")
    #expect(printed.status == 0, "\(printed.errors)")
    let text = try #require(try printed.records().first?["text"] as? [String: Any])
    let lines = try #require(text["lines"] as? [[String: Any]])
    #expect(lines.compactMap { $0["range"] as? [Int] } == [[0, 8], [8, 13]])
    let drawn = try galley.run(
      "text", "one two three", "--width", "60", "--scale", "3", "-o", "a.png")
    #expect(drawn.status == 0 && drawn.output.isEmpty, "\(drawn.errors)")
    let picture = try DecodedPNG(galley.folder.bytes("a.png"))
    #expect(picture.width == 180)
  }

  @Test("writes a picture to standard output with -o -")
  func standardOutput() throws {
    let galley = try GalleyRunner()
    #expect(try galley.run("text", "words", "-o", "a.png").status == 0)
    let run = try galley.shell(#""$0" text words -o - > "$1""#, "b.png")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try galley.folder.bytes("b.png") == galley.folder.bytes("a.png"))
    #expect(try Set(galley.folder.names()) == ["a.png", "b.png"])
  }

  @Test("reads files, Markdown, HTML and Pango's markup")
  func formats() throws {
    let galley = try GalleyRunner()
    _ = try galley.write("a **b**\n", to: "text")
    for (arguments, length) in [
      (["--file", "text"], 7), (["--file", "text", "--markdown"], 3),
      (["a <b>b</b>", "--html"], 3),
      (["a <b>b</b>", "--pango-markup"], 3), (["a <b>b</b>"], 10),
    ] {
      let run = try galley.run(["text"] + arguments)
      let text = try #require(try run.records().first?["text"] as? [String: Any])
      let line = try #require((text["lines"] as? [[String: Any]])?.last)
      #expect((line["range"] as? [Int])?.last == length, "\(arguments)")
    }
  }

  @Test("answers queries in their order")
  func queries() throws {
    let galley = try GalleyRunner()
    let run = try galley.run(
      "text", "abc def", "--width", "40", "--caret", "4", "--caret", "before:4", "--hit", "1,3",
      "--select", "1...5")
    let records = try run.records()
    #expect(records.compactMap { $0["query"] as? String } == ["caret", "caret", "hit", "select"])
    let tops = records.prefix(2).compactMap { ($0["rect"] as? [String: Double])?["y"] }
    // The text is wrapped at the caret, which stands below or at the end of the line above.
    #expect(tops.count == 2 && tops[0] > tops[1])
    #expect(records[2]["range"] as? [Int] == [0, 1] && records[2]["offset"] as? Int == 0)
    #expect((records[3]["rects"] as? [Any])?.count == 2)
  }

  @Test(
    "draws each attribute and setting differently from plain text",
    arguments: [
      ["--kern", "3"], ["--underline", "double,dash,#f00"],
      ["--strikethrough", "2"], ["--shadow", "2,2,1,#888"], ["--inner-shadow", "1,1,1,#fff"],
      ["--border", "1,#c00,radius:3"], ["--background-border", "fill:#ff0"],
      ["--block-border", "fill:#0ff"], ["--glyph-transform", "1,0,0.3,1,0,0"], ["--ruby", "r"],
      ["--ruby", "r", "--ruby-below"], ["--color", "#00f"], ["--font", "Noto Serif Bold 17"],
      ["--part-color", "#0a0"], ["--part-font", "Noto Sans 20"],
      ["--align", "center"], ["--align", "end"], ["--direction", "rightToLeft"],
      ["--line-height", "40"], ["--line-height-multiple", "2"], ["--line-spacing", "9"],
      ["--space-before", "9"], ["--space-after", "9"], ["--first-indent", "20"],
      ["--head-indent", "20"], ["--tail-indent", "-30"], ["--tabs", "90:end"],
      ["--tab-interval", "33"], ["--insets", "4"], ["--max-rows", "1", "--truncate", "end"],
      ["--max-rows", "1", "--truncate", "middle"], ["--max-rows", "1", "--truncate", "start"],
      ["--max-rows", "1", "--truncate", "end", "--token", "[more]"],
      ["--path", "ellipse:0,0,120,120"], ["--exclude", "rect:20,0,30,90"],
      ["--line-positions", "20,9,33"], ["--shrink", "0.5"],
      ["--background", "#eee"], ["--overlay", "all"], ["--caret", "3"], ["--select", "2...9"],
      ["--overline", "#f00"], ["--stroke", "1,#f00"], ["--stroke", "1,hollow"],
      ["--emphasis", "•"], ["--emphasis", "sesame"], ["--emphasis", "x,#f00,below"],
      ["--features", "smcp"],
      ["--min-line-height", "40"], ["--max-line-height", "12"], ["--align", "right"],
    ])
  func options(arguments: [String]) throws {
    let galley = try GalleyRunner()
    let text = ["text", "One\ttwo three\nfour", "--width", "120"]
    let box = ["--height", arguments.contains("0.5") ? "30" : "120"]
    let base = try galley.run(text + box + ["-o", "plain.png"])
    let changed = try galley.run(text + box + arguments + ["-o", "a.png"])
    #expect(base.status == 0 && changed.status == 0, "\(changed.errors)")
    #expect(try galley.folder.bytes("plain.png") != galley.folder.bytes("a.png"))
  }

  @Test(
    "draws settings of lines and letters that plain words do not show",
    arguments: [
      (["A title of some words, which is so"], ["--wrap", "balance"]),
      (["lines of words so"], ["--wrap", "pretty"]),
      (["모든 인간은 태어날 때부터 자유로우며"], ["--word-break", "keepAll"]),
      (["佐々佐々佐々佐々佐々", "--lang", "ja"], ["--strictness", "loose"]),
      (["jogging", "--underline", "#00f"], ["--through-ink"]),
      (["ab", "--vertical", "--height", "90"], ["--vertical-form", "upright"]),
    ])
  func lineOptions(text: [String], arguments: [String]) throws {
    let galley = try GalleyRunner()
    let base = try galley.run(["text"] + text + ["--width", "120", "-o", "plain.png"])
    let changed = try galley.run(["text"] + text + ["--width", "120", "-o", "a.png"] + arguments)
    #expect(base.status == 0 && changed.status == 0, "\(base.errors) \(changed.errors)")
    #expect(try galley.folder.bytes("plain.png") != galley.folder.bytes("a.png"))
  }

  @Test("highlights and bindings say how they react")
  func reactions() throws {
    let galley = try GalleyRunner()
    let run = try galley.run("text", "a b", "--highlight", "u", "--long-press")
    let text = try #require(try run.records().first?["text"] as? [String: Any])
    let highlight = try #require((text["highlights"] as? [[String: Any]])?.first)
    #expect(highlight["gestures"] as? [String] == ["longPress"])
    #expect(try galley.run("text", "a b", "--binding", "--confirm-delete").status == 0)
  }

  @Test("queries of columns are answered on the page, and name the column")
  func columnQueries() throws {
    let galley = try GalleyRunner()
    let text = "one two three four five six seven eight nine ten"
    let run = try galley.run(
      "text", text, "--width", "60", "--height", "45", "--columns", "4", "--column-gap", "10",
      "--caret", "2", "--caret", "20", "--hit", "75,3", "--select", "4...40")
    #expect(run.status == 0, "\(run.errors)")
    let records = try run.records()
    #expect(records.prefix(3).map { $0["column"] as? Int } == [0, 2, 1])
    let carets = records.prefix(2).compactMap { ($0["rect"] as? [String: Double])?["x"] }
    #expect(carets.count == 2 && carets[0] < 60 && carets[1] >= 140)
    let rects = try #require(records[3]["rects"] as? [[String: Any]])
    #expect(Set(rects.compactMap { $0["column"] as? Int }).count > 1)
    #expect(rects.first?["containsStart"] as? Bool == true)
    #expect(rects.last?["containsEnd"] as? Bool == true)
  }

  @Test("with --shrink, queries and marks are about the text in the size that fits")
  func shrunkQueries() throws {
    let galley = try GalleyRunner()
    let shrink = ["--width", "100", "--height", "40", "--shrink", "1,0.5"]
    let letters = ["text", "some spaced words", "--kern", "6", "--line-spacing", "4"] + shrink
    let run = try galley.run(letters + ["--select", "0...16", "--json"])
    #expect(run.status == 0, "\(run.errors)")
    let records = try run.records()
    let layout = try #require(records.last)
    #expect(layout["factor"] as? Double == 0.5)
    let lines = try #require((layout["text"] as? [String: Any])?["lines"] as? [[String: Any]])
    let bottom = lines.compactMap { $0["rect"] as? [String: Double] }.map {
      ($0["y"] ?? 0) + ($0["height"] ?? 0)
    }.max()
    let rects = try #require(records.first?["rects"] as? [[String: Any]])
    let selected = rects.compactMap { $0["rect"] as? [String: Double] }.map {
      ($0["y"] ?? 0) + ($0["height"] ?? 0)
    }.max()
    #expect(Set(rects.compactMap { $0["line"] as? Int }).count == lines.count)
    #expect(abs((selected ?? 0) - (bottom ?? -9)) < 0.01, "\(rects) \(lines)")
  }

  @Test("a baseline offset moves glyphs in lines of a given height")
  func baselineOffset() throws {
    let galley = try GalleyRunner()
    let text = ["text", "One two", "--width", "120", "--line-height", "30"]
    // A line without a given height moves with its glyphs.
    _ = try galley.run(text + ["-o", "plain.png"])
    let moved = try galley.run(text + ["--baseline-offset", "-4", "-o", "moved.png"])
    #expect(moved.status == 0)
    #expect(try galley.folder.bytes("plain.png") != galley.folder.bytes("moved.png"))
  }

  @Test("an attachment takes the place of its character, and columns run down the page")
  func attachments() throws {
    let galley = try GalleyRunner()
    let run = try galley.run("text", "a\u{FFFC}b", "--attachment", "30,20,#f00")
    let text = try #require(try run.records().first?["text"] as? [String: Any])
    let boxes = try #require(text["attachments"] as? [[String: Any]])
    #expect((boxes.first?["rect"] as? [String: Double])?["width"] == 30)
    let column = try galley.run("text", "吾輩は猫", "--vertical", "--width", "80", "--height", "50")
    let vertical = try #require(try column.records().first?["text"] as? [String: Any])
    let lines = try #require(vertical["lines"] as? [[String: Any]])
    #expect(lines.count == 2 && lines.allSatisfy { $0["isVertical"] as? Bool == true })
  }

  @Test(
    "refuses what it cannot lay out, and names the option",
    arguments: [
      (["a", "--font", "Noto Sans"], 64, "font"), (["a", "--font", "Noto Sans 900"], 65, "900"),
      (["a", "--underline", "wavy"], 64, "--underline"),
      (["a", "--html", "--markdown"], 64, "--html"),
      (["a", "--insets", "1,2"], 64, "--insets"),
      (["a", "--vertical", "--width", "inf"], 64, "--width"),
      (["a", "--columns", "2", "--shrink", "0.5"], 64, "--columns"),
      (["a", "--kern", "9999"], 65, "--kern: kern of bytes 0 to 1 is out of bounds: it is -4096"),
      (
        ["a", "--ruby", "r", "--ruby-size", "3"], 64,
        "--ruby-size is 0.1 to 1"
      ),
      (
        ["e\u{301}", "--range", "0..<1"], 65,
        "--range 0..<1: its end 1 divides the character of the bytes 0 to 2"
      ),
      (["hello", "--range", "3...1"], 64, "its start 3 is after its end 1: write 0...4"),
      (["hello", "--range", "x...1"], 64, "its start 'x' is no offset"),
      (["hello", "--range", "1...-2"], 64, "its end '-2' is no offset"),
      (["hello", "--range", "2:3"], 64, "write 0...4"),
      (["hello", "--select", "3...1"], 64, "its start 3 is after its end 1"),
      (
        ["hello", "--range", "9...12"], 65,
        "--range 9...12: its start 9 is beyond the text, which has 5 bytes"
      ),
      (
        ["hello", "--range", "2...12"], 65,
        "its end 12 is beyond the text, which has 5 bytes: 2... reaches"
      ),
      (
        ["hé", "--range", "2...", "-o", "a.png"], 65,
        "its start 2 divides the character of the bytes 1 to 2"
      ),
      (["hello", "--font", "Noto Sans 14@wght=x"], 64, "and not 'wght=x'; Noto Sans has no axes"),
      (["hello", "--font", "Noto Sans@wght=3"], 64, "'Recursive 14@wght=350"),
      (
        [String(repeating: "word ", count: 9000), "--width", "inf", "-o", "a.png"], 65,
        "--width inf: a picture of"
      ),
      (["hello", "--width", "1e9", "-o", "a.png"], 65, "it is at most 8192 at --scale 2"),
      (["a", "--line-height=-3"], 64, "--line-height is 0 to 16384"),
      (["a", "--shrink", "0"], 64, "a factor of --shrink is 0.01 to 100"),
      (["a", "--shrink", "1,-1"], 64, "a factor of --shrink is 0.01 to 100"),
      (["a", "--columns-from", "left"], 64, "--columns-from goes with --columns"),
      (["a", "--path-line-width=-1"], 64, "--path-line-width is 0 to 4096"),
      (["a", "--height", "2147483648"], 64, "--height is at most 1048576"),
      (["a", "--insets", "1e300"], 64, "an inset is -1048576 to 1048576"),
      (["a", "--tabs", "nan"], 64, "a stop of --tabs is 0 to 16384"),
      (["a", "--kashida", "17"], 64, "--kashida is 0 to 16"),
      (["a", "--width", "1e300", "-o", "a.png"], 65, "--width"),
      (["a", "--features", "x"], 64, "--features"),
      (["<b>a</i>", "--pango-markup"], 65, "byte 4: </i> stands where </b> must"),
      (["--file", "none"], 66, "none"),
      (["a", "--scale", "9"], 64, "--scale"), (["a", "-o", "a.jpg"], 64, "PNG"), ([], 64, "--file"),
    ])
  func refusals(arguments: [String], status: Int, word: String) throws {
    let run = try GalleyRunner().run(["text"] + arguments)
    #expect(run.status == status && run.errors.contains(word), "\(run.status) \(run.errors)")
  }

  @Test("names the axes of a variable font, for a malformed axis and for one that it lacks")
  func axes() throws {
    let galley = try GalleyRunner()
    let folder = galley.folder.path("fonts")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Repository.url("Tests/Support/axis.ttf").path, toPath: folder + "/axis.ttf")
    func run(_ axes: String) throws -> CommandOutput {
      try galley.run("text", "A", "--font", "Axis Test 20@\(axes)", "--add-fonts", folder, "--json")
    }
    let malformed = try run("wght")
    #expect(malformed.status == 64)
    #expect(
      malformed.errors.contains("and not 'wght'; the axes of Axis Test are wght 100 to 900"),
      "\(malformed.errors)")
    let unknown = try run("wght=700,slnt=-5")
    #expect(unknown.status == 0)
    #expect(unknown.errors.contains("Axis Test has no axis slnt; the axes of"), "\(unknown.errors)")
    let beyond = try run("wght=1200")
    #expect(beyond.errors.contains("1200 is beyond its end"), "\(beyond.errors)")
    #expect(try run("wght=500").errors.isEmpty)
  }
}
