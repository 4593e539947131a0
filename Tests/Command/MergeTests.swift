import Foundation
import TestSupport
import Testing

@Suite("galley merge", .serialized, .timeLimit(.minutes(30)))
struct MergeTests {
  /// Renders the shards of `feed`, and returns their manifests.
  private func render(
    _ feed: String, shards count: Int, by division: String, _ output: [String],
    with galley: GalleyRunner, environment: (Int) -> [String: String]? = { _ in nil }
  ) throws -> [String] {
    try (1...count).map { number in
      let automatic = environment(number)
      let run = try galley.run(
        [
          "render", feed, "--cards", "--manifest", "m-{shard:02}.jsonl", "--quiet", "--shard",
          automatic == nil
            ? "\(number)/\(count)"
            : automatic?["SLURM_ARRAY_TASK_MIN"] == "1"
              && automatic?["SLURM_ARRAY_TASK_COUNT"] == "5" ? "auto" : "auto/\(count)",
          "--shard-by", division,
        ] + output, environment: automatic ?? [:])
      #expect(run.status <= 1, "\(run.errors)")
      return String(format: "m-%02d.jsonl", number)
    }
  }

  /// All samples in the full suite; otherwise a feed of articles, and one with bad rows.
  private static let samples =
    Effort.isFull
    ? [
      "everyday.jsonl", "emoji.json", "right-to-left.jsonl", "cjk.json", "journal.json",
      "hostile.jsonl",
    ]
    : ["journal.json", "hostile.jsonl"]

  @Test(
    "twelve shards make the files of one run",
    arguments: samples, ["bytes", "content"])
  func mergesSamples(name: String, division: String) throws {
    let (galley, whole) = (try GalleyRunner(), try GalleyRunner())
    let feed = Repository.feed(name)
    let manifests = try render(
      feed, shards: 12, by: division,
      ["-o", "s-{shard:02}-{archive:03}.tar", "--archive-size", "100KiB"],
      with: galley)
    let merged = try galley.run(
      ["merge", "-o", "m.jsonl", "--archives", "x-{archive:03}.tar", "--check-files"]
        + manifests.shuffled())
    #expect(merged.status <= 1, "\(merged.errors)")
    let one = try whole.run(
      "render", feed, "--cards", "--manifest", "m.jsonl", "-o", "x-{archive:03}.tar",
      "--archive-size", "100KiB", "--quiet")
    #expect(one.status == merged.status)
    let found = try BulkFeed.files(in: galley.folder.path) {
      $0.hasPrefix("m-") || $0.hasPrefix("s-")
    }
    #expect(found == (try BulkFeed.files(in: whole.folder.path)))
  }

