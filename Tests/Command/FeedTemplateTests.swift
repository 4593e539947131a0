import Foundation
import TestSupport
import Testing

@Suite("--template", .timeLimit(.minutes(15)))
struct FeedTemplateTests {
  private static let own = """
    name: own
    body:
      column:
        - text: "{title}"
          style: title
        - text: "{author} {author.handle} {likes|count} {Köln}"
          language: "{language}"
        - row:
            - text: "#{tag}"
              for: tags
              as: tag
          gap: 8
      padding: 12
      background: card

    """

  private func item(_ title: String, _ more: String = "") -> String {
    #"{"title":"\#(title)","author":"Ann","body":"Some words of a body."\#(more)}"#
  }

  @Test(
    "draws a row as galley templates draws its item", arguments: ["quote", "social", "timeline"])
  func equalsOne(template: String) throws {
    let galley = try GalleyRunner()
    let text = item("One", #","likes":12345,"handle":"@ann""#)
    let feed = try galley.write(text, to: "feed.jsonl")
    let data = try galley.write(text, to: "item.json")
    let rows = try galley.run(
      "render", feed, "--template", template, "--cards", "-o", "c{index}.png", "--quiet")
    #expect(rows.status == 0, "\(rows.errors)")
    let one = try galley.run("templates", template, "--data", data, "-o", "one.png")
    #expect(one.status == 0, "\(one.errors)")
    let row = try DecodedPNG(galley.folder.bytes("c0.png"))
    #expect(row == (try DecodedPNG(galley.folder.bytes("one.png"))))
    #expect(row.width == (template == "social" ? 2400 : 750))
  }

  @Test("shows the looks of HTML in a body")
  func bodyHTML() throws {
    let galley = try GalleyRunner()
    let template = try galley.write(
      "body: {column: [{text: '{body_html}', format: html}, {text: '{body}'}]}\n", to: "own.yaml")
    let html = "<p>See <a href=\"https://example.org/a\">this</a>.</p><ul><li>one</li></ul>"
    let feed = try galley.write(
      """
      <rss version="2.0"><channel><item><description><![CDATA[\(html)]]></description></item></channel></rss>
      """, to: "f.xml")
    let run = try galley.run(
      "render", feed, "--template", template, "-o", "a.png", "--quiet", "--hit-map", "h.jsonl")
    #expect(run.status == 0, "\(run.errors)")
    let map = String(decoding: try galley.folder.bytes("h.jsonl"), as: UTF8.self)
    #expect(map.contains("https:\\/\\/example.org\\/a") || map.contains("https://example.org/a"))
  }

  @Test("draws the same in sync and async mode, in pages, and on the screen")
  func equalsItself() throws {
    let galley = try GalleyRunner()
    let feed = Repository.feed("everyday.jsonl")
    let look = ["--template", "timeline", "--quiet", "--rows", "12"]
    for mode in ["sync", "async"] {
      let run = try galley.run(
        ["render", feed, "-o", "\(mode).png", "--mode", mode] + look)
      #expect(run.status == 0, "\(run.errors)")
    }
    let tall = try galley.folder.bytes("sync.png")
    #expect(try galley.folder.bytes("async.png") == tall)
    let picture = try DecodedPNG(tall)
    let measured = try galley.run(["measure", feed, "--json"] + look).records()
    let heights = measured.compactMap { $0["height"] as? Double }.prefix(12)
    #expect(heights.count == 12 && Int(heights.reduce(0, +) * 2) == picture.height)
    let scroll = try galley.run(
      ["scroll", feed, "--frames", "frames", "--height", "400"] + look)
    #expect(scroll.status == 0, "\(scroll.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: galley.folder.path("frames"))
    let last = try DecodedPNG(galley.folder.bytes("frames/" + (names.max() ?? "")))
    #expect(last.pixels.elementsEqual(picture.pixels.suffix(last.pixels.count)))
  }

  @Test("a template names members that no field of an item has, in JSON and in tables")
  func membersAreKept() throws {
    let galley = try GalleyRunner()
    let template = try galley.write(Self.own, to: "own.yaml")
    let json = try galley.write(
      #"{"title":"T","author":{"name":"Ann","handle":"@a"},"likes":1500,"Köln":"x","tags":["b","c"]}"#,
      to: "feed.jsonl")
    let table = try galley.write("title,author,likes,Köln\nT,Ann,,x\n", to: "feed.csv")
    for (feed, lines) in [(json, ["T", "Ann @a 1.5K x", "#b", "#c"]), (table, ["T", "Ann   x"])] {
      let run = try galley.run("inspect", feed, "--template", template, "--row", "0")
      #expect(run.status == 0, "\(run.errors)")
      let parts = try run.records().first?["parts"] as? [[String: Any]] ?? []
      let texts = parts.compactMap { $0["text"] as? [String: Any] }
      #expect(texts.count == lines.count)
      // A line has as many characters as its text.
      let ends = texts.map { text in
        ((text["lines"] as? [[String: Any]])?.last?["range"] as? [Int])?.last ?? 0
      }
      #expect(ends == lines.map(\.count))
    }
  }

  @Test("a cell beyond the limits is a row that fails, and the others are drawn")
  func rowsFail() throws {
    let galley = try GalleyRunner()
    let template = try galley.write(Self.own, to: "own.yaml")
    let many = (0..<20_000).map { "\($0)" }.joined(separator: ",")
    let feed = try galley.write(
      [item("One"), item("Two", #","tags":[\#(many)]"#), item("Three")].joined(separator: "\n"),
      to: "feed.jsonl")
    let arguments = [
      "render", feed, "--template", template, "--cards", "-o", "c{index}.png", "--manifest",
      "m.jsonl", "--quiet",
    ]
    let run = try galley.run(arguments)
    #expect(run.status == 1 && run.errors.contains("16384"), "\(run.status) \(run.errors)")
    let pictures = try galley.folder.names().filter { $0.hasSuffix(".png") }
    #expect(pictures.sorted() == ["c0.png", "c2.png"])
    // The manifest's run is one with this very template.
    #expect(try galley.run(arguments + ["--resume"]).status == 1)
    _ = try galley.write(Self.own.replacing("12", with: "13"), to: "own.yaml")
    let other = try galley.run(arguments + ["--resume"])
    #expect(other.status == 64 && other.errors.contains("another run: cell "), "\(other.errors)")
  }

  @Test(
    "a template and a theme may come from pipes, which are read once", arguments: ["", "--sandbox"])
  func pipes(options: String) throws {
    let galley = try GalleyRunner()
    _ = try galley.write(item("One"), to: "feed.jsonl")
    _ = try galley.write("base: dark\n", to: "theme.yaml")
    _ = try galley.write(Self.own, to: "own.yaml")
    let run = try galley.shell(
      """
      mkfifo template.yaml pipe.yaml; cat own.yaml > template.yaml & cat theme.yaml > pipe.yaml &
      "$0" render feed.jsonl --template template.yaml --theme pipe.yaml -o a.png --quiet $1 || exit
      "$0" render feed.jsonl --template own.yaml --theme theme.yaml -o b.png --quiet
      """, options)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try galley.folder.bytes("a.png") == galley.folder.bytes("b.png"))
  }

  @Test("a template that is missing, faulty or an output is refused")
  func refuses() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(item("One"), to: "feed.jsonl")
    let missing = try galley.run("render", feed, "-o", "x.png", "--template", "nothing")
    #expect(missing.status == 66 && missing.errors.contains("nothing"), "\(missing.errors)")
    _ = try galley.write("body:\n  colum: []\n", to: "bad.yaml")
    let bad = try galley.run("measure", feed, "--template", "bad.yaml")
    #expect(bad.status == 65 && bad.errors.contains("colum"), "\(bad.errors)")
    _ = try galley.write(Self.own, to: "own.png")
    let output = try galley.run("render", feed, "-o", "own.png", "--template", "own.png")
    #expect(output.status == 64, "\(output.errors)")
    #expect(try galley.folder.bytes("own.png") == Array(Self.own.utf8))
  }
}
