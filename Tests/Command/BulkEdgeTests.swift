import Foundation
import TestSupport
import Testing

@Suite("Edges of bulk rendering", .timeLimit(.minutes(5)))
struct BulkEdgeTests {
  private func galley(_ count: Int = 6) throws -> GalleyRunner {
    let galley = try GalleyRunner()
    _ = try galley.write(BulkFeed.text(count), to: "f.jsonl")
    return galley
  }

  private let cards = ["render", "f.jsonl", "--cards", "--quiet"]

  @Test("shards with one archive name do not replace each other")
  func keepsOtherShards() throws {
    let galley = try galley(40)
    let first = try galley.run(cards + ["-o", "x.tar", "--shard", "1/2", "--manifest", "1.jsonl"])
    #expect(first.status == 0, "\(first.errors)")
    let before = try galley.folder.bytes("x.tar")
    for manifest in [[], ["--manifest", "2.jsonl", "--resume"]] {
      let second = try galley.run(cards + ["-o", "x.tar", "--shard", "2/2"] + manifest)
      #expect(second.status == 73 && second.errors.contains("{shard}"), "\(second.errors)")
    }
    #expect(try galley.folder.bytes("x.tar") == before)
    #expect(try galley.folder.names() == ["1.jsonl", "f.jsonl", "x.tar"])
    // A run of all rows replaces its archive, as it replaces files.
    for shard in [[], ["--shard", "1/1"]] {
      let output = shard.isEmpty ? "y.tar" : "y-{shard}.tar"
      for _ in 0..<2 { #expect(try galley.run(cards + shard + ["-o", output]).status == 0) }
    }
  }

  @Test("auto refuses an array that may be a part of a larger one")
  func refusesPartialArrays() throws {
    let galley = try galley()
    for (first, last, count) in [(5, 5, 1), (3, 7, 2), (1, 7, 2)] {
      let run = try galley.run(
        cards + ["-o", "{index}.png", "--shard", "auto"],
        environment: [
          "SLURM_ARRAY_TASK_ID": "\(first)", "SLURM_ARRAY_TASK_MIN": "\(first)",
          "SLURM_ARRAY_TASK_MAX": "\(last)", "SLURM_ARRAY_TASK_COUNT": "\(count)",
        ])
      #expect(run.status == 64 && run.errors.contains("auto/12"), "\(run.errors)")
    }
  }

  @Test(
    "a merge that cannot end leaves nothing",
    arguments: ["x-1.tar", "x-index.json", "/dev/full"])
  func leavesNothing(obstacle: String) throws {
    let galley = try galley(40)
    let archives = ["--archive-size", "20KiB"]
    _ = try galley.run(cards + ["-o", "m-{archive}.tar", "--manifest", "m.jsonl"] + archives)
    let isStream = obstacle.hasPrefix("/")
    if !isStream {
      try FileManager.default.createDirectory(
        atPath: galley.folder.path(obstacle), withIntermediateDirectories: false)
    }
    let run = try galley.run(
      ["merge", "m.jsonl", "-o", isStream ? obstacle : "x.jsonl", "--archives", "x-{archive}.tar"]
        + archives)
    #expect(run.status >= 73, "\(run.errors)")
    let names = try galley.folder.names().filter { $0.hasPrefix("x") }
    #expect(names == (isStream ? [] : [obstacle]))
  }

  @Test("a merge keeps the archive that another run has begun")
  func keepsBegunArchives() throws {
    let galley = try galley()
    _ = try galley.run(cards + ["-o", "m.tar", "--manifest", "m.jsonl"])
    _ = try galley.write("begun", to: "x.tar.part")
    let run = try galley.run("merge", "m.jsonl", "-o", "x.jsonl", "--archives", "x.tar")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try galley.folder.bytes("x.tar.part") == Array("begun".utf8))
    #expect(try galley.folder.bytes("x.tar") == galley.folder.bytes("m.tar"))
  }

  @Test("an archive follows no link, and replaces no pipe", arguments: ["y.tar.part", "y.tar"])
  func followsNoLinks(name: String) throws {
    let galley = try galley()
    _ = try galley.write("precious", to: "precious")
    let path = galley.folder.path(name)
    #expect(symlink("precious", path) == 0)
    let linked = try galley.run(cards + ["-o", "y.tar"])
    #expect(linked.status == 73, "\(linked.errors)")
    #expect(try galley.folder.bytes("precious") == Array("precious".utf8))
    unlink(path)
    #expect(mkfifo(path, 0o600) == 0)
    let piped = try galley.run(cards + ["-o", "y.tar"])
    #expect(piped.status == 73, "\(piped.errors)")
    #expect(try galley.folder.names() == ["f.jsonl", "precious", name].sorted())
  }

