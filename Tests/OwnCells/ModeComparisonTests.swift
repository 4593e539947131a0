import Galley
import Testing

@testable import GalleyScrolling

@Suite("A comparison of modes with cells of several types", .timeLimit(.minutes(15)))
@MainActor
struct ModeComparisonTests {
  private func scroll(_ change: (inout ScrollOptions) -> Void = { _ in }) throws -> FeedScroll {
    var options = try ScrollOptions(
      rendering: PictureRendererTests.options(scale: 1, mode: .async),
      script: .constant(speed: 1500),
      duration: .seconds(1), viewportHeight: 500)
    change(&options)
    return try FeedScroll(options)
  }

  private nonisolated static let entries = Entry.feed(120)

  @Test("has equal frames, and on the virtual clock the same figures each time")
  func virtual() async throws {
    let scroll = try scroll { $0.costModel.throttle = 30 }
    func compare() async throws -> FeedScroll.ModeComparison {
      try await scroll.compareModes(rowCount: 120, workerCounts: 1...3) { Self.entries[$0].cell }
    }
    let comparison = try await compare()
    #expect(comparison.isEqual && comparison.offsets.count == 12)
    #expect(Set(comparison.offsets).count == 12 && comparison.offsets.contains(0))
    #expect(comparison.sync.summary.mode == .sync && comparison.sync.summary.rowCount == 120)
    #expect(comparison.async.map(\.summary.workerCount) == [1, 2, 3])
    let (sync, async) = (comparison.sync, comparison.async[2])
    #expect(sync.summary.frames.droppedCount > 0 && sync.blankShare == 0)
    #expect(async.summary.frames.droppedCount < sync.summary.frames.droppedCount)
    #expect(async.blankShare > 0 && async.blankShare < 1)
    #expect(sync.summary.heights.hitCount > 0)
    let again = try await compare()
    #expect("\(again)" == "\(comparison)")
    #expect("\(comparison)".contains("At 12 offsets the frames of mode async equal those"))
    #expect(comparison.sync.runs.count == 1 && comparison.sync.droppedCounts.count == 1)
    // A second of 60 Hz is too short for a 99th percentile.
    #expect(comparison.refusals.count == 4)
    #expect("\(comparison)".contains("No verdict: async with 2 workers: all runs have"))
  }

  @Test(
    "refuses a verdict for scrolls that are too slow, and gives one where nothing speaks against it"
  )
  func refusals() async throws {
    func refusals(throttle: Double) async throws -> [FeedScroll.ModeComparison.Refusal] {
      let scroll = try scroll {
        ($0.costModel.throttle, $0.duration) = (throttle, .seconds(4))
      }
      let comparison = try await scroll.compareModes(
        rowCount: 120, workerCounts: 1...1, offsetCount: 2, repeatCount: 2
      ) { Self.entries[$0].cell }
      #expect(comparison.sync.runs.count == 2)
      #expect(comparison.sync.droppedCounts.count == 1)
      return comparison.refusals
    }
    #expect(try await refusals(throttle: 1).isEmpty)
    let slow = try await refusals(throttle: 1000)
    #expect(
      slow.contains {
        if case .tooFewPresented(.sync, _, let presented, let due) = $0 {
          presented * 2 < due
        } else {
          false
        }
      }, "\(slow)")
  }

  @Test("has measured times of the main queue on the real clock")
  func real() async throws {
    let scroll = try scroll {
      $0.clock = .real
      $0.duration = .milliseconds(300)
    }
    let comparison = try await scroll.compareModes(
      rowCount: 120, workerCounts: 1...1, offsetCount: 3, repeatCount: 1
    ) { Self.entries[$0].cell }
    #expect(comparison.isEqual && comparison.offsets.count == 3 && comparison.async.count == 1)
    #expect(comparison.refusals.contains(.singleRun))
    for scroll in [comparison.sync] + comparison.async {
      #expect(scroll.summary.frames.vsyncCount == 18)
      // Other tests may hold the main queue for the whole scroll.
      let isMeasured = (scroll.summary.mainTimes.max ?? .zero) > .zero
      #expect(isMeasured || scroll.summary.frames.presentedCount == 0)
    }
  }

  @Test("equals the scroll of a feed with the same cells")
  func feed() async throws {
    let scroll = try scroll()
    let titles = (0..<60).map { "Item \($0)" }
    let items = titles.map { FeedItem(title: $0, body: "The ferry runs again.") }
    let lines = titles.map { #"{"title":"\#($0)","body":"The ferry runs again."}"# }
    let feed = try await scroll.run(.bytes(Array(lines.joined(separator: "\n").utf8)))
    let cells = try await scroll.run(rowCount: 60) { RowCell(items[$0]) }
    #expect(cells.frames == feed.frames && cells.rowCount == feed.rowCount)
    #expect(feed.frames.presentedCount > 0)
  }

  @Test("reports a row that cannot be laid out with its index, and scrolls the others")
  func failures() async throws {
    let scroll = try scroll()
    var failures: [RowFailure] = []
    let summary = try await scroll.run(
      rowCount: 40, cell: { RowCell(Text("row").fontSize($0 == 5 ? .nan : 14).tree) }
    ) { if case .failure(let failure) = $0 { failures.append(failure) } }
    #expect(failures.map(\.index) == [5] && summary.failureCount == 1 && summary.rowCount == 39)
  }

  @Test("of no rows has equal empty frames")
  func empty() async throws {
    let comparison = try await scroll().compareModes(rowCount: 0, workerCounts: 0...1) {
      RowCell(Text("\($0)").tree)
    }
    #expect(comparison.isEqual && comparison.sync.summary.rowCount == 0)
    #expect(comparison.async.count == 1)
  }

  @Test("names the offsets and the workers of frames that differ")
  func differences() {
    let found = FeedScroll.ModeComparison.differences(
      of: [[1], [3], [3]], from: [[1], [2], [3]], at: [0, 40, 80.5], workerCount: 2)
    #expect(found == [FeedScroll.ModeComparison.Difference(offset: 40, workerCount: 2)])
  }
}
