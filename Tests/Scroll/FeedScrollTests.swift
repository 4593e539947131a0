import Galley
import GalleyFrames
import TestSupport
import Testing

@Suite("FeedScroll", .timeLimit(.minutes(15)))
@MainActor
struct FeedScrollTests {
  /// Slow enough for blank frames, fast enough for others.
  private static let throttle = 40.0

  @Test(
    "gives the frames of sync mode in async mode, byte for byte, where all rows are there",
    arguments: [("everyday.jsonl", 1500.0, 40.0), ("emoji.json", 400, 8)])
  func modesAgree(name: String, speed: Double, throttle: Double) async throws {
    let sync = try await Scroll(sample(name)) {
      $0.rendering.mode = .sync
      $0.script = .constant(speed: speed)
      $0.duration = .seconds(1)
    }
    let async = try await Scroll(sample(name)) {
      $0.costModel.throttle = throttle
      $0.script = .constant(speed: speed)
      $0.duration = .seconds(1)
    }
    var comparedCount = 0
    for (one, other) in zip(sync.records, async.records) {
      #expect(one.offset == other.offset)
      #expect(one.blankArea == 0)
      guard one.outcome == .presented, other.outcome == .presented else { continue }
      #expect(try sync.frame(one.vsync) == async.frame(other.vsync), "vsync \(one.vsync)")
      comparedCount += 1
    }
    #expect(async.records.contains { $0.outcome == .blank })
    #expect(comparedCount > 20)
  }

