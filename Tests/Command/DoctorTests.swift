import Foundation
import TestSupport
import Testing

@Suite("galley doctor", .timeLimit(.minutes(15)))
struct DoctorTests {
  @Test("names the libraries, and a Noto font for each script")
  func examines() throws {
    let run = try GalleyRunner().run("doctor", "--json", "--strict")
    #expect(run.status == 0, "\(run.errors)")
    let records = try run.records()
    let libraries = records.filter { $0["library"] != nil }
    #expect(libraries.count == 20)
    for library in libraries {
      let version = try #require(library["version"] as? String)
      #expect(version.first?.isNumber == true, "\(library)")
    }
    let scripts = records.filter { $0["script"] != nil }
    #expect(scripts.count == 41)
    for script in scripts {
      let fonts = try #require(script["fonts"] as? [String])
      #expect(!fonts.isEmpty && fonts.allSatisfy { $0.hasPrefix("Noto ") }, "\(script)")
    }
    #expect((records.last?["unserved"] as? [String])?.isEmpty == true)
  }

  @Test("finds the font of Galley's order, even if the host's rules prefer another")
  func choosesOurFonts() throws {
    let records = try GalleyRunner().run("doctor", "--json").records()
    let fonts = [
      "Arabic": "Noto Sans Arabic", "Gujarati": "Noto Sans Gujarati",
      "Han (zh-Hans)": "Noto Sans CJK SC", "Han (zh-Hant)": "Noto Sans CJK TC",
      "Han (zh-HK)": "Noto Sans CJK HK", "Han (ja)": "Noto Sans CJK JP",
      "Han (ko)": "Noto Sans CJK KR", "Hangul": "Noto Sans CJK KR",
      "Emoji": "Noto Color Emoji",
    ]
    for (script, font) in fonts {
      let record = try #require(records.first { $0["script"] as? String == script })
      #expect(record["fonts"] as? [String] == [font], "\(script)")
    }
  }

  @Test("tells what a folder of one font lacks, and the package to install")
  func oneFont() throws {
    let galley = try GalleyRunner()
    let fonts = try TestFolder()
    try FileManager.default.copyItem(
      atPath: SampleFonts.soundPath, toPath: fonts.path("a.ttf"))
    let arguments = ["doctor", "--font-dir", fonts.url.path]
    let run = try galley.run(arguments + ["--json"])
    #expect(run.status == 0)
    #expect(try galley.run(arguments + ["--strict"]).status == 1)
    let records = try run.records()
    func record(_ script: String) -> [String: Any]? {
      records.first { $0["script"] as? String == script }
    }
    #expect(record("Greek")?["fonts"] as? [String] == ["Noto Sans"])
    #expect(record("Arabic")?["fonts"] as? [String] == [])
    #expect(record("Arabic")?["package"] as? String == "fonts-noto-core")
    #expect(record("Kana")?["package"] as? String == "fonts-noto-cjk")
    #expect(record("Emoji")?["package"] as? String == "fonts-noto-color-emoji")
    let words = try galley.run(arguments).lines
    #expect(words.contains { $0.hasPrefix("Hangul") && $0.contains("install fonts-noto-cjk") })
  }

