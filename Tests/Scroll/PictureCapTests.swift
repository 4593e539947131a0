import Galley
import GalleyCompositing
import GalleyFrames
import GalleyPrimitives
import GalleyRandomness
import GalleyWorkers
import TestSupport
import Testing

@testable import GalleyCellRendering
@testable import GalleyFrameAssembly
@testable import GalleyLive
@testable import GalleyPictures

/// A limit of bytes, and the feed that is scrolled under it.
private struct Cap: Sendable, CustomTestStringConvertible {
  var byteLimit: Int
  var policy = BlankPolicy.placeholder
  var rounding = CornerRounding.drawn

  var testDescription: String { "\(byteLimit) bytes, \(policy), corners \(rounding)" }

  /// A screen is some 300,000 bytes; its rows, two of which are cut, up to 600,000.
  static let all = [
    Cap(byteLimit: 0, policy: .wait), Cap(byteLimit: 150_000, policy: .keep),
    Cap(byteLimit: 250_000, policy: .wait), Cap(byteLimit: 600_000, rounding: .masked),
    Cap(byteLimit: 900_000, policy: .keep), Cap(byteLimit: 3_000_000, policy: .wait),
  ]
}

@Suite("Capped pictures", .timeLimit(.minutes(15)))
@MainActor
struct PictureCapTests {
  /// Two tables with the same rows, which get the same edits.
  @MainActor
  private struct Pair {
    var (async, sync): (FeedView, FeedView)
    var contents: [SurveyedRow]
    var random: SeededGenerator

    init(_ cap: Cap, seed: UInt64) async throws {
      let options = try viewOptions {
        $0.pictureByteLimit = cap.byteLimit
        $0.capsPictures = true
        $0.policy = cap.policy
        $0.rendering.template.theme.cornerRounding = cap.rounding
      }
      var plain = options
      plain.rendering.mode = .sync
      (async, sync) = (try await FeedView(options), try await FeedView(plain))
      let surveyor = ScrollWorker(try CellShop(options.rendering), countsBytes: false)
      // One row is several pictures high.
      let tall = FeedItem(
        index: 99, title: "High", body: String(repeating: "word after word ", count: 220))
      contents = try (items(0..<12) + [tall]).map { try surveyor.survey(RowCell($0)) }
      random = SeededGenerator(seed: seed)
      for view in [async, sync] { view.take((0..<200).map { contents[$0 % 13] }, at: 0) }
    }

    mutating func step() throws {
      let rowCount = async.rowCount
      let row = Bool.random(using: &random) ? async.visibleRows.lowerBound : random.below(rowCount)
      let content = contents[random.below(contents.count)]
      switch random.below(5) {
      case 0: for view in [async, sync] { try view.replace(row, with: content) }
      case 1: for view in [async, sync] { view.take([content], at: row) }
      case 2 where rowCount > 100: for view in [async, sync] { try view.remove(row..<row + 1) }
      default: break
      }
      let offset =
        random.below(6) == 0
        ? Double(random.below(Int(async.contentHeight)))
        : async.offset + Double(random.below(1200) - 500)
      async.offset = offset
      sync.offset = offset
    }
  }

  @Test(
    "never take more than the limit, and show, once settled, what sync mode shows",
    arguments: Cap.all)
  private func randomScroll(_ cap: Cap) async throws {
    for seed in 1...(Effort.isFull ? 40 : 1) as ClosedRange<UInt64> {
      var pair = try await Pair(cap, seed: seed)
      for step in 0..<(Effort.isFull ? 40 : 15) {
        try pair.step()
        let place: Comment = "seed \(seed), step \(step)"
        _ = try pair.async.makeFrame()
        if step % 3 == 0 { await Task.yield() }
        try #require(pair.async.statistics.pictureByteCount <= cap.byteLimit, place)
        try #require(pair.async.statistics.mostPictureByteCount <= cap.byteLimit, place)
        guard step % 5 == 4 else { continue }
        let frame = try await pair.async.settle()
        let expected = try await pair.sync.settle()
        try #require(frame.plan == expected.plan, place)
        #expect(try frame.png().bytes == expected.png().bytes, place)
        #expect(pair.sync.statistics.mostPictureByteCount <= cap.byteLimit, place)
        #expect(cap.byteLimit > 0 || frame.blankArea > 0)
      }
      #expect(pair.async.statistics.requests.openCount == 0)
    }
  }

  @Test("show all of a screen that there is room for, and its topmost rows where there is not")
  func topmost() async throws {
    func frame(_ byteLimit: Int) async throws -> FeedFrame {
      let view = try await FeedView(
        viewOptions {
          $0.pictureByteLimit = byteLimit
          $0.capsPictures = true
        })
      try await view.insertLaidOut(items(0..<30), at: 0)
      view.offset = 300
      return try await view.settle()
    }
    let whole = try await frame(10 << 20)
    #expect(whole.blankArea == 0)
    let rows = whole.plan.segments.compactMap(\.row)
    try #require(rows.count > 2)
    var blank: [Int] = []
    for byteLimit in stride(from: 0, through: 800_000, by: 100_000) {
      let plan = try await frame(byteLimit).plan
      let shown = plan.segments.filter(\.isCurrent).compactMap(\.row)
      #expect(shown == Array(rows.prefix(shown.count)))
      blank.append(plan.blankArea)
    }
    #expect(blank == blank.sorted(by: >) && blank.first == 320 * 240 && blank.last == 0)
  }

  @Test("write frames on both clocks", arguments: [ScrollClock.virtual, .real])
  func frames(clock: ScrollClock) async throws {
    let limit = 1 << 20
    let scroll = try await Scroll(sample("everyday.jsonl")) {
      $0.clock = clock
      $0.rendering.template.scale = 1
      $0.pictureByteLimit = limit
      $0.capsPictures = true
      $0.script = .constant(speed: 2000)
      $0.duration = .milliseconds(300)
    }
    #expect(scroll.summary.mostPictureBytes <= limit)
    let names = try scroll.folder.visibleNames()
    #expect(names.count == scroll.summary.fileCount)
    // On the real clock, other tests may have the main queue all the time.
    if clock == .virtual {
      #expect(scroll.summary.mostPictureBytes > 0 && !names.isEmpty)
      // A screen of 375 by 667 is nearly that much, and of its rows two are cut.
      #expect(scroll.summary.frames.blankCount > 0)
    }
    for name in names { #expect(try DecodedPNG(scroll.folder.bytes(name)).height == 667) }
  }
}
