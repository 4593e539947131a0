import Foundation
import TestSupport
import Testing

@Suite("The manual's article Records", .timeLimit(.minutes(15)))
struct RecordSchemaTests {
  private static func page() throws -> String {
    try String(
      contentsOf: Repository.url("Sources/Galley/Galley.docc/Records.md"), encoding: .utf8)
  }

  /// Members that are objects whose keys are names of other things.
  private static let named: Set = ["libraries", "counters", "userInfo", "modelErrors", "causes"]

  private static func keys(of value: Any) -> Set<String> {
    switch value {
    case let object as [String: Any]:
      Set(object.keys).union(
        object.flatMap { named.contains($0.key) ? [] : keys(of: $0.value) })
    case let array as [Any]: Set(array.flatMap { keys(of: $0) })
    default: []
    }
  }

  @Test(
    "explains each key that a command writes",
    arguments: [
      ["render", "hostile.jsonl", "-o", "a.png", "--json"],
      ["measure", "hostile.jsonl", "--json"],
      ["measure", "hostile.jsonl", "--heights", "--height-cache", "heights", "--json"],
      ["scroll", "hostile.jsonl", "--seconds", "0.5", "--cpu-throttle", "200", "--json"],
      [
        "scroll", "hostile.jsonl", "--script", "fling", "--mode", "sync", "--seconds", "0.1",
        "--json",
      ],
      ["render", "everyday.jsonl", "-o", "a.png", "--hit-map", "-", "--assets", "."],
      ["replay", "replay.json"], ["inspect", "hostile.jsonl", "--row", "0"], ["doctor", "--json"],
      ["doctor", "hostile.jsonl", "--json"],
      [
        "bench", "run", "hostile.jsonl", "--rows", "12", "--clock", "virtual", "--seconds", "6",
        "--speed", "100", "--height", "300", "--cpu-throttle", "1", "--jobs", "1",
        "--plant", "pause=1/100", "--json",
      ],
      [
        "bench", "corners", "hostile.jsonl", "--rows", "12", "--clock", "virtual", "--seconds", "6",
        "--speed", "100", "--height", "300", "--json",
      ],
      ["bench", "stages", "--rows", "2", "--repeat", "1", "--table-rows", "1000", "--json"],
      ["bench", "count", "hostile.jsonl"],
      ["text", "a b", "--caret", "1", "--hit", "1,1", "--select", "0...2", "--json"],
      ["text", "a b", "--shrink", "0.5"],
      [
        "text", "a b", "--columns", "2", "--caret", "1", "--hit", "1,1", "--select", "0...2",
        "--highlight", "u", "--json",
      ],
    ])
  func explainsKeys(arguments: [String]) throws {
    let galley = try GalleyRunner()
    let script =
      #"{"heights": [40], "steps": [{"load": [3]}, {"delete": ["0:9"], "refused": true}]}"#
    _ = try galley.write(script, to: "replay.json")
    let run = try galley.run(
      arguments.map { $0.hasSuffix(".jsonl") ? Repository.feed($0) : $0 })
    #expect(run.status <= 1, "\(run.errors)")
    let records = try run.records()
    #expect(records.count > 0)
    #expect(records.allSatisfy { $0["schemaVersion"] as? Int == 2 })
    let page = try Self.page()
    for key in Self.keys(of: records) { #expect(page.contains("`\(key)`"), "\(key)") }
  }

  @Test("explains each key of a manifest, and of the progress of its run")
  func explainsManifests() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(
      #"{"id":1,"title":"a\uE000","image":"b"}"# + "\n[]\n" + #"{"title":"c"}"#, to: "feed.jsonl")
    for (output, manifest) in [("c{index}.png", "1.jsonl"), ("x{archive}.tar", "2.jsonl")] {
      let run = try galley.run(
        "render", feed, "--cards", "-o", output, "--manifest", manifest, "--shard", "1/1")
      #expect(run.status == 1, "\(run.errors)")
    }
    let progress = try galley.run("progress", "1.jsonl", "2.jsonl", "--json", "--seconds", "0")
    #expect(progress.status == 0, "\(progress.errors)")
    var records = try progress.records()
    for manifest in ["1.jsonl", "2.jsonl"] {
      records += try CommandOutput.records(galley.folder.bytes(manifest))
    }
    #expect(records.count == 3 + 2 * 5)
    #expect(records.allSatisfy { $0["schemaVersion"] as? Int == 2 })
    let page = try Self.page()
    let keys = Self.keys(of: records)
    #expect(keys.isSuperset(of: ["warnings", "missingGlyphs", "offset", "digest", "feedBytes"]))
    for key in keys { #expect(page.contains("`\(key)`"), "\(key)") }
  }
}
