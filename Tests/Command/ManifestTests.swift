import Foundation
import TestSupport
import Testing

@Suite("Manifests of galley render", .serialized, .timeLimit(.minutes(15)))
struct ManifestTests {
  /// The outputs that a manifest goes with.
  static let outputs = [
    ["-o", "cards/{index:05}.png"], ["-o", "{hash:2}/{hash}.png"], ["-o", "ids/{id}.png"],
    ["-o", "x-{archive:03}.tar", "--archive-size", "400KiB"],
    ["-o", "x.tar", "--names", "{hash:2}/{id}.png"],
  ]

  @Test("a line for each row names its picture, and the last line has the sums", arguments: outputs)
  func describes(output: [String]) throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(BulkFeed.text(120), to: "feed.jsonl")
    let run = try galley.run(
      ["render", feed, "--cards", "--manifest", "m.jsonl", "--quiet"] + output)
    #expect(run.status == 1, "\(run.errors)")
    let records = try CommandOutput.records(galley.folder.bytes("m.jsonl"))
    let head = try #require(records.first)
    let summary = try #require(records.last)
    let rows = records.dropFirst().dropLast()
    #expect(head["head"] as? Bool == true)
    #expect((head["libraries"] as? [String: String])?["HarfBuzz"] != nil)
    #expect(rows.compactMap { $0["index"] as? Int } == Array(0..<120))
    #expect(summary["rows"] as? Int == 118)
    #expect(summary["failed"] as? Int == 2)
    var byteCount = 0
    var digests: [String: String] = [:]
    for row in rows {
      guard row["error"] == nil else { continue }
      let file = try #require(row["file"] as? String)
      var bytes: [UInt8]
      if let archive = row["archive"] as? String {
        let offset = try #require(row["offset"] as? Int)
        let whole = try galley.folder.bytes(archive)
        bytes = Array(whole[offset..<offset + (try #require(row["bytes"] as? Int))])
        let name = whole[(offset - 512)...].prefix { $0 != 0 }
        #expect(String(decoding: name, as: UTF8.self) == file)
      } else {
        bytes = try galley.folder.bytes(file)
      }
      #expect(bytes.count == row["bytes"] as? Int)
      byteCount += bytes.count
      let picture = try DecodedPNG(bytes)
      #expect(picture.width == row["pixelWidth"] as? Int)
      #expect(picture.height == row["pixelHeight"] as? Int)
      let (key, digest) = (row["key"] as? String ?? "", row["digest"] as? String ?? "")
      #expect(digests[key, default: digest] == digest, "equal keys mean equal bytes")
      digests[key] = digest
    }
    #expect(summary["bytes"] as? Int == byteCount)
    #expect(digests.count < 118)
    #expect(!(try galley.folder.names()).contains { $0.hasSuffix(".part") })
  }

  @Test(
    "each line has the keys that the schema has for its kind",
    arguments: [["-o", "c{index}.png", "--shard", "2/2"], ["-o", "x.tar", "--rows", "2...20"]])
  func followsSchema(output: [String]) throws {
    let galley = try GalleyRunner()
    let run = try galley.run(
      ["render", Repository.feed("hostile.jsonl"), "--cards", "--manifest", "m.jsonl", "--quiet"]
        + output)
    #expect(run.status == 1, "\(run.errors)")
    let data = try Data(
      contentsOf: URL(filePath: Repository.path("Samples/Bulk/manifest.schema.json")))
    let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let kinds = try #require(schema["$defs"] as? [String: [String: Any]])
    var counts: [String: Int] = [:]
    for record in try CommandOutput.records(galley.folder.bytes("m.jsonl")) {
      let matching = kinds.filter { _, kind in
        let known = Set((kind["properties"] as? [String: Any] ?? [:]).keys)
        return known.isSuperset(of: record.keys)
          && Set(record.keys).isSuperset(of: kind["required"] as? [String] ?? [])
      }
      #expect(matching.count == 1, "\(record)")
      for name in matching.keys { counts[name, default: 0] += 1 }
    }
    #expect(counts["head"] == 1 && counts["summary"] == 1, "\(counts)")
    #expect((counts["failure"] ?? 0) > 2 && (counts["picture"] ?? 0) > 5, "\(counts)")
  }

  @Test("a manifest that exists is refused, and one that is complete needs no work")
  func keepsManifest() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(BulkFeed.text(40), to: "feed.jsonl")
    let arguments = ["render", feed, "--cards", "-o", "c{index}.png", "--manifest", "m.jsonl"]
    #expect(try galley.run(arguments).status == 0)
    let manifest = try galley.folder.bytes("m.jsonl")
    let again = try galley.run(arguments)
    #expect(again.status == 73)
    #expect(again.errors.contains("--resume continues it"))
    let resumed = try galley.run(arguments + ["--resume", "--json"])
    #expect(resumed.status == 0)
    #expect(try resumed.records().last?["resumed"] as? Int == 40)
    #expect(try resumed.records().last?["rows"] as? Int == 40)
    #expect(try galley.folder.bytes("m.jsonl") == manifest)
  }

  @Test(
    "a manifest of other settings is refused with the difference",
    arguments: [
      (["--width", "320"], "width 320.0, not 375.0"), (["--theme", "dark"], "background #"),
      (["--background", "transparent"], "background #"), (["--rows", "0...9"], "first row"),
      (["--shard", "1/2"], "shard"),
    ])
  func comparesSettings(change: [String], word: String) throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(BulkFeed.text(40), to: "feed.jsonl")
    let arguments = [
      "render", feed, "--cards", "-o", "c{index}.png", "--manifest", "m.jsonl", "--quiet",
    ]
    #expect(try galley.run(arguments).status == 0)
    let run = try galley.run(arguments + ["--resume"] + change)
    #expect([64, 65].contains(run.status))
    #expect(run.errors.contains(word), "\(run.errors)")
  }

