import Foundation
import TestSupport
import Testing

@Suite("Bulk rendering beside other files and other runs", .timeLimit(.minutes(5)))
struct BulkOtherFilesTests {
  private func galley(_ count: Int = 6) throws -> GalleyRunner {
    let galley = try GalleyRunner()
    _ = try galley.write(BulkFeed.text(count), to: "f.jsonl")
    return galley
  }

  private let cards = ["render", "f.jsonl", "--cards", "--quiet"]

  @Test(
    "a picture with the name of the records or the manifest is refused",
    arguments: ["--json=b.png", "--manifest=b.png"], [true, false])
  func refusesNamesOfOutputs(option: String, isThere: Bool) throws {
    let galley = try GalleyRunner()
    _ = try galley.write(
      #"{"id":"a","title":"one"}"# + "\n" + #"{"id":"b","title":"two"}"#, to: "f.jsonl")
    if isThere, option.hasPrefix("--json") { _ = try galley.write("older", to: "b.png") }
    let run = try galley.run(cards + ["-o", "{id}.png", option])
    #expect(
      run.status == 64 && run.errors.contains("another file that this run writes"), "\(run.errors)")
    // An older file stays, and no picture is under the name.
    let bytes = try? galley.folder.bytes("b.png")
    #expect(bytes?.starts(with: [0x89, 0x50]) != true)
    if isThere, option.hasPrefix("--json") { #expect(bytes == Array("older".utf8)) }
  }

  @Test("a link in the place of the index is refused", arguments: [false, true])
  func followsNoLinkOfIndex(isMerge: Bool) throws {
    let galley = try galley()
    _ = try galley.write("precious", to: "precious")
    let archives = "x-{archive}.tar"
    if isMerge { _ = try galley.run(cards + ["-o", "m.tar", "--manifest", "m.jsonl"]) }
    #expect(symlink("precious", galley.folder.path("x-index.json")) == 0)
    let before = try galley.folder.names()
    let run = try galley.run(
      isMerge
        ? ["merge", "m.jsonl", "-o", "x.jsonl", "--archives", archives] : cards + ["-o", archives])
    #expect(run.status == 73 && run.errors.contains("no regular file"), "\(run.errors)")
    #expect(try galley.folder.bytes("precious") == Array("precious".utf8))
    #expect(try galley.folder.names() == before)
  }

  @Test("a merge that is terminated leaves nothing", arguments: ["TERM", "INT", "HUP"])
  func leavesNothingOfMerge(signal: String) throws {
    let galley = try galley(400)
    _ = try galley.run(
      cards + ["-o", "m-{archive}.tar", "--manifest", "m.jsonl", "--archive-size", "1MiB"])
    // The manifest goes to a pipe whose reader reads nothing, so that the merge waits after its archives.
    let run = try galley.shell(
      """
      mkfifo pipe; sleep 50 < pipe & reader=$!
      "$0" merge m.jsonl -o pipe --archives 'x-{archive}.tar' & merge=$!
      while ! [ -e x-1.tar.merge ]; do sleep 0.02; done; sleep 0.3
      ls > during; kill -$1 $merge; wait $merge; echo $?
      kill $reader
      """, signal)
    let status = ["TERM": 143, "INT": 130, "HUP": 129][signal] ?? 0
    #expect(run.lines.last == "\(status)", "\(run.errors)")
    let during = String(decoding: try galley.folder.bytes("during"), as: UTF8.self)
    #expect(during.contains("x-0.tar.merge") && !during.contains("x-0.tar\\n"))
    #expect(try galley.folder.names().filter { $0.hasPrefix("x") } == [])
  }

  @Test("a second run into archives that a run writes is refused, whatever archive that run is at")
  func refusesSecondRun() throws {
    let galley = try galley(60)
    let run = try galley.shell(
      """
      (cat f.jsonl; while ! [ -e go ]; do sleep 0.05; done) |
        "$0" render - --cards --quiet -o 'x-{archive}.tar' --archive-size 20KiB & first=$!
      while ! [ -e x-2.tar ]; do sleep 0.02; done
      "$0" render f.jsonl --cards --quiet -o 'x-{archive}.tar' --archive-size 20KiB; echo $?
      "$0" merge m.jsonl --quiet -o m2.jsonl --archives 'x-{archive}.tar'; echo $?
      touch go; wait $first; echo $?
      """, "")
    #expect(run.lines.first == "73" && run.lines.last == "1", "\(run.output) \(run.errors)")
    #expect(run.errors.contains("x-0.tar: another process writes it"), "\(run.errors)")
    let first = try BulkFeed.files(in: galley.folder.path)
    #expect(
      try galley.run(cards + ["-o", "x-{archive}.tar", "--archive-size", "20KiB"]).status == 1)
    #expect(try BulkFeed.files(in: galley.folder.path) == first)
  }

