import Foundation
import GalleyFrames
import GalleyLab
import GalleyPrimitives
import Testing

@Suite("BenchFile", .timeLimit(.minutes(15)))
struct BenchFileTests {
  /// A run as `bench run --json` writes it.
  private static var run: [String: Any] {
    [
      "mainMs": [0.5, 3.0], "fps": 54.0,
      "frameDurationCpuMs": ["p50": 0.5, "p90": 1.0, "p95": 2.0, "p99": 3.0],
      "frameOverrunMs": ["p50": -16.0, "p90": -15.0, "p95": -10.0, "p99": 4.5],
      "hitchMsPerSecond": 2.5, "vsyncs": 60, "presented": 50, "dropped": 6, "hostDropped": 2,
      "droppedBy": ["raster": 4, "host": 2], "blankPixelSeconds": 10.0, "blankShare": 0.25,
      "wastedWorkRatio": 0.1, "heightsAsked": 12, "cacheHits": 3,
    ]
  }

  private static func cell(_ workerCount: Int) -> [String: Any] {
    [
      "caching": "key", "mode": workerCount == 0 ? "sync" : "async", "sizing": "frames",
      "workerCount": workerCount, "isWarm": false,
      "policy": workerCount == 0 ? NSNull() : "wait" as Any,
    ]
  }

  private static var summary: [String: Any] {
    [
      "summary": true, "clock": "virtual", "script": "return", "hz": 60, "seconds": 2,
      "cpuThrottle": 20, "refusals": [String](), "combinations": 2, "metrics": ["dropped", "p99"],
    ]
  }

