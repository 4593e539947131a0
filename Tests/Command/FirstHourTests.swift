import ArgumentParser
import Foundation
import Galley
import TestSupport
import Testing

@testable import GalleyCommand

@Suite("The first hour of a user", .timeLimit(.minutes(15)))
struct FirstHourTests {
  private static func commands(
    below command: any ParsableCommand.Type = GalleyCommand.self
  ) -> [any ParsableCommand.Type] {
    [command] + command.configuration.subcommands.flatMap { commands(below: $0) }
  }

  @Test("each example of a help text is one line of it, to be copied")
  func examples() {
    var count = 0
    for command in Self.commands() {
      let help = Set(
        command.helpMessage(columns: 80).split(separator: "\n").map(String.init))
      for line in command.configuration.discussion.split(separator: "\n").map(String.init)
      where line.hasPrefix("  ") {
        count += 1
        #expect(help.contains(line), "\(line)")
        #expect(line.count < 80)
      }
    }
    #expect(count > 40)
    for command in ["render", "doctor", "bench run", "convert"] {
      let name = command.split(separator: " ").last.map(String.init)
      let found = Self.commands().first { $0.configuration.commandName == name }
      #expect(found?.configuration.discussion.contains("Examples:\n  galley \(command)") == true)
    }
  }

  @Test("the help names each format of feeds")
  func formats() {
    let help = GalleyCommand.helpMessage(columns: 80)
    for format in FeedFormat.allCases { #expect(help.contains(format.rawValue)) }
  }

  @Test("help about an unknown command is an error that names the nearest one")
  func unknownHelp() throws {
    #expect(try Refusal(["help", "rendre"])?.message.contains("did you mean 'render'?") == true)
    #expect(try Refusal(["help", "bench", "rnu"])?.message.contains("did you mean 'run'?") == true)
    #expect(try Refusal(["help", "render"]) == nil)
    #expect(try GalleyRunner().run("help", "bench", "run").status == 0)
  }

  @Test("--rows names its form", arguments: ["0..1", "0-1", "5...2", "x"])
  func rows(text: String) throws {
    for command in [["render", "a", "-o", "b.png"], ["convert", "a", "-o", "b.csv"]] {
      let message = try Refusal(command + ["--rows", text])?.message
      #expect(message?.contains("0...9 with three dots") == true, "\(message ?? "accepted")")
    }
  }

  @Test("measure prints no head of a table before an error, and one for an empty feed")
  func measureHead() throws {
    let galley = try GalleyRunner()
    let page = try galley.run(
      "measure", try galley.write("<html><body>x</body></html>", to: "a"))
    #expect(page.status == 65)
    #expect(page.output.isEmpty)
    let empty = try galley.run("measure", try galley.write("\n", to: "b"))
    #expect(empty.lines.count == 1 && empty.lines[0].contains("height"))
  }

  @Test("convert counts repaired characters as warnings")
  func repairs() throws {
    let galley = try GalleyRunner()
    let rss = #"<?xml version="1.0" encoding="UTF-8"?><rss><channel><item><title>Caf"#
    for (name, head, tail, warning) in [
      ("a.jsonl", #"{"title":"Caf"#, "\"}\n", "row 0: repaired 1 character"),
      (
        "a.rss", rss, "</title></item></channel></rss>",
        "row 0: the feed is no UTF-8, and is read as windows-1252"
      ),
    ] {
      let feed = Array(head.utf8) + [0xE9] + Array(tail.utf8)
      try Data(feed).write(to: galley.folder.url.appendingPathComponent(name))
      let run = try galley.run("convert", name, "-o", "b.jsonl", "--strict")
      #expect(run.status == 1)
      #expect(run.errors.contains(warning), "\(run.errors)")
      #expect(run.errors.contains("1 item as jsonl, 1 warning"), "\(run.errors)")
    }
  }

  @Test("differences of folders are named as the pictures")
  func differenceNames() throws {
    let galley = try GalleyRunner()
    for (folder, text) in [("a", "one"), ("b", "two")] {
      let feed = try galley.write("{\"title\":\"\(text)\"}", to: "feed")
      for end in ["png", "jpg"] {
        let run = try galley.run("render", feed, "-o", "\(folder)/x.\(end)", "--quiet")
        #expect(run.status == 0)
      }
    }
    #expect(try galley.run("compare", "a", "b", "--difference", "c").status == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: galley.folder.path("c"))
    #expect(names.sorted() == ["x.jpg.png", "x.png"])
  }

  @Test("a terminal gets neither the control characters of a feed nor the bytes of a picture")
  func terminal() throws {
    let galley = try GalleyRunner()
    let codes = "a\u{1B}[2J\u{9B}31m\u{202E}b"
    _ = try galley.write("<rss><item><title>\(codes)</title></item></rss>", to: "a.rss")
    for to in ["csv", "rss", "jsonl"] {
      let run = try onTerminal(galley, "convert a.rss -o - --to \(to)")
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.shown.contains("b"))
      let acts = run.shown.unicodeScalars.filter {
        $0 != "\n" && $0 != "\r" && ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value))
          || $0.properties.isBidiControl
      }
      #expect(acts.isEmpty, "\(run.shown.debugDescription)")
    }
    for arguments in ["render a.rss -o -", "text a -o -"] {
      let run = try onTerminal(galley, arguments)
      #expect(run.status == 64)
      #expect(run.errors.contains("to the terminal"), "\(run.errors)")
      #expect(run.shown.isEmpty)
    }
  }

  /// Runs the command with a terminal as standard output, and returns what the terminal gets.
  private func onTerminal(
    _ galley: GalleyRunner, _ arguments: String
  ) throws -> (status: Int32, errors: String, shown: String) {
    let run = try galley.shell(
      #"script -qec "'$0' $1 2>errors" /dev/null </dev/null"#, arguments)
    let errors = try String(decoding: galley.folder.bytes("errors"), as: UTF8.self)
    return (run.status, errors, String(decoding: run.output, as: UTF8.self))
  }
}

