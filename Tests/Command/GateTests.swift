import Foundation
import TestSupport
import Testing

@Suite("The gate of the manual", .timeLimit(.minutes(15)))
struct GateTests {
  /// The last script of the manual's workflow, as GitHub Actions runs it.
  private static func script() throws -> String {
    let page = try String(
      contentsOf: Repository.url("Sources/Galley/Galley.docc/Gate.md"), encoding: .utf8)
    let workflow = try #require(page.firstMatch(of: /```yaml\n([\s\S]*?)```/)).1
    let mark = "- run: |\n"
    let start = try #require(workflow.range(of: mark, options: .backwards)).upperBound
    return String(workflow[start...])
  }

  @Test("passes equal programs, and fails one that holds the main queue")
  func workflow() throws {
    let galley = try GalleyRunner()
    let samples = Repository.url("Samples").path
    func run(_ after: String) throws -> CommandOutput {
      try galley.shell(
        """
        set -e
        mkdir -p bin before/.build/release after/.build/release
        printf '#!/bin/sh\\n' > bin/swift
        ln -sfn "$1" after/Samples
        for side in before after; do printf '#!/bin/sh\\nexec %s "$@"\\n' "$0" > $side/.build/release/galley; done
        \(after)
        chmod +x bin/swift */.build/release/galley
        PATH=$PWD/bin:$PATH
        \(Self.script())
        """, samples)
    }
    let equal = try run("")
    #expect(equal.status == 0, "\(equal.errors)")
    #expect(equal.lines.last?.hasPrefix("passed: ") == true)
    let slow = try run(
      #"""
      printf '#!/bin/sh\n[ $2 = run ] && set -- "$@" --plant pause=20/50\nexec %s "$@"\n' "$0" > after/.build/release/galley
      """#)
    #expect(slow.status == 1, "\(slow.errors)")
    let line = try #require(slow.lines.last)
    #expect(line.hasPrefix("failed: ") && line.contains("p99 of "), "\(line)")
  }
}
