import Foundation
import TestSupport
import Testing

@Suite("The bytes written", .timeLimit(.minutes(15)))
struct DeterminismTests {
  /// Arguments and variables of the environment that must not change the output.
  private static let variations: [(arguments: [String], environment: [String: String])] = [
    (["--jobs", "1"], [:]), (["--jobs", "2"], [:]), (["--jobs", "8"], [:]),
    (
      [],
      [
        "LANG": "ja_JP.UTF-8", "LC_ALL": "ar_EG.UTF-8", "TZ": "Pacific/Chatham",
        "LANGUAGE": "ja:ko", "PANGO_LANGUAGE": "ko", "FC_LANG": "zh-tw", "HOME": "/nonexistent",
        "XDG_CONFIG_HOME": "/nonexistent", "TERM": "dumb",
      ]
    ),
  ]

  @Test(
    "of pictures and records do not depend on mode, workers, environment or the font cache",
    arguments: ["mixed.jsonl", "cjk.json", "emoji.json"])
  func areEqual(name: String) throws {
    let galley = try GalleyRunner()
    let isMixed = name == "mixed.jsonl"
    let feed = try isMixed ? mixedFeed(in: galley) : Repository.feed(name)
    func render(
      _ arguments: [String], _ environment: [String: String]
    ) throws -> (picture: [UInt8], records: [UInt8]) {
      let run = try galley.run(
        ["render", feed, "-o", "a.png", "--json", "--quiet"] + arguments, environment: environment)
      #expect(run.status == (isMixed ? 1 : 0), "\(run.errors)")
      return (try galley.folder.bytes("a.png"), run.output)
    }
    let expected = try render(["--mode", "sync"], [:])
    // The other feeds have other fonts.
    for (arguments, environment) in isMixed ? Self.variations : Self.variations.suffix(2) {
      #expect(try render(arguments, environment) == expected, "\(arguments) \(environment)")
    }
    // Without the vector instructions of pixman, which says so on standard output, and of libjpeg-turbo.
    let slow = ["PIXMAN_DISABLE": "fast mmx sse2 ssse3", "JSIMD_FORCENONE": "1"]
    #expect(try render([], slow).picture == expected.picture)
    guard isMixed else { return }
    let cache = try TestFolder()
    let cold = ["XDG_CACHE_HOME": cache.url.path]
    #expect(try render(["--jobs", "2"], cold) == expected)
    #expect(try !cache.names().isEmpty)
    #expect(try render(["--jobs", "2"], cold) == expected)
  }

  @Test("are the same after each of many cold starts with 2 to 8 workers")
  func coldStartsAreEqual() throws {
    let galley = try GalleyRunner()
    let feed = try mixedFeed(in: galley)
    var expected: [UInt8]?
    for start in 0..<Effort.count(3, full: 200) {
      let jobs = "\(2 + 2 * start % 7)"
      let run = try galley.run("render", feed, "-o", "a.png", "--quiet", "--jobs", jobs)
      #expect(run.status == 1, "start \(start): \(run.errors)")
      let bytes = try galley.folder.bytes("a.png")
      #expect(bytes == expected ?? bytes, "start \(start) with \(jobs) workers")
      expected = bytes
    }
  }

  @Test("of records of measured rows do not depend on mode or workers")
  func recordsAreEqual() throws {
    let galley = try GalleyRunner()
    let feed = try mixedFeed(in: galley)
    func records(_ arguments: [String]) throws -> [UInt8] {
      try galley.run(["measure", feed, "--json", "--quiet"] + arguments).output
    }
    let expected = try records(["--mode", "sync"])
    for jobs in ["1", "2", "8"] { #expect(try records(["--jobs", jobs]) == expected) }
  }

  @Test("of measured paragraphs without glyphs do not depend on workers")
  func missingGlyphs() throws {
    let galley = try GalleyRunner()
    let lines = (0..<600).map { "\($0) \u{E000}\u{BAD} தமிழ் \u{A8E} a\u{378}b" }
    let text = try galley.write(lines.joined(separator: "\n"), to: "text.txt")
    let arguments = ["measure", "--text", text, "--json", "--width", "60"]
    let expected = try galley.run(arguments + ["--mode", "sync", "--quiet"]).output
    #expect(!expected.isEmpty)
    for jobs in [2, 3, 7] {
      #expect(try galley.run(arguments + ["--jobs", "\(jobs)", "--quiet"]).output == expected)
    }
  }

  /// The samples that are JSON Lines, one after the other.
  private func mixedFeed(in galley: GalleyRunner) throws -> String {
    let names = ["everyday", "right-to-left", "south-and-southeast-asia", "hostile"]
    var bytes = Data()
    for name in names {
      bytes += try Data(contentsOf: URL(fileURLWithPath: Repository.feed(name + ".jsonl"))) + [0x0A]
    }
    try bytes.write(to: galley.folder.url.appendingPathComponent("mixed.jsonl"))
    return galley.folder.path("mixed.jsonl")
  }
}
