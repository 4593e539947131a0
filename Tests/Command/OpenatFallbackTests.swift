import Foundation
import TestSupport
import Testing

/// strace makes `openat2` fail, as a kernel without it and the filter of a container do.
@Suite(
  "Assets without openat2", .timeLimit(.minutes(5)),
  .enabled(if: TracedRun.obstacle == nil, "strace cannot trace here, which TracingTests reports"))
struct OpenatFallbackTests {
  /// Names of one picture.
  private static let shown = [
    "sub/deep/mara.png", "./sub//deep/mara.png", "/sub/deep/mara.png", "sub/deep/mara", "mara.png",
  ]

  /// Names that lead out, or to no file; the last one names nothing.
  private static let refused = [
    "out.png", "folder/a.png", "../secret.png", "sub/../../secret.png", "/etc/passwd", "pipe.png",
    "sub", "sub/deep/mara.png/a", "none.png",
  ]

  @Test("are shown and refused as with it", arguments: ["ENOSYS", "EPERM"])
  func fallback(error: String) throws {
    let material = try HostileMaterial()
    let names = Self.shown + Self.refused
    let rows = names.map { #"{"title":"row","image":"\#($0)","avatar":"\#($0)"}"# }
    let feed = try material.write(rows.joined(separator: "\n"), to: "rows.jsonl")
    let common = ["render", feed, "--assets", material.path("assets"), "--cards", "--quiet", "-o"]
    let usual = try TracedRun(common + ["usual/{index}.png"], in: material.own)
    let arguments = common + ["walked/{index}.png"]
    let walked = try TracedRun(arguments, in: material.own, refusal: error)
    for run in [usual, walked] { #expect(run.output.status == 0, "\(run.output.errors)") }

    let asked = walked.calls.filter { $0.name == "openat2" }
    #expect(!asked.isEmpty && asked.allSatisfy { $0.text.contains("(INJECTED)") })
    let expected = ExpectedCalls(arguments, in: material.own, isWalking: true)
    #expect(expected.faults(in: walked.calls) == [])

    let picture = try material.own.bytes("usual/0.png")
    let noPicture = try material.own.bytes("usual/\(names.count - 1).png")
    #expect(picture != noPicture)
    for (index, name) in names.enumerated() {
      let card = Self.shown.contains(name) ? picture : noPicture
      for folder in ["usual", "walked"] {
        let bytes = try material.own.bytes("\(folder)/\(index).png")
        #expect(bytes == card, "\(folder) \(name)")
      }
    }
  }
}