  @Test("a complete run that is resumed says that all rows are there")
  func tellsRowsByManifest() throws {
    let galley = try galley(60)
    let arguments = ["render", "f.jsonl", "--cards", "-o", "{index}.png", "--manifest", "m.jsonl"]
    #expect(try galley.run(arguments).errors.contains("59 rows in 59 files"))
    let again = try galley.run(arguments + ["--resume", "--json"])
    #expect(again.errors.contains("59 rows, all of them by the manifest"), "\(again.errors)")
    let summary = try #require(try again.records().last)
    #expect(summary["resumed"] as? Int == 60 && summary["failed"] as? Int == 1)
  }

  @Test(
    "a manifest that can be none is named as such",
    arguments: ["/dev/full": "no regular file", ".": "no regular file", "": "is empty"])
  func namesBadManifests(path: String, words: String) throws {
    let run = try galley().run(cards + ["-o", "{index}.png", "--manifest", path])
    #expect(run.status != 0 && run.errors.contains(words), "\(run.errors)")
  }

  @Test(
    "an option without the option that it is about is refused",
    arguments: [
      ["--shard-by", "content"], ["--archive-size", "1MiB"], ["--picture-cache-size", "1MiB"],
      ["--picture-cache", "c{shard}"],
    ])
  func refusesLoneOptions(options: [String]) throws {
    let run = try galley().run(cards + ["-o", "{index}.png"] + options)
    #expect(
      run.status == 64
        && run.errors.contains(options[0].hasSuffix("cache") ? "--shard" : options[0]))
  }

  @Test("a picture cache may have the number of the shard in its name")
  func numbersPictureCaches() throws {
    let galley = try galley()
    let run = try galley.run(
      cards + ["-o", "{index}.png", "--shard", "2/2", "--picture-cache", "c{shard:02}"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try galley.folder.names().contains("c02"))
  }

  @Test("a merge of shards by content may open as many files as the system allows")
  func mergesManyShards() throws {
    let galley = try galley(180)
    let run = try galley.shell(
      """
      for i in $(seq 1 36); do
        "$0" render f.jsonl --cards --quiet -o 'o/{index}.png' --shard $i/36 --shard-by content --manifest s$i.jsonl
      done
      ulimit -Sn 30
      (ulimit -Hn 30; "$0" merge s*.jsonl --quiet -o none.jsonl; echo $?)
      "$0" merge s*.jsonl --quiet -o all.jsonl; echo $?
      """, "")
    #expect(
      run.lines.count == 2 && run.lines.first != "1" && run.lines.last == "1", "\(run.errors)")
    #expect(try galley.folder.bytes("all.jsonl").split(separator: 10).count == 182)
  }

  @Test("the header of a picture that a merge does not find, and a pipe in its place, are named")
  func namesLostHeaders() throws {
    let galley = try galley()
    _ = try galley.run(cards + ["-o", "m.tar", "--manifest", "m.jsonl"])
    let path = galley.folder.path("m.tar")
    var bytes = try galley.folder.bytes("m.tar")
    bytes[0] ^= 1
    try Data(bytes).write(to: URL(filePath: path))
    let merge = ["merge", "m.jsonl", "-o", "x.jsonl", "--archives", "x.tar"]
    let lost = try galley.run(merge)
    #expect(lost.errors.contains("the archive has another file at byte 512"), "\(lost.errors)")
    unlink(path)
    #expect(mkfifo(path, 0o600) == 0)
    let piped = try galley.run(merge)
    #expect(piped.status != 0 && piped.errors.contains("no regular file"), "\(piped.errors)")
  }
}