@Suite("galley doctor FEED", .timeLimit(.minutes(15)))
struct FeedDoctorTests {
  private let feed = """
    {"id":"1","title":"a\\uE000\\uE000","body":"漢字","image":"x.png","avatar":"https://x.example/a.png"}
    {"title":"\\u0378","body":"b\\uE000","lang":"de","image":"glyph.png"}
    []
    {"lang":"ja","body":"漢字"}
    """

  @Test("lists characters without a glyph, images, languages and failures")
  func records() throws {
    let galley = try GalleyRunner()
    let run = try galley.run(
      "doctor", try galley.write(feed, to: "a.jsonl"), "--assets",
      Repository.url("Samples/Assets").path, "--json", "--strict")
    #expect(run.status == 1, "\(run.errors)")
    let records = try run.records()
    let characters = records.filter { $0["character"] != nil }
    #expect(characters.map { $0["character"] as? String } == ["U+0378", "U+E000"])
    #expect(characters.map { $0["name"] as? String } == ["not assigned", "private use"])
    #expect(characters.last?["rows"] as? [Int] == [0, 1])
    #expect(characters.last?["count"] as? Int == 3)
    let images = records.filter { $0["kind"] as? String == "image" }
    #expect(images.map { $0["row"] as? Int } == [0, 0])
    let languages = records.filter { $0["language"] != nil }
    #expect(languages.map { $0["language"] as? String } == ["de", "ja"])
    let summary = try #require(records.last)
    #expect(summary["rows"] as? Int == 3 && summary["failed"] as? Int == 1)
    #expect(summary["rowsWithoutHanLanguage"] as? Int == 1)
    #expect(summary["isComplete"] as? Bool == false)
  }

  @Test("counts the language that the feed or the letters give")
  func languages() throws {
    let galley = try GalleyRunner()
    let feed = """
      <rss version="2.0"><channel><title>f</title><language>ja</language>
      <item><title>漢字</title></item><item><title>日本のこと</title></item>
      <item><title>中文</title></item></channel></rss>
      """
    let run = try galley.run("doctor", try galley.write(feed, to: "ja.xml"), "--json")
    let records = try run.records()
    let languages = records.filter { $0["language"] != nil }
    #expect(languages.map { $0["language"] as? String } == ["ja"], "\(run.errors)")
    #expect(languages.first?["rows"] as? Int == 3)
    #expect(records.last?["rowsWithoutHanLanguage"] as? Int == 0)
  }