  @Test(
    "shows in a frame what the tall picture shows there, and placeholders for the blank area",
    arguments: ["everyday.jsonl", "emoji.json"], [1.0, 40])
  func framesAreWindows(name: String, throttle: Double) async throws {
    let scroll = try await Scroll(sample(name)) {
      $0.costModel.throttle = throttle
      $0.script = .constant(speed: 3000)
    }
    let path = scroll.folder.path("tall")
    try await FeedRenderer(RenderOptions()).render(sample(name), to: .tall(path: path))
    let tall = try DecodedPNG(TestFolder.bytes(at: path))
    for record in scroll.records.prefix(12) + [scroll.records[scroll.records.count - 1]] {
      let frame = try DecodedPNG(#require(try scroll.frame(record.vsync)))
      #expect(frame.width == 750 && frame.height == 1334)
      let top = Int(record.offset * 2)
      let otherCount = (0..<1334).count { !frame.hasEqualRow($0, top + $0, of: tall) }
      #expect(otherCount * 750 <= record.blankArea)
      // Of a placeholder, the gap between two cards is as in the picture.
      #expect(otherCount * 750 * 10 >= record.blankArea * 8, "vsync \(record.vsync)")
    }
    #expect(scroll.records.last.map { Int($0.offset * 2) } == tall.height - 1334)
    #expect(scroll.records.last?.outcome == .presented)
  }

  @Test("makes the same files with each number of workers")
  func workersDoNotMatter() async throws {
    let feed = sample("everyday.jsonl")
    func scroll(_ count: Int) async throws -> Scroll {
      try await Scroll(feed) {
        $0.costModel.throttle = Self.throttle
        $0.rendering.workerCount = 1
        $0.pictureWorkerCount = count
        $0.duration = .milliseconds(600)
      }
    }
    let expected = try await scroll(1)
    #expect(expected.timeline.hasPrefix("BB"))
    #expect(expected.timeline.hasSuffix("PP"))
    for count in [2, 8] {
      let other = try await scroll(count)
      #expect(other.timeline == expected.timeline)
      #expect(other.summary.byteCount == expected.summary.byteCount)
      for record in expected.records {
        #expect(try other.frame(record.vsync) == expected.frame(record.vsync))
      }
    }
  }

  @Test("tells the same with and without frames, and counts what it tells")
  func counts() async throws {
    for mode in RenderMode.allCases {
      let scroll = try await Scroll(sample("everyday.jsonl")) {
        $0.rendering.mode = mode
        $0.costModel.throttle = 300
        $0.duration = .seconds(1)
      }
      let bare = try await Scroll(sample("everyday.jsonl"), hasFrames: false) {
        $0.rendering.mode = mode
        $0.costModel.throttle = 300
        $0.duration = .seconds(1)
      }
      #expect(bare.timeline == scroll.timeline)
      let frames = scroll.summary.frames
      #expect(frames.timeline == scroll.timeline)
      #expect(frames.presentedCount == scroll.records.count { $0.file != nil })
      #expect(scroll.summary.fileCount == frames.presentedCount)
      #expect(try scroll.folder.visibleNames().count == frames.presentedCount)
      #expect(bare.summary.fileCount == 0)
      #expect(frames.droppedCount > 0 || mode == .async)
      #expect(frames.blankCount > 0 || mode == .sync)
      let area = scroll.records.reduce(0) { $0 + $1.blankArea }
      #expect(frames.blankPixelVsyncs == area)
      #expect(scroll.records.map(\.vsync) == Array(scroll.records.indices))
      #expect(scroll.summary.frameTimes.count == frames.presentedCount)
    }
  }

  @Test("counts rows of equal content as known heights, and makes one picture for them")
  func equalRows() async throws {
    let line = #"{"title":"The same","body":"again"}"# + "\n"
    let scroll = try await Scroll(.bytes(Array(String(repeating: line, count: 40).utf8)))
    #expect(scroll.summary.rowCount == 40)
    #expect(scroll.summary.heights.missCount(.firstUse) == 1)
    #expect(scroll.summary.heights.hitCount == 39)
    #expect(scroll.timeline.dropFirst().allSatisfy { $0 == "P" })
  }

  @Test("reads no further than it scrolls", arguments: [1, 8])
  func reach(workerCount: Int) async throws {
    let broken = Array(#"{"title":}"#.utf8)
    guard case .bytes(let rows) = feed(3000) else { return }
    let whole = try await Scroll(.bytes(rows + broken), hasFrames: false) {
      $0.duration = .seconds(1)
      $0.pictureWorkerCount = workerCount
    }
    // 1500 units, and two screens of 667.
    let rowHeight = 86.0
    #expect(Double(whole.summary.rowCount) * rowHeight < 3 * 1500)
    #expect(whole.failures.isEmpty)
    #expect(whole.records.count == 60)
    #expect(whole.records.last?.offset == 1475)
    let part = try await Scroll(feed(whole.summary.rowCount), hasFrames: false) {
      $0.duration = .seconds(1)
    }
    #expect(part.records == whole.records)
  }

  @Test("scrolls backwards from the end")
  func backwards() async throws {
    let forward = try await Scroll(sample("emoji.json"))
    let scroll = try await Scroll(sample("emoji.json")) { $0.script = .constant(speed: -1500) }
    #expect(scroll.records.first?.offset == forward.records.last?.offset)
    #expect(scroll.records.last?.offset == 0)
    let still = try await Scroll(sample("emoji.json")) {
      $0.script = .constant(speed: 0)
      $0.duration = .seconds(1)
    }
    #expect(still.timeline.hasPrefix("BP"))
    #expect(try scroll.frame(scroll.records.count - 1) == still.frame(1))
  }

  @Test("shows the page where there are no rows")
  func empty() async throws {
    let scroll = try await Scroll(.bytes(Array(" \n".utf8)))
    #expect(scroll.timeline == "P")
    let frame = try DecodedPNG(#require(try scroll.frame(0)))
    #expect(Set(frame.pixels.indices.map { frame.pixels[$0] }) == [0xF0, 0xF1, 0xF5])
  }

  @Test("survives the hostile sample, cells higher than the viewport included")
  func hostile() async throws {
    for mode in RenderMode.allCases {
      let scroll = try await Scroll(sample("hostile.jsonl")) {
        $0.rendering.mode = mode
        $0.viewportHeight = 100
        $0.script = .constant(speed: 12_000)
      }
      for record in scroll.records where record.file != nil {
        let frame = try DecodedPNG(#require(try scroll.frame(record.vsync)))
        #expect(frame.height == 200)
      }
    }
  }
}
