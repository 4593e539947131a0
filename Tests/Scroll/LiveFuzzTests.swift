import Foundation
import Galley
import GalleyFeedItems
import GalleyPrimitives
import GalleyReplay
import GalleyTable
import TestSupport
import Testing

@testable import GalleyFrameAssembly
@testable import GalleyLive

@MainActor
@Suite("Random scripts of a live table", .timeLimit(.minutes(60)))
struct LiveFuzzTests {
  /// The number of scripts: all with `make soak`.
  private static let count = Effort.count(2000, full: 100_000)
  /// The first seed: 0, or that of `GALLEY_SEED=N`.
  private static let first =
    ProcessInfo.processInfo.environment["GALLEY_SEED"].flatMap { UInt64($0) } ?? 0
  /// The number of scripts for which one view is used.
  private static let groupCount = 60

  @Test("are scripts that galley replay plays, with the rows that the view has")
  func replayed() async throws {
    let fuzz = try await LiveFuzz(seed: 3)
    for _ in 0..<4 {
      try await fuzz.playScript()
      try #require(fuzz.faults.isEmpty, "\(fuzz.report)")
    }
    let script = try ReplayScript(json: Data(fuzz.script.script.json.utf8))
    #expect(script == fuzz.script.script && script.steps.count > 6)
    var rendering = RenderOptions()
    rendering.template.scale = 1
    var run = ReplayRun(
      script, feed: [], heights: CellHeights(rendering), width: Double(FuzzLook().width), scale: 1,
      isChecked: true)
    let frames = try await ReplayFrames(rendering, of: run)
    for step in script.steps {
      let refusal = try run.take(step)
      #expect(refusal == nil)
      _ = try await frames.take(step, of: run)
    }
    await frames.close()
    var titles: [String?] = []
    run.table.pending.forEachRow { (row: TableRows.Entry) in
      titles.append(frames.title(of: row.id))
      return true
    }
    let numbers = fuzz.naive.sections.flatMap(\.allNumbers)
    #expect(titles == numbers.map { FuzzItem.item($0).title })
    try await fuzz.end()
  }

  @Test(
    "settle to the frame of a fresh table in sync mode, hold the anchor, and end each displayed row once"
  )
  func scripts() async throws {
    for group in 0..<UInt64((Self.count + Self.groupCount - 1) / Self.groupCount) {
      let fuzz = try await LiveFuzz(seed: Self.first + group)
      for _ in 0..<Self.groupCount {
        try await fuzz.playScript()
        try #require(fuzz.faults.isEmpty, "\(fuzz.report)")
      }
      try await fuzz.end()
      try #require(fuzz.faults.isEmpty, "\(fuzz.report)")
    }
  }
}