  @Test(
    "shards of files take their numbers from the environment",
    arguments: [
      {
        [
          "SLURM_ARRAY_TASK_ID": "\($0 + 4)", "SLURM_ARRAY_TASK_MIN": "5",
          "SLURM_ARRAY_TASK_COUNT": "5",
        ]
      },
      {
        [
          "SLURM_ARRAY_TASK_ID": "\($0)", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "5",
          "SLURM_ARRAY_TASK_COUNT": "5",
        ]
      },
      // The third part alone is repeated, and the others in an array of four.
      {
        $0 == 3
          ? [
            "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_MAX": "3",
            "SLURM_ARRAY_TASK_COUNT": "1",
          ]
          : [
            "SLURM_ARRAY_TASK_ID": "\($0)", "SLURM_ARRAY_TASK_MIN": "1",
            "SLURM_ARRAY_TASK_MAX": "5", "SLURM_ARRAY_TASK_COUNT": "4",
          ]
      },
      { ["JOB_COMPLETION_INDEX": "\($0 - 1)"] }, { ["PARALLEL_SEQ": "\($0)"] },
    ] as [@Sendable (Int) -> [String: String]])
  func mergesFiles(environment: @Sendable (Int) -> [String: String]) throws {
    let (galley, whole) = (try GalleyRunner(), try GalleyRunner())
    let feed = try galley.write(BulkFeed.text(200), to: "feed.jsonl")
    let output = ["-o", "out/{hash:2}/{index}.png"]
    let manifests = try render(
      feed, shards: 5, by: "bytes", output, with: galley, environment: environment)
    let merged = try galley.run(["merge", "-o", "out/m.jsonl", "--check-files"] + manifests)
    #expect(merged.status == 1, "\(merged.errors)")
    _ = try whole.run(
      ["render", feed, "--cards", "--manifest", "out/m.jsonl", "--quiet"] + output)
    #expect(
      try BulkFeed.files(in: galley.folder.path("out"))
        == BulkFeed.files(in: whole.folder.path("out")))
  }

  @Test("a compressed feed is divided by its decompressed bytes, and equal rows go to one shard")
  func divides() throws {
    let galley = try GalleyRunner()
    _ = try galley.write(BulkFeed.text(300), to: "feed.jsonl")
    let packed = try galley.shell("gzip -k feed.jsonl", "")
    #expect(packed.status == 0, "\(packed.errors)")
    let output = ["-o", "s-{shard}.tar"]
    var counts: [Int] = []
    for manifest in try render("feed.jsonl.gz", shards: 3, by: "bytes", output, with: galley) {
      counts.append(try CommandOutput.records(galley.folder.bytes(manifest)).count - 2)
      try FileManager.default.removeItem(atPath: galley.folder.path(manifest))
    }
    #expect(counts.reduce(0, +) == 300)
    #expect(counts.allSatisfy { (80...120).contains($0) }, "\(counts)")
    var shards: [String: Set<Int>] = [:]
    for (number, manifest) in try render(
      "feed.jsonl", shards: 3, by: "content", output, with: galley
    ).enumerated() {
      for record in try CommandOutput.records(galley.folder.bytes(manifest)) {
        if let key = record["key"] as? String { shards[key, default: []].insert(number) }
      }
    }
    #expect(shards.count < 300)
    #expect(shards.values.allSatisfy { $0.count == 1 })
    #expect(Set(shards.values.flatMap { $0 }) == [0, 1, 2])
    let streamed = try galley.run(
      ["render", "-", "--cards", "-o", "x{index}.png", "--shard", "1/2"], input: Array("{}".utf8))
    #expect(streamed.status == 64)
    #expect(streamed.errors.contains("--shard-by content"))
  }

  @Test("missing and doubled shards and rows, damaged pictures and unfinished runs are named")
  func names() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(BulkFeed.text(120), to: "feed.jsonl")
    let manifests = try render(feed, shards: 4, by: "bytes", ["-o", "s-{shard}.tar"], with: galley)
    func merge(_ manifests: [String]) throws -> CommandOutput {
      try galley.run(["merge", "-o", "m.jsonl", "--archives", "x.tar"] + manifests)
    }
    let missing = try merge([manifests[0], manifests[2], manifests[3]])
    #expect(missing.status == 65)
    #expect(missing.errors.contains("shard 2/4 is missing"), "\(missing.errors)")
    #expect(try merge(manifests + [manifests[1]]).errors.contains("shard 2 is there twice"))
    let second = try galley.folder.bytes(manifests[1])
    var lines = second.split(separator: UInt8(ascii: "\n")).map { $0 + [UInt8(ascii: "\n")] }
    func replace(_ lines: [ArraySlice<UInt8>]) throws {
      try Data(lines.flatMap { $0 }).write(
        to: galley.folder.url.appendingPathComponent(manifests[1]))
    }
    try replace(Array(lines.dropLast()))
    #expect(try merge(manifests).errors.contains("m-02.jsonl is not complete"))
    // It is named before its pictures, whose archive is not complete either.
    let growing = galley.folder.path("s-2.tar")
    #expect(rename(growing, growing + ".part") == 0)
    let checked = try merge(manifests + ["--check-files"])
    #expect(checked.errors.hasPrefix("galley: m-02.jsonl is not complete"), "\(checked.errors)")
    #expect(rename(growing + ".part", growing) == 0)
    let row = try CommandOutput.records(Array(lines[5]))[0]["index"] as? Int ?? -1
    let line = lines.remove(at: 5)
    try replace(lines)
    #expect(try merge(manifests).errors.contains("row \(row) is missing"))
    lines.insert(contentsOf: [line, line], at: 5)
    try replace(lines)
    #expect(try merge(manifests).errors.contains("row \(row) is there twice"))
    try Data(second).write(to: galley.folder.url.appendingPathComponent(manifests[1]))
    var archive = try galley.folder.bytes("s-3.tar")
    archive[2000] ^= 1
    try Data(archive).write(to: galley.folder.url.appendingPathComponent("s-3.tar"))
    let damaged = try merge(manifests)
    #expect(damaged.status != 0)
    #expect(damaged.errors.contains("s-3.tar"), "\(damaged.errors)")
    #expect(damaged.status == 65)
    #expect(
      !(try galley.folder.names()).contains { ["m.jsonl", "x.tar", "x.tar.part"].contains($0) })
    let several = try galley.run(
      ["merge", "-o", "m.jsonl", "--archives", "x-{archive}.tar", "--archive-size", "10KiB"]
        + manifests)
    #expect(several.status == 65)
    #expect(!(try galley.folder.names()).contains { $0.hasPrefix("x-") })
  }

  @Test("equal names of shards, lost last lines and archives that would be replaced are named")
  func namesCollisions() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(
      ["dup", "one", "two", "dup"].map { #"{"id":"\#($0)","title":"\#($0)"}"# }
        .joined(separator: "\n"), to: "feed.jsonl")
    let equal = try render(feed, shards: 2, by: "bytes", ["-o", "c/{id}.png"], with: galley)
    let merged = try galley.run(["merge", "-o", "m.jsonl"] + equal)
    #expect(
      merged.status == 65 && merged.errors.contains("rows 0 and 3 have one name"),
      "\(merged.errors)")
    // Equal identifiers with equal contents are one picture, as in one run.
    let other = try GalleyRunner()
    let shared = try render(
      feed, shards: 2, by: "bytes", ["-o", "d/{id}-{hash}.png"], with: other)
    #expect(try other.run(["merge", "-o", "n.jsonl", "--check-files"] + shared).status == 0)
    let bulk = try galley.write(BulkFeed.text(60), to: "bulk.jsonl")
    let inputs = ["a-00.jsonl", "a-01.jsonl"]
    for (number, manifest) in inputs.enumerated() {
      _ = try galley.run(
        "render", bulk, "--cards", "-o", "a\(number)-{archive}.tar", "--archive-size", "100KiB",
        "--manifest", manifest, "--shard", "\(number + 1)/2", "--quiet")
    }
    for pattern in ["a0-{archive}.tar", "./a1-{archive:02}.tar"] {
      let run = try galley.run(["merge", "-o", "m.jsonl", "--archives", pattern] + inputs)
      #expect(run.status == 65 && run.errors.contains("would be replaced"), "\(run.errors)")
    }
    var lines = String(decoding: try galley.folder.bytes(inputs[1]), as: UTF8.self)
      .split(separator: "\n")
    lines.remove(at: lines.count - 2)
    _ = try galley.write(lines.joined(separator: "\n") + "\n", to: inputs[1])
    let lost = try galley.run(["merge", "-o", "m.jsonl", "--archives", "x-{archive}.tar"] + inputs)
    #expect(lost.status == 65 && lost.errors.contains("not complete"), "\(lost.errors)")
    #expect(!(try galley.folder.names().contains("m.jsonl")))
  }
}
