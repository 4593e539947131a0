import Galley
import GalleyCells
import GalleyFrames
import GalleyPrimitives
import GalleyScrolling
import TestSupport
import Testing

/// Frames of which some pixels are composited: where pictures fade in, and where masks cut.
@Suite("Composited frames", .timeLimit(.minutes(15)))
@MainActor
struct CompositedFrameTests {
  @Test("fade in to the bytes of sync mode, alike in each run")
  func fades() async throws {
    func scroll(_ mode: RenderMode, milliseconds: Int) async throws -> Scroll {
      try await Scroll(sample("everyday.jsonl")) {
        $0.rendering.mode = mode
        $0.rendering.template.scale = 1
        // A small frame, since the test compares each of its pixels.
        $0.viewportHeight = 200
        $0.costModel.throttle = 40
        // No frame takes longer for fading.
        $0.costModel.composite.perPixel = 0
        $0.crossFade = .milliseconds(milliseconds)
        $0.script = .constant(speed: 0)
        $0.duration = .milliseconds(500)
      }
    }
    let sync = try await scroll(.sync, milliseconds: 100)
    let fading = try await scroll(.async, milliseconds: 100)
    let again = try await scroll(.async, milliseconds: 100)
    let plain = try await scroll(.async, milliseconds: 0)
    #expect(fading.timeline == again.timeline)
    // Until it is over, the frame is blank.
    let count = { (scroll: Scroll) in scroll.records.count { $0.outcome == .blank } }
    #expect(count(fading) == count(plain) + 6)
    var shown: [[UInt8]] = []
    for record in fading.records {
      guard let frame = try fading.frame(record.vsync) else { continue }
      #expect(try again.frame(record.vsync) == frame)
      #expect(!shown.contains(frame), "vsync \(record.vsync)")
      shown.append(frame)
    }
    let expected = try #require(try sync.frame(sync.records.last { $0.file != nil }?.vsync ?? 0))
    #expect(shown.last == expected)
    // A frame in between is between the placeholder and the picture, channel by channel.
    let (first, last) = (try DecodedPNG(shown[0]), try DecodedPNG(expected))
    for frame in try shown.dropFirst().dropLast().map(DecodedPNG.init) {
      let rows = 0..<frame.height
      let isBetween = zip(zip(first.rows(rows), last.rows(rows)), frame.rows(rows)).allSatisfy {
        min($0.0.0, $0.0.1) <= $0.1 && $0.1 <= max($0.0.0, $0.0.1)
      }
      #expect(isBetween)
    }
  }

  @Test("of a view that fades pictures in are, once settled, those of sync mode")
  func settles() async throws {
    func view(_ mode: RenderMode, _ policy: BlankPolicy = .placeholder) async throws -> FeedView {
      let options = try viewOptions(mode) {
        $0.crossFade = .seconds(10)
        $0.policy = policy
      }
      let view = try await FeedView(options)
      try await view.appendLaidOut(sample("everyday.jsonl"))
      return view
    }
    let sync = try await view(.sync)
    for policy in BlankPolicy.allCases {
      let async = try await view(.async, policy)
      for offset in [0, 333, 100, 2000] {
        sync.offset = Double(offset)
        async.offset = Double(offset)
        let first = try async.makeFrame()
        // Only the policy that waits has no frame of the first offset without its pictures.
        if offset == 0 { #expect((first == nil) == (policy == .wait)) }
        if offset == 0, policy != .wait { #expect(first?.plan.isBlank == true) }
        let frame = try await async.settle()
        #expect(frame.plan.fadingArea == 0)
        let expected = try await sync.settle()
        #expect(try frame.png().bytes == expected.png().bytes, "at \(offset)")
      }
    }
  }

  @Test(
    "the first picture of a row fades in, when its layout and its picture arrive after its placeholder"
  )
  func fadesFirstPictures() async throws {
    for height in [10.0, 60, 200] {
      let options = try viewOptions {
        $0.crossFade = .seconds(10)
        $0.estimatedRowHeight = height
        // No time passes.
        $0.frameClock = VirtualVsyncs().clock
      }
      let view = try await FeedView(options)
      try view.insert(items(0..<12), at: 0)
      #expect(try view.makeFrame()?.plan.isBlank == true)
      var seen: Set<Int> = []
      while true {
        try await Task.sleep(for: .microseconds(200))
        guard let plan = try view.makeFrame()?.plan else { continue }
        let pictures = plan.segments.filter { $0.key != nil }
        // A row that comes into view with its picture does not fade.
        for segment in pictures where segment.band.lowerBound < 10 {
          #expect(segment.opacity < 255, "row \(segment.row ?? -1), height \(height)")
        }
        seen.formUnion(pictures.compactMap(\.row))
        if seen.contains(0), !plan.segments.contains(where: { $0.key == nil && $0.row != nil }) {
          break
        }
      }
      #expect(seen.contains(0))
      await view.close()
    }
  }

  @Test("cut by masks show what the tall picture shows, in both modes")
  func masks() async throws {
    var rendering = RenderOptions(workerCount: 2)
    rendering.template.theme.cornerRounding = .masked
    rendering.template.theme.cornerRadii = CornerRadii(all: 20)
    rendering.template.scale = 1
    let folder = try TestFolder()
    let path = folder.path("tall.png")
    try await FeedRenderer(rendering).render(sample("everyday.jsonl"), to: .tall(path: path))
    let tall = try DecodedPNG(TestFolder.bytes(at: path))
    func view(_ mode: RenderMode) async throws -> FeedView {
      var options = try ScrollOptions(rendering: rendering, viewportHeight: 300)
      options.rendering.mode = mode
      let view = try await FeedView(options)
      try await view.appendLaidOut(sample("everyday.jsonl"))
      return view
    }
    let (sync, async) = (try await view(.sync), try await view(.async))
    for offset in [0, 7, 250, 1111, 63] {
      sync.offset = Double(offset)
      async.offset = Double(offset)
      let frame = try await async.settle()
      let bytes = try frame.png().bytes
      let expected = try await sync.settle()
      #expect(try expected.png().bytes == bytes, "at \(offset)")
      let decoded = try DecodedPNG(bytes)
      let top = Int(async.offset)
      #expect(decoded.rows(0..<300) == tall.rows(top..<top + 300), "at \(offset)")
    }
  }

  @Test("cost the main queue time for each pixel on the virtual clock")
  func costs() async throws {
    func time(_ rounding: CornerRounding) async throws -> Duration {
      let scroll = try await Scroll(sample("everyday.jsonl"), hasFrames: false) {
        $0.rendering.template.theme.cornerRounding = rounding
        $0.isWarm = true
        $0.duration = .milliseconds(300)
        $0.costModel.composite.perPixel = 1
      }
      return try #require(scroll.summary.mainTimes.median)
    }
    let (drawn, covered, masked) = (
      try await time(.drawn), try await time(.covered), try await time(.masked)
    )
    #expect(drawn == covered)
    // A screen of 750 by 1,334 pixels is composited, and most of it is cards: a nanosecond a pixel.
    #expect(masked - drawn > .microseconds(1400))
    #expect(masked - drawn < .microseconds(2600))
  }
}