  @Test("names that are numbered are not continued by a run that refuses them, or the other way")
  func comparesSameNames() throws {
    let galley = try galley()
    let arguments = cards + ["-o", "{id}.png", "--manifest", "m.jsonl", "--resume"]
    #expect(try galley.run(arguments).status == 0)
    let run = try galley.run(arguments + ["--same-names", "number"])
    #expect(run.status == 64 && run.errors.contains("same names number"), "\(run.errors)")
  }

  @Test("a complete run makes its lost index again, and names a lost archive")
  func restoresIndex() throws {
    let galley = try galley(60)
    let arguments =
      cards + [
        "-o", "x-{archive}.tar", "--archive-size", "40KiB", "--manifest", "m.jsonl", "--resume",
      ]
    #expect(try galley.run(arguments).status == 1)
    let before = try BulkFeed.files(in: galley.folder.path)
    #expect(before.count > 5)
    unlink(galley.folder.path("x-index.json"))
    #expect(try galley.run(arguments).status == 1)
    #expect(try BulkFeed.files(in: galley.folder.path) == before)
    unlink(galley.folder.path("x-0.tar"))
    let lost = try galley.run(arguments)
    #expect(lost.status == 65 && lost.errors.contains("archive x-0.tar of"), "\(lost.errors)")
  }

