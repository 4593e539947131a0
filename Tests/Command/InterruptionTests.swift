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
