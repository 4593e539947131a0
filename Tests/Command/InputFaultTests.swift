import Foundation
import TestSupport
import Testing

@Suite("Inputs and outputs that cannot be", .timeLimit(.minutes(15)))
struct InputFaultTests {
  private static let row = Array(#"{"title":"a row"}"#.utf8)

  @Test("says that there are no rows, which --strict takes for a failure", arguments: ["", "[]"])
  func noRows(feed: String) throws {
    let from = feed.isEmpty ? "jsonl" : "fd"
    for arguments in [["render", "-", "-o", "a.png"], ["measure", "-"], ["scroll", "-"]] {
      let command = arguments + ["--from", from]
      let run = try GalleyRunner().run(command, input: Array(feed.utf8))
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.contains("there are 0 rows"), "\(run.errors)")
      #expect(try GalleyRunner().run(command + ["--strict"], input: Array(feed.utf8)).status == 1)
    }
    let bench = try GalleyRunner().run(
      ["bench", "run", "-", "--from", from], input: Array(feed.utf8))
    #expect(bench.status == 65)
    #expect(bench.errors.contains("no rows"))
  }

  @Test("says that no row is in --rows")
  func rowsBeyond() throws {
    let run = try GalleyRunner().run(["measure", "-", "--rows", "7...9"], input: Self.row)
    #expect(run.errors.contains("there are 0 rows in --rows 7...9"), "\(run.errors)")
  }

  @Test(
    "has one line and the right status for inputs that are no such files",
    arguments: [
      (["scroll", "-", "--script", "."], 66), (["scroll", "-", "--script", "empty"], 65),
      (["scroll", "-", "--script", "/proc/self/mem"], 74),
      (["render", "-", "-o", "a.png", "--theme", "dir.yaml"], 66),
      (["render", "-", "-o", "a.png", "--theme", "missing.yaml"], 66),
      (["render", "-", "-o", "a.png", "--theme", "mem.yaml"], 74),
      (["bench", "compare", "/proc/self/mem", "empty"], 74),
      (["render", "-", "-o", "a.png", "--theme", "date.yaml"], 65),
      (["render", "-", "-o", "a.png", "--theme", "binary.yaml"], 65),
      (["replay", "."], 66), (["replay", "missing"], 66), (["replay", "empty"], 65),
      (["bench", "compare", ".", "empty"], 66), (["bench", "compare", "empty", "."], 65),
      (["measure", "-", "--assets", "empty"], 66), (["measure", "."], 66),
      (["measure", "-", "--heights", "--height-cache", "."], 73),
      (["scroll", "-", "--trace", "."], 73), (["scroll", "-", "--trace", "/proc/x"], 73),
      (["scroll", "-", "--frames", "empty"], 73),
      (["scroll", "-", "--trace", String(repeating: "n", count: 300)], 73),
      (["bench", "run", "-", "--plot", "empty/plot.svg"], 73),
      (["measure", "-", "--json=/proc/x/y"], 73),
    ])
  func inputs(arguments: [String], status: Int) throws {
    let galley = try GalleyRunner()
    _ = try galley.write("", to: "empty")
    _ = try galley.write("gap: 2001-01-01", to: "date.yaml")
    try Data([0, 255, 1, 2]).write(to: galley.folder.url.appendingPathComponent("binary.yaml"))
    try FileManager.default.createDirectory(
      atPath: galley.folder.path("dir.yaml"), withIntermediateDirectories: false)
    symlink("/proc/self/mem", galley.folder.path("mem.yaml"))
    let names = try galley.folder.names()
    let run = try galley.run(arguments, input: Self.row)
    #expect(Int(run.status) == status, "\(run.errors)")
    #expect(run.errors.hasPrefix("galley: ") && run.errors.split(separator: "\n").count == 1)
    #expect(!run.errors.contains("Domain") && !run.errors.contains("Error"), "\(run.errors)")
    #expect(try galley.folder.names() == names)
  }
}