  @Test("a feed that changed is noticed at its row")
  func comparesRows() throws {
    let galley = try GalleyRunner()
    let text = BulkFeed.text(40)
    let feed = try galley.write(text, to: "feed.jsonl")
    let arguments = [
      "render", feed, "--cards", "-o", "c{index}.png", "--manifest", "m.jsonl", "--quiet",
    ]
    #expect(try galley.run(arguments).status == 0)
    _ = try galley.write(text.replacingOccurrences(of: "row 21", with: "row 12"), to: "feed.jsonl")
    let run = try galley.run(arguments + ["--resume"])
    #expect(run.status == 65)
    #expect(run.errors.contains("row 21 "), "\(run.errors)")
  }

  @Test("rows whose files exist are not drawn, and the manifest is the same")
  func skips() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(BulkFeed.text(60), to: "feed.jsonl")
    func arguments(_ manifest: String) -> [String] {
      [
        "render", feed, "--cards", "-o", "c/{index}.png", "--manifest", manifest, "--skip-existing",
        "--json=\(manifest).records", "--quiet",
      ]
    }
    #expect(try galley.run(arguments("a.jsonl")).status == 1)
    for row in 20..<30 {
      try FileManager.default.removeItem(atPath: galley.folder.path("c/\(row).png"))
    }
    #expect(try galley.run(arguments("b.jsonl")).status == 1)
    let summary = try CommandOutput.records(galley.folder.bytes("b.jsonl.records")).last
    #expect(summary?["existing"] as? Int == 49)
    #expect(summary?["files"] as? Int == 10)
    #expect(try galley.folder.bytes("a.jsonl") == galley.folder.bytes("b.jsonl"))
  }

  @Test("rows with one identifier fail, or are numbered")
  func sameNames() throws {
    let galley = try GalleyRunner()
    let lines = ["a", "b", "a", "c", "a"].map { #"{"id":"\#($0)","title":"t"}"# }
    let feed = try galley.write(lines.joined(separator: "\n"), to: "feed.jsonl")
    let arguments = ["render", feed, "--cards", "--json", "-o"]
    let refused = try galley.run(arguments + ["r/{id}.png"])
    #expect(refused.status == 1)
    #expect(try refused.records().compactMap { $0["error"] as? String }.count == 2)
    #expect(refused.errors.contains("the name r/a.png is that of item 0"))
    #expect(try galley.run(arguments + ["n/{id}.png", "--same-names", "number"]).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: galley.folder.path("n"))
    #expect(names.sorted() == ["a.png", "a~2.png", "a~3.png", "b.png", "c.png"])
  }

  @Test(
    "options that cannot go together are refused",
    arguments: [
      ["-o", "a.png", "--manifest", "m"], ["-o", "a{index}.png", "--cards", "--resume"],
      ["-o", "x.tar", "--cards", "--skip-existing"],
      ["-o", "a{index}.png", "--cards", "--names", "{id}"],
      ["-o", "x{archive}{archive}.tar", "--cards"], ["-o", "a{hash:4}.png", "--cards"],
      ["-o", "a{index}.png", "--cards", "--shard", "3/2"],
      ["-o", "a{index}.png", "--cards", "--shard", "auto"],
      ["-o", "a{index}.png", "--cards", "--shard", "1/2", "--rows", "5"],
      ["-o", "a{index}-{shard}.png", "--cards"],
    ])
  func usage(arguments: [String]) throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(BulkFeed.text(3), to: "feed.jsonl")
    let run = try galley.run(["render", feed] + arguments)
    #expect(run.status == 64, "\(run.errors)")
    #expect(try galley.folder.names() == ["feed.jsonl"])
  }
}
