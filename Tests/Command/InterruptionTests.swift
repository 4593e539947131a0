import Foundation
import TestSupport
import Testing

@Suite("Interruption", .serialized, .timeLimit(.minutes(15)))
struct InterruptionTests {
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
      if output == ["-o", "a.png"] { #expect(names == (run.status == 0 ? ["a.png"] : [])) }
      for name in names {
        _ = try DecodedPNG(galley.folder.bytes(name))
        try FileManager.default.removeItem(atPath: galley.folder.path(name))
      }
    }
  }
}
