import Foundation
import TestSupport
import Testing

@Suite("galley measure", .timeLimit(.minutes(15)))
struct MeasureTests {
  @Test(
    "tells the heights that rendering has",
    arguments: ["everyday.jsonl", "cjk.json", "hostile.jsonl"])
  func heights(name: String) throws {
    let galley = try GalleyRunner()
    let feed = Repository.feed(name)
    func records(_ arguments: [String]) throws -> [[String: Any]] {
      try galley.run(arguments + [feed, "--json", "--quiet"]).records()
    }
    let rendered = try records(["render", "-o", "a.png"])
    let measured = try records(["measure"])
    #expect(rendered.count == measured.count)
    for key in ["height", "isTruncated", "missingGlyphs", "repaired", "index"] {
      #expect(
        rendered.dropLast().map { "\($0[key] ?? "none")" }
          == measured.dropLast().map { "\($0[key] ?? "none")" }, "\(key)")
    }
    let sum = measured.dropLast().compactMap { $0["height"] as? Double }.reduce(0, +)
    #expect(measured.last?["height"] as? Double == sum)
  }

  @Test("says the language of each row and why, with --lang as the last reason")
  func languages() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(
      #"{"title":"直骨"}"# + "\n" + #"{"title":"뼈 骨"}"# + "\n" + #"{"title":"a","lang":"de"}"#,
      to: "feed.jsonl")
    func decided(_ arguments: String...) throws -> [String] {
      let run = try galley.run(arguments + ["--json", "--quiet"])
      #expect(run.status == 0, "\(run.errors)")
      return try run.records().filter { $0["summary"] == nil }.map {
        "\($0["language"] as? String ?? "none") \($0["languageSource"] as? String ?? "none")"
      }
    }
    let known = ["ko hangul", "de own"]
    #expect(try decided("measure", feed) == ["none none"] + known)
    #expect(try decided("measure", feed, "--lang", "ja") == ["ja default"] + known)
    #expect(try decided("render", feed, "--lang", "ja", "-o", "a.png") == ["ja default"] + known)
    _ = try galley.write("language: zh-HK", to: "theme.yaml")
    #expect(
      try decided("measure", feed, "--theme", "theme.yaml", "--heights")
        == ["zh-HK default"] + known)
    let text = try galley.write("直骨\nこれ\n", to: "text")
    #expect(try decided("measure", "--text", text) == ["none none", "ja kana"])
    #expect(try decided("measure", "--text", text, "--lang", "ko") == ["ko own", "ko own"])
    let scroll = try galley.run(
      "scroll", feed, "--lang", "ja", "--seconds", "0.1", "--cpu-throttle", "200", "--quiet")
    #expect(scroll.status == 0, "\(scroll.errors)")
  }

  @Test("places lines within their row, part below part", arguments: RenderTests.samples.map(\.0))
  func lines(name: String) throws {
    let run = try GalleyRunner().run("measure", Repository.feed(name), "--json", "--width", "240")
    for record in try run.records().dropLast() where record["error"] == nil {
      let height = try #require(record["height"] as? Double)
      var ends: [String: (y: Double, offset: Int)] = [:]
      for line in try #require(record["lines"] as? [[String: Any]]) {
        let part = try #require(line["part"] as? String)
        let y = try #require(line["y"] as? Double)
        let lineHeight = try #require(line["height"] as? Double)
        let baseline = try #require(line["baseline"] as? Double)
        let range = try #require(line["range"] as? [Int])
        #expect(["title", "body", "author", "time"].contains(part))
        #expect(y < baseline && baseline < y + lineHeight && y + lineHeight < height)
        let last = ends[part] ?? (y: 0, offset: 0)
        #expect(y >= last.y && range[0] >= last.offset && range[1] >= range[0])
        ends[part] = (y + lineHeight, range[1])
      }
    }
  }

  @Test("finds the heights of equal rows in the cache")
  func equalRows() throws {
    let row = #"{"title":"again","body":"and again"}"# + "\n"
    let run = try GalleyRunner().run(
      ["measure", "-", "--json", "--jobs", "8"],
      input: Array(String(repeating: row, count: 500).utf8))
    let summary = try #require(try run.records().last)
    #expect(summary["heightHits"] as? Int == 499)
    // Each height is measured once, by whichever worker.
    #expect(summary["heightMisses"] as? Int == 1)
    let causes = try #require(summary["heightCauses"] as? [String: Int])
    #expect(
      causes == [
        "firstUse": 1, "widthChanged": 0, "mutated": 0, "evicted": 0, "invalidated": 0,
        "collision": 0,
      ])
    #expect(run.errors.contains("heights: 499 known, 1 measured (1 first use)"))
  }

  @Test("logs which heights were calculated, and which were known")
  func log() throws {
    let feed = ["a", "b", "a"].map { #"{"title":"\#($0)"}"# + "\n" }.joined()
    let run = try GalleyRunner().run(
      ["measure", "-", "--mode", "sync", "--log-heights", "--quiet"], input: Array(feed.utf8))
    let expected = """
      galley: height 0:0 calculated 56.0 (firstUse)
      galley: height 0:0 cached 56.0
      galley: height 0:1 calculated 56.0 (firstUse)
      galley: height 0:1 cached 56.0
      galley: height 0:2 hit 56.0

      """
    #expect(run.errors == expected)
  }

  @Test("prints a table without --json")
  func table() throws {
    let run = try GalleyRunner().run(
      ["measure", "-"], input: Array(#"{"id":"a\u001b[2Jb","title":"one"}"#.utf8))
    #expect(run.status == 0)
    #expect(run.lines.count == 2)
    #expect(run.lines[0].split(separator: " ") == ["index", "height", "lines", "id"])
    #expect(run.lines[1].hasSuffix(#"1  a\u{1B}[2Jb"#))
    #expect(run.errors.contains("1 row, 1 line"))
  }

  @Test("warns of items with nothing to show, names their fields, and fails with --strict")
  func nothingToShow() throws {
    let feed = Array(#"{"feed":[{"entry":{"text":"x"},"reply":{}},{"title":"shown"}]}"#.utf8)
    let run = try GalleyRunner().run(["measure", "-", "--json"], input: feed)
    #expect(run.status == 0)
    #expect(run.errors.contains("row 0: nothing to show among the item's fields: entry, reply"))
    #expect(try run.records().last?["warnings"] as? Int == 1)
    #expect(
      try GalleyRunner().run(["measure", "-", "--json", "--strict"], input: feed).status == 1)
  }

  @Test(
    "ends with 65 where the format is not known, and measures nothing",
    arguments: ["<html>\n<script>\n{\n}\n</script>", "{\"a\":tru,\"feed\":[{},{}]}"])
  func unknownFormat(feed: String) throws {
    let run = try GalleyRunner().run(["measure", "-", "--json"], input: Array(feed.utf8))
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test("measures each line of a text, with LF, CRLF, and none at the end")
  func text() throws {
    let text = Array("one\r\n\ntwo\u{2028}three\nfour".utf8) + [0xFF, 0] + Array("five".utf8)
    let run = try GalleyRunner().run(
      ["measure", "--text", "-", "--json", "--font", "Noto Sans 14", "--width", "4000"], input: text
    )
    #expect(run.status == 0, "\(run.errors)")
    let records = try run.records()
    #expect(records.count == 5)
    let lines = records.dropLast().map { $0["lines"] as? [[String: Any]] ?? [] }
    #expect(lines.map(\.count) == [1, 1, 2, 1])
    #expect(lines.map { $0.last?["range"] as? [Int] } == [[0, 3], [0, 0], [6, 11], [0, 14]])
    #expect(records.dropLast().map { $0["repaired"] as? Int } == [0, 0, 0, 2])
    for (record, lines) in zip(records, lines) {
      let sum = lines.compactMap { $0["height"] as? Double }.reduce(0, +)
      #expect(record["height"] as? Double == sum)
      #expect(sum > 0)
      let widths = lines.compactMap { $0["width"] as? Double }
      #expect(record["width"] as? Double == widths.max())
      #expect(lines.allSatisfy { $0["part"] as? String == "text" })
    }
  }

  @Test("keeps as many text rows of a paragraph as are asked for", arguments: [1, 2, 5])
  func maximumRows(count: Int) throws {
    let words = String(repeating: "words of a long paragraph ", count: 20)
    let run = try GalleyRunner().run(
      ["measure", "--text", "-", "--json", "--width", "100", "--max-rows", "\(count)"],
      input: Array((words + "\nshort").utf8))
    let records = try run.records()
    #expect((records[0]["lines"] as? [Any])?.count == count)
    #expect(records[0]["isTruncated"] as? Bool == true)
    #expect(records[1]["isTruncated"] as? Bool == false)
  }

  @Test("refuses a line that is too long when repaired, and goes on")
  func tooLong() throws {
    // Each bad byte becomes three of U+FFFD.
    let text = [UInt8](repeating: 0xFF, count: 6 << 20) + Array("\nnext".utf8)
    let run = try GalleyRunner().run(["measure", "--text", "-", "--json"], input: text)
    #expect(run.status == 1)
    let records = try run.records()
    #expect(records.count == 3)
    #expect((records[0]["error"] as? String)?.contains("limit of 16777216") == true)
    #expect(records[1]["index"] as? Int == 1)
    #expect(records[1]["height"] is Double)
  }
}