  @Test("names the package that has a font, where a folder of fonts lacks one")
  func packages() throws {
    let galley = try GalleyRunner()
    let fonts = try FileManager.default.subpathsOfDirectory(atPath: "/usr/share/fonts/truetype")
    let sans = try #require(fonts.first { $0.hasSuffix("/NotoSans-Regular.ttf") })
    try FileManager.default.createDirectory(
      atPath: galley.folder.path("fonts"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "/usr/share/fonts/truetype/" + sans, toPath: galley.folder.path("fonts/a.ttf"))
    let feed = try galley.write(#"{"title":"a漢😀"}"#, to: "a.jsonl")
    let run = try galley.run("doctor", feed, "--font-dir", "fonts")
    #expect(run.status == 1, "\(run.errors)")
    for word in ["fonts-noto-cjk", "fonts-noto-color-emoji", "GRINNING FACE", "U+6F22", "row 0"] {
      #expect(run.lines.joined().contains(word), "\(word)")
    }
    let whole = try galley.run("doctor", try galley.write(#"{"title":"a"}"#, to: "b"), "--strict")
    #expect(whole.status == 0 && whole.lines.last == "nothing is missing", "\(whole.lines)")
  }

  @Test(
    "ends with 0 only if nothing of the feed is missing, and with --strict if there is no warning",
    arguments: [
      (#"{"title":"a"}"#, 0, 0), (#"{"title":"a","image":"x.png"}"#, 1, 1),
      (#"{"title":"a","avatar":"https://x.example/a.png"}"#, 1, 1), (#"{"title":"\uE000"}"#, 1, 1),
      ("[]", 1, 1), (#"{"id":"1"}"#, 1, 1), (#"{"title":"漢字"}"#, 0, 1),
      (#"{"title":"a\uD800"}"#, 1, 1),
      (#"{"title":"a","body_html":"<p>b <img src=\"x.png\" alt=\"c\">"}"#, 1, 1),
    ])
  func statuses(feed: String, plain: Int32, strict: Int32) throws {
    let galley = try GalleyRunner()
    let run = try galley.run(["doctor", "-", "--from", "jsonl"], input: Array(feed.utf8))
    #expect(run.status == plain, "\(run.lines)")
    #expect((run.lines.last == "nothing is missing") == (plain == 0), "\(run.lines)")
    let other = try galley.run(
      ["doctor", "-", "--from", "jsonl", "--strict"], input: Array(feed.utf8))
    #expect(other.status == strict, "\(other.lines)")
  }

  @Test("says in one line how many pictures a run without assets does not show, also of texts")
  func picturesWithoutAssets() throws {
    let galley = try GalleyRunner()
    let lines = """
      {"title":"a","image":"a.png","avatar":"b.png"}
      {"title":"b","body_html":"<p>x <img src='c.png'></p>"}
      """
    let feed = try galley.write(lines, to: "a.jsonl")
    let run = try galley.run("render", feed, "-o", "a.png")
    #expect(run.status == 0)
    let told = run.errors.split(separator: "\n").filter { $0.contains("--assets") }
    #expect(told.count == 1 && told.first?.contains("not shown: 3;") == true, "\(run.errors)")
    #expect(!run.errors.contains("a.png\u{201D}"), "\(run.errors)")
    #expect(try galley.run("render", feed, "-o", "a.png", "--quiet").errors.isEmpty)
  }

  @Test("an empty feed has no rows, and one that breaks off before its first item is an error")
  func emptyFeeds() throws {
    let galley = try GalleyRunner()
    for text in [
      "", "  \n", "<rss><channel><title>T</title></channel></rss>", "[]", "title,body\n",
    ] {
      let feed = try galley.write(text, to: "empty.txt")
      let run = try galley.run("doctor", feed)
      #expect(run.status == 0 && run.lines == ["the feed has no rows"], "\(text): \(run.errors)")
    }
    let cut = try galley.write("<rss><channel><title>T</title>", to: "cut.xml")
    for command in [["doctor", cut], ["render", cut, "-o", "a.png"]] {
      let run = try galley.run(command)
      #expect(run.status == 65 && run.errors.contains("breaks off at byte 30"), "\(run.errors)")
    }
  }

  @Test("names custom emoji that are missing, with and without a folder of assets")
  func emoji() throws {
    let galley = try GalleyRunner()
    let status = #"""
      [{"id":"1","created_at":"2024-05-01T10:00:00Z","content":"<p>a :blob: b :cat:</p>",
      "account":{"acct":"ann","display_name":"Ann :owl:","emojis":[{"shortcode":"owl","url":"owl.png"}]},"emojis":[
      {"shortcode":"blob","url":"https://x.example/blob.png"},{"shortcode":"cat","url":"cat.png"}]}]
      """#
    let feed = try galley.write(status, to: "a.json")
    let bare = try galley.run("doctor", feed)
    #expect(bare.status == 1)
    for line in [
      "row 0: custom emoji :blob: “https://x.example/blob.png”: no assets folder is given",
      "row 0: custom emoji :cat: “cat.png”: no assets folder is given",
      "row 0: custom emoji :owl: “owl.png”: no assets folder is given", "images: 3, of which 3",
    ] {
      #expect(bare.lines.contains { $0.contains(line) }, "\(bare.lines)")
    }
    let assets = Repository.url("Samples/Assets").path
    let found = try galley.run("doctor", feed, "--assets", assets, "--json")
    let warnings = try found.records().compactMap { $0["message"] as? String }
    #expect(found.status == 1 && warnings.count == 3, "\(warnings)")
    #expect(warnings.contains("custom emoji :owl: “owl.png”: there is no such image"))
    #expect(
      warnings.contains {
        $0.hasPrefix("custom emoji :blob: “https://x.example/blob.png”: it is not in")
      })
    #expect(warnings.contains("custom emoji :cat: “cat.png”: there is no such image"))
  }
}

@Suite("galley render --hit-map", .timeLimit(.minutes(15)))
struct HitMapTests {
  @Test(
    "has the areas of each row, and its top in each file", arguments: ["tall", "pages", "cards"])
  func maps(kind: String) throws {
    let galley = try GalleyRunner()
    let output =
      switch kind {
      case "tall": ["-o", "a.png"]
      case "pages": ["-o", "{page}.png", "--pages", "100"]
      default: ["-o", "{index}.png", "--cards"]
      }
    let run = try galley.run(
      ["render", Repository.feed("everyday.jsonl"), "--hit-map", "map.jsonl", "--json"]
        + ["--assets", Repository.url("Samples/Assets").path] + output)
    #expect(run.status == 0, "\(run.errors)")
    let rows = try run.records().dropLast()
    let map = try CommandOutput.records(galley.folder.bytes("map.jsonl"))
    #expect(map.count == rows.count)
    for (row, record) in zip(rows, map) {
      #expect(record["row"] as? Int == row["index"] as? Int)
      #expect(record["id"] as? String == row["id"] as? String)
      let places = try #require(record["places"] as? [[String: Any]])
      #expect(places.compactMap { $0["file"] as? String } == row["files"] as? [String])
      let y = try #require(row["y"] as? Double)
      for place in places {
        let top = try #require(place["y"] as? Double)
        switch kind {
        case "tall": #expect(top == y)
        case "pages":
          let file = try #require(place["file"] as? String)
          let page = try #require(Double(file.dropLast(4)))
          #expect(abs(top + 100 * page - y) < 0.001)
        default: #expect(top == 0)
        }
      }
    }
    let areas = try #require(map[0]["areas"] as? [[String: Any]])
    #expect(
      areas.contains { $0["kind"] as? String == "picture" && $0["part"] as? String == "image" })
    let rects = areas.flatMap { $0["rects"] as? [[String: Any]] ?? [] }
    #expect(!rects.isEmpty && rects.allSatisfy { ($0["width"] as? Double ?? 0) > 0 })
  }

  @Test("is whole or not there, and no input")
  func safety() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write("{\"feed\":[{\"title\":\"a\"},", to: "a.json")
    let run = try galley.run("render", feed, "-o", "a.png", "--hit-map", "map")
    #expect(run.status == 65)
    #expect(!FileManager.default.fileExists(atPath: galley.folder.path("map")))
    for path in ["a.json", "a.png"] {
      #expect(try galley.run("render", feed, "-o", "a.png", "--hit-map", path).status == 64)
    }
  }
}
