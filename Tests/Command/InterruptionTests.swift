import Foundation
import TestSupport
import Testing

@Suite("Interruption", .serialized, .timeLimit(.minutes(15)))
struct InterruptionTests {
  @Test(
    "of each command ends it within seconds, with whole files only",
    arguments: [
      ["measure", "--heights", "--height-cache", "a.heights", "--json=a.json"],
      ["scroll", "--seconds", "5", "--frames", "frames", "--json=a.json"],
      ["replay", "--save-script", "a.json"],
    ])
  func allCommands(arguments: [String]) throws {
    let galley = try GalleyRunner()
    let rows = (0..<400).map { #"{"title":"row \#($0)","body":"words \#($0 * 7)"}"# }
    let steps = (0..<4000).map { #"{"scroll":\#($0 % 90 - 40)}"# }
    let feed = try galley.write(rows.joined(separator: "\n"), to: "feed.jsonl")
    let script = try galley.write(
      #"{"heights":[20,90],"steps":[{"load":[900]},\#(steps.joined(separator: ","))]}"#,
      to: "script.json")
    for round in 0..<Effort.count(3, full: 200) {
      let signal = [SIGINT, SIGTERM][round % 2]
      let input = arguments[0] == "replay" ? script : feed
      let running = try galley.start(
        [arguments[0], input] + arguments.dropFirst(),
        environment: ["TMPDIR": galley.folder.path], isDirect: true)
      let moment = UInt32.random(in: 0..<700_000)
      usleep(moment)
      let start = ContinuousClock.now
      kill(running.process.processIdentifier, signal)
      let run = try running.wait()
      let context = "\(signal) after \(moment) µs: \(run.status) \(run.errors)"
      #expect([0, 128 + signal].contains(run.status), "\(context)")
      // Other tests and builds may take the processor in between.
      let time = ContinuousClock.now - start
      if run.status != 0 { #expect(time < .seconds(Effort.isFull ? 1 : 10), "\(time) \(context)") }
      for name in try galley.folder.names() where !["feed.jsonl", "script.json"].contains(name) {
        #expect(["a.heights", "a.json", "frames"].contains(name), "\(name): \(context)")
        let path = galley.folder.path(name)
        for frame in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        where frame.hasSuffix(".png") {
          let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(frame)")))
          #expect(throws: Never.self, "\(frame): \(context)") { try DecodedPNG(bytes) }
        }
        try FileManager.default.removeItem(atPath: path)
      }
    }
  }

  /// The other commands, with the status of a whole run.
  static let others: [([String], Int32)] = [
    (["render", "feed.jsonl", "-o", "a.png", "--json=a.json", "--metadata", "b.json"], 0),
    (["render", "feed.jsonl", "-o", "a.pdf"], 0),
    (["text", "words", "-o", "a.png", "--metadata", "a.json"], 0),
    (["inspect", "feed.jsonl", "--row", "9", "--overlay", "a.png"], 0),
    (["templates", "social", "--data", "item.json", "-o", "a.png"], 0),
    (["convert", "feed.jsonl", "-o", "a.xml", "--to", "rss"], 0),
    (["compare", "one.png", "two.png", "--difference", "a.png"], 1),
    (["verify", "r.json"], 0),
    (["merge", "m.jsonl", "-o", "a.jsonl"], 0),
    (["progress", "m.jsonl", "--seconds", "0", "--json=a.json"], 0),
    (["doctor", "feed.jsonl", "--json=a.json"], 0),
    (["bench", "count", "feed.jsonl"], 0),
  ]

  @Test(
    "of every other command leaves its outputs whole, or as they were", arguments: others)
  func otherCommands(arguments: [String], done: Int32) throws {
    let galley = try GalleyRunner()
    let rows = (0..<300).map { #"{"title":"row \#($0)","body":"words \#($0 * 7)"}"# }
    _ = try galley.write(rows.joined(separator: "\n"), to: "feed.jsonl")
    _ = try galley.write(#"{"title":"a","body":"b"}"#, to: "item.json")
    for (name, range) in [("one.png", "0...5"), ("two.png", "6...11")] {
      let run = try galley.run(
        "render", "feed.jsonl", "--rows", range, "-o", name, "--metadata", "r.json")
      #expect(run.status == 0, "\(run.errors)")
    }
    let manifest = [
      "render", "feed.jsonl", "--cards", "-o", "c{index}.png", "--rows", "3", "--manifest",
      "m.jsonl",
    ]
    #expect(try galley.run(manifest).status == 0)
    let inputs = Set(try galley.folder.names())
    let start = ContinuousClock.now
    let whole = try galley.run(arguments)
    let duration = ContinuousClock.now - start
    #expect(whole.status == done, "\(whole.errors)")
    let outputs = Set(try galley.folder.names()).subtracting(inputs)
    let contents = try outputs.map { try galley.folder.bytes($0) }
    for round in 0..<Effort.count(2, full: 200) {
      let signal = [SIGINT, SIGTERM][round % 2]
      // The bytes of a report of times differ from run to run.
      for name in outputs where !name.hasSuffix("json") { _ = try galley.write("old", to: name) }
      let running = try galley.start(
        arguments, environment: ["TMPDIR": galley.folder.path], isDirect: true)
      let moment = UInt32.random(in: 0...UInt32(min(duration, .seconds(1)) / .microseconds(1)))
      usleep(moment)
      let start = ContinuousClock.now
      kill(running.process.processIdentifier, signal)
      let run = try running.wait()
      let time = ContinuousClock.now - start
      let context = "\(signal) after \(moment) µs: \(run.status) \(run.errors)"
      #expect([done, 128 + signal].contains(run.status), "\(context)")
      #expect(time < .seconds(Effort.isFull ? 1 : 10), "\(time) \(context)")
      let names = Set(try galley.folder.names())
      #expect(names.isSubset(of: inputs.union(outputs)), "\(names) \(context)")
      for (name, bytes) in zip(outputs, contents) where !name.hasSuffix("json") {
        let now = try galley.folder.bytes(name)
        #expect(
          now == bytes || run.status != done && now == Array("old".utf8), "\(name) \(context)")
      }
    }
  }

  @Test(
    "leaves whole files only",
    arguments: [
      ["-o", "a.png"], ["-o", "p{page:04}.png", "--pages", "120"],
      ["-o", "c{index:04}.png", "--cards"],
    ], [SIGINT, SIGTERM, SIGHUP])
  func leavesWholeFiles(output: [String], signal: Int32) throws {
    let galley = try GalleyRunner()
    let rows = (0..<1500).map {
      #"{"title":"row \#($0)","body":"words that differ from row to row: \#($0 * 7)","author":"n"}"#
    }
    let feed = try galley.write(rows.joined(separator: "\n"), to: "feed.jsonl")
    for _ in 0..<Effort.count(2, full: 20) {
      let moment = UInt32.random(in: 0..<500_000)
      let running = try galley.start(
        ["render", feed, "--quiet"] + output, environment: ["TMPDIR": galley.folder.path],
        isDirect: true)
      // A random moment is what this is about: whatever it is, what must hold does.
      usleep(moment)
      kill(running.process.processIdentifier, signal)
      let run = try running.wait()
      let stopped = 128 + signal
      #expect([0, stopped].contains(run.status), "after \(moment) µs: \(run.errors)")
      #expect(!run.errors.contains("galley:"), "after \(moment) µs: \(run.errors)")
      let names = try galley.folder.names().filter { $0 != "feed.jsonl" }
      #expect(names.allSatisfy { $0.hasSuffix(".png") }, "after \(moment) µs: \(names)")
      // A signal between the last rename and the end of the process leaves the whole picture.
      if output == ["-o", "a.png"] {
        #expect(names == ["a.png"] || run.status != 0 && names == [])
      }
      for name in names {
        _ = try DecodedPNG(galley.folder.bytes(name))
        try FileManager.default.removeItem(atPath: galley.folder.path(name))
      }
    }
  }
}
