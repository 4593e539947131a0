import GalleyCompositing
import GalleyPrimitives
import Testing

private func key(_ number: Int) -> ContentKey { ContentKey(high: 0, low: UInt64(number)) }

/// A frame with one picture, which is current or an older one with equal pixels.
private func frame(isCurrent: Bool, offset: Int = 0) -> FramePlan {
  FramePlan(
    size: PixelSize(width: 10, height: 4), offset: offset,
    segments: [
      FrameSegment(
        source: .picture(key(1), firstRow: 0), row: 0, band: 0..<4, isWhole: true,
        isCurrent: isCurrent)
    ])
}

@Suite("FramePlan at its limits", .timeLimit(.minutes(15)))
struct FramePlanBoundaryTests {
  @Test("one pixel row without its current picture makes a frame blank")
  func blank() {
    let plan = FramePlan(
      size: PixelSize(width: 10, height: 3), offset: 0,
      segments: [
        FrameSegment(source: .background, row: nil, band: 0..<2, isWhole: true, isCurrent: true),
        FrameSegment(source: .placeholder, row: 0, band: 2..<3, isWhole: true, isCurrent: false),
      ])
    #expect(plan.isBlank && plan.blankArea == 10 && plan.fadingArea == 0 && plan.rows == [0])
  }

  @Test("a frame of no pixel rows is not blank, and has no damage")
  func empty() {
    let plan = FramePlan(size: PixelSize(width: 10, height: 0), offset: 0, segments: [])
    #expect(!plan.isBlank && plan.blankArea == 0 && plan.rows == [])
    #expect(plan.damage(since: plan) == [] && !plan.hasDamage(since: nil))
  }

  @Test("a first frame differs, also if it has no pixel rows")
  func first() {
    #expect(frame(isCurrent: true).differs(from: nil))
    #expect(
      FramePlan(size: PixelSize(width: 10, height: 0), offset: 0, segments: []).differs(from: nil))
  }

  @Test("a frame differs if it is the first whose pictures are all current, and by its offset")
  func differs() {
    let (current, older) = (frame(isCurrent: true), frame(isCurrent: false))
    #expect(!current.hasDamage(since: older) && current.differs(from: older))
    #expect(!older.differs(from: current) && !older.differs(from: older))
    #expect(!current.differs(from: current))
    #expect(frame(isCurrent: true, offset: 1).differs(from: current))
  }

  @Test("another opacity of the same picture is damage, together with what it touches")
  func opacities() {
    func plan(_ opacities: [UInt8]) -> FramePlan {
      FramePlan(
        size: PixelSize(width: 10, height: opacities.count), offset: 0,
        segments: opacities.enumerated().map { y, opacity in
          FrameSegment(
            source: .picture(key(y), firstRow: 0), row: y, band: y..<y + 1, isWhole: true,
            isCurrent: opacity == 255, opacity: opacity)
        })
    }
    let last = plan([255, 100, 100, 255, 100])
    #expect(last.fadingArea == 30 && last.blankArea == 30)
    #expect(plan([255, 100, 100, 255, 100]).damage(since: last) == [])
    #expect(plan([255, 101, 100, 255, 101]).damage(since: last) == [1..<2, 4..<5])
    #expect(plan([255, 254, 255, 255, 100]).damage(since: last) == [1..<3])
    #expect(plan([1, 255, 100, 100, 100]).damage(since: last) == [0..<2, 3..<4])
  }

  @Test("refuses segments with a gap between them")
  func refusesGap() async {
    await #expect(processExitsWith: .failure) {
      _ = FramePlan(
        size: PixelSize(width: 1, height: 3), offset: 0,
        segments: [
          FrameSegment(source: .background, row: nil, band: 1..<3, isWhole: true, isCurrent: true)
        ])
    }
  }

  @Test("refuses a segment without pixel rows")
  func refusesEmpty() async {
    await #expect(processExitsWith: .failure) {
      _ = FramePlan(
        size: PixelSize(width: 1, height: 0), offset: 0,
        segments: [
          FrameSegment(source: .background, row: nil, band: 0..<0, isWhole: true, isCurrent: true)
        ])
    }
  }

  @Test("refuses a scene whose placements overlap by one pixel row")
  func refusesOverlap() async {
    // Placements that touch are in order.
    let touching = Scene([
      Placement(row: 0, key: key(0), y: 0, height: 5),
      Placement(row: 1, key: key(1), y: 5, height: 0),
      Placement(row: 2, key: key(2), y: 5, height: 1),
    ])
    #expect(touching.placements.map(\.band) == [0..<5, 5..<5, 5..<6])
    await #expect(processExitsWith: .failure) {
      _ = Scene([
        Placement(row: 0, key: ContentKey(high: 0, low: 0), y: 0, height: 5),
        Placement(row: 1, key: ContentKey(high: 0, low: 1), y: 4, height: 1),
      ])
    }
  }
}