  @Test("the empty archive of a feed without pictures is looked for")
  func looksForEmptyArchive() throws {
    let galley = try GalleyRunner()
    _ = try galley.write("[1]\n", to: "f.jsonl")
    let arguments = cards + ["-o", "x.tar", "--manifest", "m.jsonl", "--resume"]
    for _ in 0..<2 { #expect(try galley.run(arguments).status == 1) }
    unlink(galley.folder.path("x.tar"))
    #expect(try galley.run(arguments).status == 65)
  }

  @Test(
    "a name that is too long fails its row, and the run goes on",
    arguments: [
      ["-o", "\(String(repeating: "n", count: 200)){id}.png"],
      ["-o", "x.tar", "--names", "\(String(repeating: "n", count: 50)){id}.png"],
    ])
  func failsLongNames(output: [String]) throws {
    let galley = try GalleyRunner()
    let id = String(repeating: "i", count: 60)
    let lines = ["a", id, "b", "a", id, "a"].map { #"{"id":"\#($0)","title":"t"}"# }
    _ = try galley.write(lines.joined(separator: "\n") + "\n", to: "f.jsonl")
    let arguments =
      cards + output + ["--same-names", "number", "--manifest", "m.jsonl", "--resume"]
    let run = try galley.run(arguments)
    #expect(run.status == 1 && run.errors.contains("bytes"), "\(run.status) \(run.errors)")
    let manifest = try galley.folder.bytes("m.jsonl")
    let rows = try CommandOutput.records(manifest).dropFirst().dropLast()
    let failed = rows.filter { $0["error"] != nil }.compactMap { $0["index"] as? Int }
    #expect(failed == [1, 4])
    // The names of later rows do not depend on the moment of an interruption.
    let files = try BulkFeed.files(in: galley.folder.path)
    let start = manifest.split(separator: 10).prefix(5).flatMap { Array($0) + [UInt8(10)] }
    try Data(start).write(to: URL(filePath: galley.folder.path("m.jsonl")))
    #expect(try galley.run(arguments).status == 1)
    #expect(try BulkFeed.files(in: galley.folder.path) == files)
  }

  @Test("progress of a range of rows counts its rows")
  func countsRanges() throws {
    let galley = try galley(100)
    _ = try galley.run(
      cards + ["-o", "x.tar", "--rows", "20..<60", "--manifest", "m.jsonl"])
    let lines = try galley.folder.bytes("m.jsonl").split(separator: 10)
    let start = lines.prefix(11).flatMap { Array($0) + [UInt8(10)] }
    try Data(start).write(to: URL(filePath: galley.folder.path("m.jsonl")))
    let table = try galley.run("progress", "m.jsonl", "--seconds", "0")
    #expect(table.lines == ["m.jsonl: 10 rows, 25 %"], "\(table.lines) \(table.errors)")
    let json = try galley.run("progress", "m.jsonl", "--seconds", "0", "--json").records()
    #expect(json.first?["rowLimit"] as? Int == 40)
  }

  @Test("the index leads to archives in other folders, and equal pictures are one file")
  func countsAndLeads() throws {
    let galley = try galley(60)
    _ = try galley.run(cards + ["-o", "a/e{archive}/x.tar", "--archive-size", "40KiB"])
    let index = try CommandOutput.records(galley.folder.bytes("a/eindex/x.json"))
    let shards = try #require(index.first?["shardlist"] as? [[String: Any]])
    #expect(shards.count > 2)
    #expect(shards.map { $0["url"] as? String } == shards.indices.map { "../e\($0)/x.tar" })
    let run = try galley.run("render", "f.jsonl", "--cards", "-o", "h/{hash}.png", "--json")
    let summary = try #require(try run.records().last)
    #expect(summary["files"] as? Int == (try BulkFeed.files(in: galley.folder.path("h")).count))
  }

  @Test("- is no manifest, and no merged manifest")
  func refusesStreams() throws {
    let galley = try galley()
    let render = try galley.run(cards + ["-o", "x.tar", "--manifest", "-"])
    #expect(render.status == 64 && render.errors.contains("--manifest"), "\(render.errors)")
    _ = try galley.run(cards + ["-o", "{index}.png", "--manifest", "m.jsonl"])
    #expect(try galley.run("merge", "m.jsonl", "-o", "-").status == 64)
    let stream = try galley.run("merge", "m.jsonl", "-o", "/dev/stdout")
    #expect(stream.status == 0 && stream.lines.count == 8, "\(stream.errors)")
  }

  @Test("a manifest that is a pipe is refused by merge")
  func refusesPipes() throws {
    let galley = try galley()
    _ = try galley.run(cards + ["-o", "{index}.png", "--manifest", "m.jsonl"])
    let run = try galley.shell(#"cat m.jsonl | "$0" merge /dev/stdin -o o.jsonl"#, "")
    #expect(run.status != 0)
    #expect(!(try galley.folder.names().contains("o.jsonl")))
  }

  @Test("an empty manifest, as an early end leaves it, does not let a shard replace others")
  func keepsOthersAfterEarlyEnds() throws {
    let galley = try galley(40)
    let arguments = cards + ["-o", "x.tar", "--resume"]
    #expect(try galley.run(arguments + ["--shard", "1/2", "--manifest", "1.jsonl"]).status == 0)
    let before = try galley.folder.bytes("x.tar")
    _ = try galley.write("", to: "2.jsonl")
    let second = try galley.run(arguments + ["--shard", "2/2", "--manifest", "2.jsonl"])
    #expect(second.status == 73 && second.errors.contains("{shard}"), "\(second.errors)")
    #expect(try galley.folder.bytes("x.tar") == before)
    // The run of the archive goes on.
    let lines = try galley.folder.bytes("1.jsonl").split(separator: 10)
    let start = lines.prefix(9).flatMap { Array($0) + [UInt8(10)] }
    try Data(start).write(to: URL(filePath: galley.folder.path("1.jsonl")))
    #expect(try galley.run(arguments + ["--shard", "1/2", "--manifest", "1.jsonl"]).status == 0)
    #expect(try galley.folder.bytes("x.tar") == before)
  }

  @Test("an archive of another run is not continued in the place of one that is lost")
  func continuesItsOwnArchive() throws {
    let galley = try galley(60)
    #expect(try galley.run(cards + ["-o", "x.tar"]).status == 1)
    let other = try galley.folder.bytes("x.tar")
    _ = try galley.write(
      BulkFeed.text(60).replacingOccurrences(of: "words", with: "many more words"), to: "f.jsonl")
    let arguments = cards + ["-o", "x.tar", "--manifest", "m.jsonl", "--resume"]
    #expect(try galley.run(arguments).status == 1)
    let lines = try galley.folder.bytes("m.jsonl").split(separator: 10)
    let start = lines.prefix(20).flatMap { Array($0) + [UInt8(10)] }
    try Data(start).write(to: URL(filePath: galley.folder.path("m.jsonl")))
    try Data(other).write(to: URL(filePath: galley.folder.path("x.tar")))
    let run = try galley.run(arguments)
    #expect(run.status == 65 && run.errors.contains("archive x.tar of"), "\(run.errors)")
    #expect(try galley.folder.bytes("x.tar") == other)
  }

  @Test("a name of a folder is none of a file in an archive", arguments: ["{id}/", "{id}/."])
  func refusesFolders(names: String) throws {
    let run = try galley().run(cards + ["-o", "x.tar", "--names", names])
    #expect(run.status == 64, "\(run.errors)")
  }

  @Test("a pipe in the place of the index is refused before the first picture")
  func refusesPipeOfIndex() throws {
    let galley = try galley()
    #expect(mkfifo(galley.folder.path("x-index.json"), 0o600) == 0)
    let run = try galley.run(cards + ["-o", "x-{archive}.tar"])
    #expect(run.status == 73, "\(run.errors)")
    #expect(try galley.folder.names() == ["f.jsonl", "x-index.json"])
  }
}