  @Test("an unusable font of --font-dir is a line on standard error, and with --strict status 1")
  func unusableFont() throws {
    let galley = try GalleyRunner()
    let fonts = try TestFolder()
    try FileManager.default.copyItem(
      atPath: SampleFonts.soundPath, toPath: fonts.path("sound.ttf"))
    let woff = SampleFonts.woff(try TestFolder.bytes(at: SampleFonts.soundPath))
    try Data(woff).write(to: fonts.url.appendingPathComponent("web.woff"))
    let feed = Array(#"{"title":"One"}"#.utf8)
    let arguments = ["measure", "-", "--font-dir", fonts.path]
    let run = try galley.run(arguments, input: feed)
    #expect(run.status == 0)
    #expect(run.errors.contains("galley: font \(fonts.path("web.woff")) is skipped"))
    #expect(try galley.run(arguments + ["--strict"], input: feed).status == 1)
    let quiet = try galley.run(arguments + ["--quiet"], input: feed)
    #expect(quiet.status == 0 && quiet.errors == "")
    let doctor = try galley.run("doctor", "--font-dir", fonts.path)
    #expect(doctor.lines.contains { $0.hasPrefix("skipped: \(fonts.path("web.woff"))") })
    try FileManager.default.removeItem(atPath: fonts.path("sound.ttf"))
    for command in [["measure", "-"], ["render", "-", "-o", "a.png"], ["doctor"]] {
      let run = try galley.run(command + ["--font-dir", fonts.path], input: feed)
      #expect(run.status == 69)
      #expect(run.errors.contains("web.woff") && run.errors.contains("WOFF"))
    }
    #expect(try galley.folder.names() == [])
  }

  @Test("shows the names of folders and fonts without effect on a terminal")
  func escapes() throws {
    let galley = try GalleyRunner()
    // As one character, the beginning of an escape code; fontconfig takes no U+001B.
    let fonts = galley.folder.path("fonts\u{9B}2J")
    try FileManager.default.createDirectory(atPath: fonts, withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: SampleFonts.soundPath, toPath: fonts + "/a.ttf")
    let woff = SampleFonts.woff(try TestFolder.bytes(at: SampleFonts.soundPath))
    try Data(woff).write(to: URL(fileURLWithPath: fonts + "/b.woff"))
    let run = try galley.run("doctor", "--font-dir", fonts)
    #expect(run.status == 0, "\(run.errors)")
    #expect(!run.lines.joined().unicodeScalars.contains("\u{9B}"))
    let name = #"fonts\u{9B}2J"#
    #expect(run.lines.contains { $0.hasPrefix("  /") && $0.contains(name) })
    #expect(run.lines.contains { $0.hasPrefix("skipped: ") && $0.contains(name + "/b.woff: ") })
  }

  @Test("names damaged pictures, and missing ones also among attachments")
  func pictures() throws {
    let galley = try GalleyRunner()
    let picture = try Data(contentsOf: Repository.url("Samples/Assets/harbour.jpg"))
    try picture.prefix(3000).write(to: galley.folder.url.appendingPathComponent("half.jpg"))
    try picture.write(to: galley.folder.url.appendingPathComponent("whole.jpg"))
    let feed = try galley.write(
      #"""
      {"title":"a","image":"half.jpg","attachments":[{"url":"gone.png"},{"url":"whole.jpg"}]}
      {"title":"b","image":"whole.jpg","body_html":"<p><b>b</b> <img src='half.jpg'></p>"}
      """#, to: "feed.jsonl")
    let run = try galley.run("doctor", feed, "--assets", ".", "--json")
    #expect(run.status == 1)
    let warnings = try run.records().filter { $0["kind"] as? String == "image" }
    let words = warnings.map { "\($0["row"] ?? "") \($0["message"] ?? "")" }
    #expect(words.count == 3, "\(words)")
    #expect(words.contains { $0.hasPrefix("0 image “half.jpg”: it is damaged: ") }, "\(words)")
    #expect(words.contains("0 image “gone.png”: there is no such image"), "\(words)")
    #expect(words.contains { $0.hasPrefix("1 image “half.jpg”: it is damaged: ") }, "\(words)")
  }

  @Test("counts dates and letters that are not understood as missing, as render does with --strict")
  func unreadParts() throws {
    let galley = try GalleyRunner()
    for (feed, status, words) in [
      (
        "<rss><channel><item><title>a</title><pubDate>soon</pubDate></item></channel></rss>", 1,
        false
      ),
      ("{\"title\":\"a\\uD800\"}", 1, false), ("title,body\na,b\n,\nc,d\n", 0, true),
      ("{\"title\":\"a\"}", 0, true),
    ] {
      let path = try galley.write(feed, to: "feed.txt")
      let run = try galley.run("doctor", path)
      #expect(run.status == status, "\(feed)")
      #expect(run.lines.contains { $0.hasPrefix("nothing is missing") } == words, "\(run.lines)")
      #expect(
        run.lines.contains("nothing is missing") == (words && !feed.contains(",\n")), "\(run.lines)"
      )
    }
  }

  @Test("a family that is not found is a line on standard error, and with --strict status 1")
  func missingFamily() throws {
    let galley = try GalleyRunner()
    let theme = try galley.write("title: {font: {family: Noto Snas}}\n", to: "theme.yaml")
    let feed = Array(#"{"title":"One"}"#.utf8)
    for command in [["measure", "-"], ["render", "-", "-o", "a.png"]] {
      let arguments = command + ["--theme", theme]
      let run = try galley.run(arguments, input: feed)
      #expect(run.status == 0)
      #expect(
        run.errors.contains(
          "galley: there is no font family 'Noto Snas' for title; Noto Sans is used; near names: "))
      #expect(run.errors.contains("1 warning"))
      #expect(try galley.run(arguments + ["--strict"], input: feed).status == 1)
      #expect(try galley.run(arguments + ["--strict-glyphs"], input: feed).status == 0)
      #expect(try galley.run(arguments + ["--quiet"], input: feed).errors == "")
    }
    let text = try galley.run(
      ["measure", "--text", "-", "--font", "Nowhere 14", "--strict"], input: Array("One".utf8))
    #expect(text.status == 1)
    #expect(text.errors.contains("'Nowhere' for the text; Noto Sans is used"))
  }

  @Test("looks at the host's fonts with --system-fonts")
  func systemFonts() throws {
    let run = try GalleyRunner().run("doctor", "--system-fonts")
    #expect(run.status == 0)
    #expect(run.output.isEmpty == false)
  }
}
