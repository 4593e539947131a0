import Foundation
import TestSupport
import Testing

@Suite("galley templates", .timeLimit(.minutes(15)))
struct TemplatesCommandTests {
  private static func text(_ galley: GalleyRunner, _ arguments: String...) throws -> String {
    String(decoding: try galley.run(arguments).output, as: UTF8.self)
  }

  @Test("lists the built-in templates, and prints each as a file that it reads")
  func lists() throws {
    let galley = try GalleyRunner()
    let list = try Self.text(galley, "templates")
    let names = list.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(names == ["card", "chat", "eink", "fd", "quote", "social", "timeline"])
    for name in names {
      let yaml = try Self.text(galley, "templates", String(name))
      let file = try galley.write(yaml, to: "\(name).yaml")
      let read = try galley.run("templates", file)
      #expect(
        read.status == 0 && read.output == Array("\(name): no errors\n".utf8), "\(read.errors)")
    }
  }

  @Test("prints the schema of templates")
  func schema() throws {
    let galley = try GalleyRunner()
    let run = try galley.run("templates", "--schema")
    #expect(run.status == 0)
    let object = try JSONSerialization.jsonObject(with: Data(run.output))
    let schema = try #require(object as? [String: Any])
    #expect(schema["$schema"] as? String == "http://json-schema.org/draft-07/schema#")
    #expect(try galley.run("templates", "card", "--schema").status == 64)
  }

  @Test("names a near template for an unknown one")
  func nearNames() throws {
    let galley = try GalleyRunner()
    for arguments in [["templates", "socail"], ["measure", "-", "--template", "socail"]] {
      let run = try galley.run(arguments)
      #expect(run.status == 66)
      #expect(
        run.errors.contains("did you mean 'social'? Built in are card, chat"), "\(run.errors)")
    }
    let missing = try galley.run("templates", "none.yaml")
    #expect(missing.status == 66 && missing.errors.contains("cannot read none.yaml"))
  }

  @Test("a cell that shows nothing is an error with the template's fields")
  func nothing() throws {
    let galley = try GalleyRunner()
    let data = try galley.write(#"{"headline": "x"}"#, to: "a.json")
    let run = try galley.run("templates", "quote", "--data", data, "-o", "a.png")
    #expect(run.status == 65)
    #expect(run.errors.contains("template quote: the cell shows nothing"), "\(run.errors)")
    #expect(run.errors.contains("body"), "\(run.errors)")
    #expect(try !galley.folder.names().contains("a.png"))
  }

  @Test("the data of an item has 16 MiB at most, and may come through a pipe")
  func dataLimit() throws {
    let galley = try GalleyRunner()
    let start = #"{"body": "x"#
    let rest = String(repeating: " ", count: (16 << 20) - start.utf8.count - 2) + "\"}"
    let whole = try galley.write(start + rest, to: "a.json")
    // The data are read, and the text exceeds its own limit.
    let run = try galley.run("templates", "quote", "--data", whole, "-o", "a.png")
    #expect(run.status == 65 && run.errors.contains("the item's texts have"), "\(run.errors)")
    let longer = try galley.write(start + " " + rest, to: "b.json")
    let refused = try galley.run("templates", "quote", "--data", longer, "-o", "b.png")
    #expect(refused.status == 65 && refused.errors.contains("the data"), "\(refused.errors)")
    let piped = try galley.shell(
      #"echo '{"body": "x"}' | "$0" templates quote --data /dev/stdin -o "$1/c.png""#,
      galley.folder.path)
    #expect(piped.status == 0, "\(piped.errors)")
  }

  @Test("missing images and families are warnings, and errors under --strict")
  func warnings() throws {
    let galley = try GalleyRunner()
    let data = try galley.write(#"{"body": "x", "image": "none.png"}"#, to: "a.json")
    let yaml =
      "body:\n  column:\n    - text: '{body}'\n      family: Noto Sanz\n    - image: '{image}'\n"
    let own = try galley.write(yaml, to: "own.yaml")
    let draw = ["templates", own, "--data", data, "-o", "a.png", "--assets", Repository.assets]
    let run = try galley.run(draw)
    #expect(run.status == 0)
    #expect(run.errors.contains("no font family 'Noto Sanz' for \(own):3"), "\(run.errors)")
    #expect(run.errors.contains("near names: Noto Sans"), "\(run.errors)")
    #expect(run.errors.contains("none.png”: there is no such image"), "\(run.errors)")
    #expect(try galley.run(draw + ["--strict"]).status == 1)
    let feed = try galley.write(#"{"body": "x"}"#, to: "feed.jsonl")
    let rows = try galley.run("render", feed, "-o", "b.png", "--template", own, "--strict")
    #expect(rows.status == 1 && rows.errors.contains("Noto Sanz"), "\(rows.errors)")
  }

  @Test("shows dates from the moment of --now, as render does")
  func now() throws {
    let galley = try GalleyRunner()
    let template = try galley.write("body:\n  text: '{time|relative}'\n", to: "own.yaml")
    let data = try galley.write(
      #"{"title": "a", "time": "2026-05-01T10:00:00Z"}"#, to: "feed.json")
    var pictures: [DecodedPNG] = []
    for now in [["--now", "2026-05-01T12:00:00Z"], ["--now", "2026-05-02T12:00:00Z"], []] {
      let one = try galley.run(["templates", template, "--data", data, "-o", "a.png"] + now)
      #expect(one.status == 0, "\(one.errors)")
      let rows = try galley.run(
        [
          "render", data, "--from", "jsonl", "--template", template, "--cards", "-o",
          "b{index}.png",
        ]
          + now)
      #expect(rows.status == 0, "\(rows.errors)")
      let picture = try DecodedPNG(galley.folder.bytes("a.png"))
      #expect(try DecodedPNG(galley.folder.bytes("b0.png")) == picture)
      #expect(!pictures.contains(picture))
      pictures.append(picture)
    }
  }
}
