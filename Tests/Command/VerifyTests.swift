import Foundation
import TestSupport
import Testing

@Suite("galley verify", .timeLimit(.minutes(15)))
struct VerifyTests {
  /// A runner, in whose folder three cards and their record `r.json` are.
  private func cards(_ arguments: [String] = []) throws -> GalleyRunner {
    let galley = try GalleyRunner()
    let lines = ["one", "two", "שלוש 三"].map { #"{"title":"\#($0)"}"# }.joined(separator: "\n")
    let run = try galley.run(
      [
        "render", "-", "--from", "jsonl", "--cards", "--scale", "1", "-o", "c/{index}.png",
        "--metadata", "r.json",
      ] + arguments, input: Array(lines.utf8))
    #expect(run.status == 0, "\(run.errors)")
    return galley
  }

  private func write(_ bytes: [UInt8], to name: String, _ galley: GalleyRunner) throws {
    try Data(bytes).write(to: galley.folder.url.appendingPathComponent(name))
  }

  private func record(_ galley: GalleyRunner) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(galley.folder.bytes("r.json")))
    return try #require(object as? [String: Any])
  }

  @Test("names the files that were changed, cut or removed, with status 1")
  func files() throws {
    let galley = try cards()
    let good = try galley.run("verify", "r.json", "--strict")
    #expect(good.status == 0 && good.output.isEmpty, "\(good.lines) \(good.errors)")
    #expect(good.errors.contains("3 of 3 files as recorded"))

    var bytes = try galley.folder.bytes("c/0.png")
    let count = bytes.count
    bytes[count / 2] ^= 1
    try write(bytes, to: "c/0.png", galley)
    try write(Array(galley.folder.bytes("c/1.png").dropLast()), to: "c/1.png", galley)
    try FileManager.default.removeItem(atPath: galley.folder.path("c/2.png"))
    let bad = try galley.run("verify", "r.json")
    #expect(bad.status == 1)
    #expect(bad.lines.count == 3, "\(bad.lines)")
    #expect(bad.lines[0] == "c/0.png: other bytes, of the same number")
    #expect(bad.lines[1].hasPrefix("c/1.png: ") && bad.lines[1].contains("recorded with"))
    #expect(bad.lines[2] == "c/2.png: missing")
    #expect(bad.errors.contains("0 of 3 files as recorded"))
  }

  @Test("compares the picture of a text with its record, too")
  func text() throws {
    let galley = try GalleyRunner()
    for name in ["a.png", "a.pdf"] {
      let run = try galley.run("text", "Ahoy, שלום 三", "-o", name, "--metadata", "r.json")
      #expect(run.status == 0, "\(run.errors)")
      #expect(try galley.run("verify", "r.json", "--strict").status == 0)
      let fonts = try #require(try record(galley)["fonts"] as? [[String: Any]])
      #expect(fonts.count == 3, "\(fonts)")
      #expect(try galley.run("text", "Ahoi", "-o", name).status == 0)
      #expect(try galley.run("verify", "r.json").status == 1)
    }
    for arguments in [["--metadata", "r.json"], ["-o", "-", "--metadata", "r.json"]] {
      let refusal = try #require(try Refusal(["text", "a"] + arguments))
      #expect(refusal.message.contains("--metadata"), "\(refusal.message)")
    }
    #expect(
      try galley.run("text", "a", "-o", "b.png", "--metadata", "b.png").status == 64)
  }

  @Test(
    "compares what other commands have drawn, and needs their files",
    arguments: [
      ["scroll", "feed.jsonl", "--seconds", "0.1", "--frames", "f"],
      ["replay", "--random", "3", "feed.jsonl", "--frames", "f"],
      ["inspect", "feed.jsonl", "--row", "0", "--overlay", "a.png"],
      ["templates", "social", "--data", "feed.jsonl", "-o", "a.png"],
    ])
  func commands(arguments: [String]) throws {
    let galley = try GalleyRunner()
    _ = try galley.write(#"{"title":"one שלוש","body":"a","author":"b"}"#, to: "feed.jsonl")
    let run = try galley.run(arguments + ["--metadata", "r.json"])
    #expect(run.status == 0, "\(run.errors)")
    let good = try galley.run("verify", "r.json", "--strict")
    #expect(good.status == 0 && good.output.isEmpty, "\(good.lines) \(good.errors)")
    var record = try record(galley)
    let files = try #require(record["files"] as? [[String: Any]])
    let isTable = ["scroll", "replay"].contains(arguments[0])
    #expect(isTable ? files.count > 1 : files.count == 1)
    let fonts = try #require(record["fonts"] as? [[String: Any]])
    #expect(isTable == fonts.isEmpty && (isTable || fonts.count >= 2), "\(fonts)")
    if isTable {
      record["fontSet"] = ["count": 3, "fingerprint": "0"]
      try write(
        Array(JSONSerialization.data(withJSONObject: record)), to: "changed.json", galley)
      let changed = try galley.run("verify", "changed.json", "--strict")
      #expect(changed.status == 1 && changed.lines.count == 1, "\(changed.lines)")
      #expect(changed.lines.first?.contains("recorded with 3") == true, "\(changed.lines)")
    }
    try write([1, 2], to: try #require(files.last?["path"] as? String), galley)
    #expect(try galley.run("verify", "r.json").status == 1)
    let option = ["--frames", "--overlay", "-o"].first { arguments.contains($0) } ?? ""
    let place = try #require(arguments.firstIndex(of: option))
    var without = arguments
    without.removeSubrange(place...place + 1)
    let refusal = try #require(try Refusal(without + ["--metadata", "r.json"]))
    #expect(!refusal.message.isEmpty)
  }

  @Test("finds what another run has written to another folder, whatever its mode")
  func again() throws {
    let galley = try cards()
    let lines = ["one", "two", "שלוש 三"].map { #"{"title":"\#($0)"}"# }.joined(separator: "\n")
    for (folder, arguments) in [("same", ["--mode", "sync"]), ("other", ["--width", "300"])] {
      let run = try galley.run(
        [
          "render", "-", "--from", "jsonl", "--cards", "--scale", "1", "-o",
          "\(folder)/c/{index}.png",
        ] + arguments, input: Array(lines.utf8))
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try galley.run("verify", "r.json", "--in", "same").status == 0)
    #expect(try galley.run("verify", "r.json", "--in", "other").lines.count == 3)
  }

  @Test("records the used fonts and the versions, and names those that differ here")
  func environment() throws {
    let galley = try cards()
    var record = try record(galley)
    var fonts = try #require(record["fonts"] as? [[String: Any]])
    let names = fonts.compactMap { $0["name"] as? String }
    #expect(names.contains { $0.contains("Hebrew") } && names.contains { $0.contains("CJK") })
    var libraries = try #require(record["libraries"] as? [String: String])
    #expect(libraries["ICU"]?.contains(".") == true)
    libraries["Pango"] = "0.1"
    record["libraries"] = libraries
    var file = try #require(fonts[0]["file"] as? [String: Any])
    file["hash"] = String(repeating: "0", count: 32)
    fonts[0]["file"] = file
    file["path"] = "Missing.ttf"
    fonts.append(["name": "Gone", "file": file])
    record["fonts"] = fonts
    let changed = try JSONSerialization.data(withJSONObject: record)
    try write(Array(changed), to: "changed.json", galley)
    let run = try galley.run("verify", "changed.json")
    #expect(run.status == 0, "all files are as recorded")
    #expect(run.lines.count == 3, "\(run.lines)")
    #expect(run.lines[0].hasPrefix("here: Pango 1.") && run.lines[0].hasSuffix(", not 0.1"))
    #expect(run.lines[1].hasSuffix(" is another file"))
    #expect(run.lines[2] == "here: the font Gone (Missing.ttf) is not there")
    #expect(try galley.run("verify", "changed.json", "--strict").status == 1)
  }

  @Test("writes the same record in each run, also of archives, pages and in a sandbox")
  func equalRecords() throws {
    let first = try cards(["--sandbox"])
    let second = try cards(["--jobs", "1"])
    #expect(try first.folder.bytes("r.json") == second.folder.bytes("r.json"))
    for output in [["--cards", "-o", "x.tar"], ["--pages", "40", "-o", "p/{page}.png"]] {
      let run = try first.run(
        ["render", Repository.feed("journal.json"), "--metadata", "o.json", "--quiet"] + output)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try first.run("verify", "o.json", "--strict").status == 0)
    }
  }

  @Test(
    "refuses other files in one line",
    arguments: [
      ("", 65), ("{}", 65), ("[1]", 65), ("{\"schemaVersion\":1e99}", 65), ("\u{1B}[31m", 65),
    ])
  func refusals(content: String, status: Int32) throws {
    let galley = try GalleyRunner()
    try write(Array(content.utf8), to: "r.json", galley)
    let run = try galley.run("verify", "r.json")
    #expect(run.status == status && run.output.isEmpty)
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  @Test("refuses names that are no regular files, and does not wait for a pipe")
  func pipes() throws {
    let galley = try cards()
    try FileManager.default.removeItem(atPath: galley.folder.path("c/0.png"))
    #expect(mkfifo(galley.folder.path("c/0.png"), 0o600) == 0)
    let run = try galley.run("verify", "r.json")
    #expect(run.status == 1 && run.lines.count == 1, "\(run.lines)")
  }

  @Test(
    "render refuses a record of standard output, of a part of a run, or in the place of a picture")
  func usage() throws {
    let galley = try GalleyRunner()
    let feed = Repository.feed("journal.json")
    for arguments in [
      ["-o", "-", "--metadata", "r.json"], ["-o", "a.png", "--metadata", ""],
      ["--cards", "-o", "{index}.png", "--skip-existing", "--metadata", "r.json"],
      ["-o", "a.png", "--metadata", "a.png"],
    ] {
      let run = try galley.run(["render", feed] + arguments)
      #expect(run.status == 64, "\(arguments): \(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: galley.folder.path("r.json")))
    }
  }
}