  private static func line(_ object: [String: Any], version: Int? = 2) throws -> String {
    var object = object
    object["schemaVersion"] = version
    return String(
      decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys),
      as: UTF8.self)
  }

  /// The lines of a file with a result of sync, one of async, and the summary.
  private static func lines(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> [String] {
    var changed = run
    change(&changed)
    return [
      try line(["cell": cell(0), "runs": [run, changed]]),
      try line(["cell": cell(1), "runs": [run]]),
      try line(summary),
    ]
  }

  private func problem(_ text: String) -> BenchFileProblem? {
    do throws(BenchFileProblem) {
      _ = try BenchFile(Data(text.utf8))
      return nil
    } catch { return error }
  }

  @Test("knows a part of a file, and frames that differ though nothing says so")
  func parts() throws {
    func text(_ more: [String: Any]) throws -> String {
      var lines = try Self.lines()
      lines[2] = try Self.line(Self.summary.merging(more) { $1 })
      return lines.joined(separator: "\n")
    }
    func file(_ more: [String: Any]) throws -> BenchFile { try BenchFile(Data(text(more).utf8)) }
    let whole = try file(["framesAreEqual": true])
    #expect(whole.missingCount == 0 && whole.missingMetrics.isEmpty && whole.refusals.isEmpty)
    #expect(try file(["combinations": 3]).missingCount == 1)
    #expect(try file(["metrics": ["dropped", "layout"]]).missingMetrics == [.layout])
    #expect(try file(["framesAreEqual": false]).refusals.map(\.name) == ["framesDiffer"])
    for (figure, value) in [
      ("combinations", NSNull() as Any), ("metrics", NSNull()), ("clock", "sun dial"),
    ] {
      #expect(try problem(text([figure: value])) == .figure(line: 3, figure), "\(value)")
    }
  }

  @Test("holds the results of all lines before the summary")
  func reads() throws {
    let text = try Self.lines().joined(separator: "\n")
    for end in ["", "\n"] {
      let file = try BenchFile(Data((text + end).utf8))
      #expect(file.results.map(\.cell.workerCount) == [0, 1])
      #expect(file.results.map(\.runs.count) == [2, 1])
    }
  }

  @Test("is refused where a line is cut off, wherever that is")
  func cutLines() throws {
    let lines = try Self.lines()
    for (index, line) in lines.enumerated() {
      for count in stride(from: 0, to: line.utf8.count, by: 7) {
        var cut = lines
        cut[index] = String(line.prefix(count))
        let problem = problem(cut.joined(separator: "\n") + "\n")
        if index < 2 {
          #expect(problem == .notAResult(line: index + 1), "\(count) bytes")
        } else {
          #expect(problem == .noSummary(line: 3), "\(count) bytes")
        }
      }
    }
  }

  @Test("is refused where its end is cut off, at any byte")
  func cutFile() throws {
    let bytes = Data(try Self.lines().joined(separator: "\n").utf8)
    for count in stride(from: 0, to: bytes.count, by: 5) {
      #expect(throws: BenchFileProblem.self, "\(count) bytes") {
        try BenchFile(bytes.prefix(count))
      }
    }
  }

  @Test("is refused without each figure of a run, and the percentile is named")
  func missingFigures() throws {
    for key in Self.run.keys {
      let text = try Self.lines { $0[key] = nil }.joined(separator: "\n")
      #expect(problem(text) == .notAResult(line: 1), "\(key)")
    }
    for key in ["frameDurationCpuMs", "frameOverrunMs"] {
      for name in ["p50", "p90", "p95", "p99"] {
        let text = try Self.lines { run in
          var figures = run[key] as? [String: Any]
          figures?[name] = nil
          run[key] = figures
        }.joined(separator: "\n")
        #expect(problem(text) == .figure(line: 1, "\(key).\(name)"))
      }
    }
    let none = try Self.lines()[0].replacing(
      /"runs":.*\](,"sch.*)/, with: { #""runs":[]\#($0.1)"# })
    #expect(
      problem(try none + "\n" + Self.line(Self.summary)) == .figure(line: 1, "runs"))
  }

  @Test(
    "is refused where a count or a figure is out of bounds",
    arguments: [
      ("dropped", "9223372036854775807"), ("dropped", "-1"), ("dropped", "11"),
      ("hostDropped", "7"), ("hostDropped", "-9223372036854775808"), ("presented", "61"),
      ("vsyncs", "9223372036854775807"), ("vsyncs", "-1"), ("hitchMsPerSecond", "-0.5"),
      ("hitchMsPerSecond", "1e300"), ("blankShare", "-1e300"), ("cacheHits", "13"),
      ("cacheHits", "-1"), ("heightsAsked", "-1"),
    ])
  func outOfBounds(key: String, value: String) throws {
    let text = try Self.lines { $0[key] = "VALUE" }.joined(separator: "\n")
      .replacing("\"VALUE\"", with: value)
    #expect(problem(text) == .figure(line: 1, key))
  }

  @Test("is refused where two files were put together, and where nothing is in it")
  func repeated() throws {
    let lines = try Self.lines()
    #expect(problem((lines + lines).joined(separator: "\n")) == .notAResult(line: 3))
    #expect(
      problem((lines.prefix(2) + lines).joined(separator: "\n")) == .repeated(line: 3, first: 1))
    for text in ["", lines[2]] { #expect(problem(text) == .empty) }
    #expect(problem("\n") == .noSummary(line: 1))
    #expect(problem("words") == .notAResult(line: 1))
    #expect(problem("\n" + lines[2]) == .notAResult(line: 1))
  }

  @Test("is refused by its version, with the line and a remedy", arguments: [nil, 1, 3])
  func versions(version: Int?) throws {
    var lines = try Self.lines()
    lines[1] = try Self.line(["cell": Self.cell(1), "runs": []], version: version)
    let found = try #require(problem(lines.joined(separator: "\n")))
    #expect(found == .version(line: 2, version ?? 1))
    #expect(
      "\(found)"
        == "line 2 has records of version \(version ?? 1), not 2: run galley bench run again")
  }

  @Test("names the combinations that only one of two files has")
  func missingCells() throws {
    let lines = try Self.lines()
    let whole = try BenchFile(Data(lines.joined(separator: "\n").utf8)).results
    for index in 0..<2 {
      var rest = lines
      rest.remove(at: index)
      let part = try BenchFile(Data(rest.joined(separator: "\n").utf8)).results
      let after = BenchComparison(whole, part)
      #expect(after.missingAfter == [whole[index].cell] && after.missingBefore.isEmpty)
      let before = BenchComparison(part, whole)
      #expect(before.missingBefore == [whole[index].cell] && before.missingAfter.isEmpty)
      // These files have neither times of rows nor stalls.
      let metrics = BenchMetric.compared.filter { ![.layout, .raster, .stalls].contains($0) }
      #expect(before.changes.map(\.metric) == metrics)
    }
    #expect(whole[1].cell.words == "frames key async 1 wait cold")
  }

  @Test("compares the times of rows only if both benches measured them")
  func rowTimes() throws {
    let lines = try Self.lines()
    let old = Array(try BenchFile(Data(lines.joined(separator: "\n").utf8)).results.prefix(1))
    var before = old
    for index in old[0].runs.indices {
      before[0].runs[index].rowLayoutUs = 40 + 0.1 * Double(index)
    }
    var after = before
    for index in old[0].runs.indices { after[0].runs[index].rowLayoutUs? *= 1.05 }
    #expect(BenchComparison(old, before, metrics: [.layout]).changes == [])
    #expect(BenchComparison(before, before, metrics: [.layout]).failures(over: 0) == [])
    let change = try #require(BenchComparison(before, after, metrics: [.layout]).changes.first)
    #expect(abs(change.lossShare - 0.05) < 1e-9)
    #expect(BenchTable.words(old[0], .layout) == "–" && BenchTable.words(after[0], .layout) != "–")
  }

  @Test("says how many pairs a comparison needs, below which no growth is told from chance")
  func neededPairs() throws {
    for count in [2, 7, 8, 20] {
      func results(start: Double, _ time: Double) throws -> [BenchResult] {
        let processes = (0..<count).map {
          [
            "layoutUs": time + 0.01 * Double($0 % 3), "rasterUs": 90,
            "began": start + 2 * Double($0),
          ]
        }
        var measured = Self.run
        measured["rowProcesses"] = processes
        (measured["rowLayoutUs"], measured["rowRasterUs"]) = (time, 90)
        var lines = try Self.lines()
        lines[0] = try Self.line(["cell": Self.cell(0), "runs": [measured]])
        return Array(
          try BenchFile(Data(lines.joined(separator: "\n").utf8)).results.prefix(1))
      }
      let comparison = try BenchComparison(
        results(start: 0, 40), results(start: 1, 80), metrics: [.layout])
      let change = try #require(comparison.changes.first)
      #expect(change.neededTurns == (count < 8 ? 8 : nil))
      #expect(change.fails(over: 0.01) == (count >= 8), "\(count)")
    }
  }

  @Test("gives a verdict on rows that processes of their own measured, though the host took frames")
  func rowsApart() throws {
    var summary = Self.summary
    summary["clock"] = "real"
    summary["refusals"] = ["hostTookFrames", "tooFewFrames"]
    summary["reasons"] = ["other programs took 80 frames", "all runs have 180 frames"]
    func file(rowProcesses: [[String: Double]]) throws -> BenchFile {
      var measured = Self.run
      measured["rowProcesses"] = rowProcesses
      var lines = try Self.lines()
      lines[0] = try Self.line(["cell": Self.cell(0), "runs": [measured, measured]])
      lines[1] = try Self.line(["cell": Self.cell(1), "runs": [Self.run, Self.run]])
      lines[2] = try Self.line(summary)
      return try BenchFile(Data(lines.joined(separator: "\n").utf8))
    }
    // One run of two without times of rows.
    var lines = try Self.lines {
      $0["rowProcesses"] = [["layoutUs": 40, "rasterUs": 90, "began": 1]]
    }
    lines[2] = try Self.line(summary)
    let half = try BenchFile(Data(lines.joined(separator: "\n").utf8))
    #expect(half.reasonAgainstVerdict(on: [.layout]) != nil)
    let apart = try file(rowProcesses: [["layoutUs": 40, "rasterUs": 90, "began": 1]])
    let reason = "other programs took 80 frames (and 1 further reason)"
    #expect(apart.reasonAgainstVerdict(on: [.layout, .raster]) == nil)
    #expect(apart.reasonAgainstVerdict(on: [.layout, .dropped]) == reason)
    #expect(try file(rowProcesses: []).reasonAgainstVerdict(on: [.layout]) == reason)
    // Without words, a reason against a verdict is one too.
    summary["reasons"] = [String]()
    let silent = try file(rowProcesses: [])
    #expect(
      silent.reasonAgainstVerdict(on: [.layout]) == "hostTookFrames (and 1 further reason)")
    summary["refusals"] = ["framesDiffer"]
    summary["reasons"] = ["the frames of both modes differ"]
    let differing = try file(rowProcesses: [["layoutUs": 40, "rasterUs": 90, "began": 1]])
    #expect(differing.reasonAgainstVerdict(on: [.layout]) == "the frames of both modes differ")
    // The cost model says nothing about figures of the clock.
    summary["refusals"] = ["dropsDisagree"]
    summary["reasons"] = ["5 frames dropped by the model and 1.20 by the clock"]
    let unfitted = try file(rowProcesses: [])
    #expect(unfitted.reasonAgainstVerdict(on: [.layout, .dropped]) == nil)
    #expect(unfitted.modelReasons == ["5 frames dropped by the model and 1.20 by the clock"])
    #expect(differing.modelReasons.isEmpty)
  }

  @Test("names the first condition that differs")
  func conditions() throws {
    var lines = try Self.lines()
    let file = try BenchFile(Data(lines.joined(separator: "\n").utf8))
    #expect(file.conditions.difference(from: file.conditions) == nil && file.refusals.isEmpty)
    var other = Self.summary
    (other["cpuThrottle"], other["refusals"]) = (21.5, ["hostTookFrames"])
    lines[2] = try Self.line(other)
    let changed = try BenchFile(Data(lines.joined(separator: "\n").utf8))
    #expect(changed.refusals.map(\.name) == ["hostTookFrames"])
    #expect(
      file.conditions.difference(from: changed.conditions) == "cpuThrottle is 20.0 and 21.5")
    for (key, value) in [
      ("feedDigest", "0011223344556677" as Any), ("height", 300), ("movement", "9 units/s"),
      ("blankPolicy", "keep"), ("corners", "masked"), ("machine", ["theme": "dark"]),
      ("machine", ["width": 200]), ("machine", ["template": "timeline"]),
      (
        "costModel",
        Dictionary(
          uniqueKeysWithValues: CostStage.allCases.map { ($0.rawValue, ["fixed": 7.0]) })
      ),
    ] {
      var other = Self.summary
      other[key] = value
      lines[2] = try Self.line(other)
      let changed = try BenchFile(Data(lines.joined(separator: "\n").utf8)).conditions
      let words = try #require(file.conditions.difference(from: changed), "\(key)")
      #expect(words.hasPrefix(key == "machine" ? "" : key) && words != "")
      #expect(changed.difference(from: changed) == nil)
    }
  }
}
