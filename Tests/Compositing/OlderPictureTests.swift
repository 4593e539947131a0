import GalleyCompositing
import GalleyPrimitives
import Testing

private func key(_ number: Int) -> ContentKey { ContentKey(high: 0, low: UInt64(number)) }

/// The content of one pixel row of a frame.
private struct PixelRow: Equatable {
  var source: FrameSegment.Source
  var row: Int?
  var isCurrent: Bool
}

private func pixelRows(_ plan: FramePlan) -> [PixelRow] {
  plan.segments.flatMap { segment in
    segment.band.map { y in
      var source = segment.source
      if case .picture(let key, let first) = source {
        source = .picture(key, firstRow: first + y - segment.band.lowerBound)
      }
      return PixelRow(source: source, row: segment.row, isCurrent: segment.isCurrent)
    }
  }
}

@Suite("Frames of older pictures", .timeLimit(.minutes(15)))
struct OlderPictureTests {
  /// Row 0 has an older picture of `height` pixel rows, and row 1 the current one.
  private static let scene = Scene([
    Placement(row: 0, key: key(0), y: 0, height: 3),
    Placement(row: 1, key: key(1), y: 3, height: 2),
  ])

  private func plan(offset: Int, height: Int, policy: BlankPolicy, older: Int) -> FramePlan {
    Compositor(size: PixelSize(width: 10, height: height), policy: policy)
      .composite(Self.scene, at: offset) {
        $0.row == 0 ? .outdated(key(100), height: older) : .ready
      }
  }

  /// The content of the table at `y`, decided for this pixel row alone.
  private func pixelRow(at y: Int, policy: BlankPolicy, older: Int) -> PixelRow {
    switch y {
    case 0..<3 where policy == .keep && y < older:
      PixelRow(source: .picture(key(100), firstRow: y), row: 0, isCurrent: false)
    case 0..<3:
      PixelRow(source: policy == .clear ? .background : .placeholder, row: 0, isCurrent: false)
    case 3..<5: PixelRow(source: .picture(key(1), firstRow: y - 3), row: 1, isCurrent: true)
    default: PixelRow(source: .background, row: nil, isCurrent: true)
    }
  }

  @Test("each pixel row has the content of its place in the table", arguments: BlankPolicy.allCases)
  func covers(policy: BlankPolicy) {
    for older in 0...4 {
      for height in 0...4 {
        for offset in -5...6 {
          let plan = plan(offset: offset, height: height, policy: policy, older: older)
          let expected = (offset..<offset + height).map {
            pixelRow(at: $0, policy: policy, older: older)
          }
          #expect(pixelRows(plan) == expected)
          let blankCount = expected.count { !$0.isCurrent }
          #expect(plan.isBlank == (blankCount > 0) && plan.blankArea == blankCount * 10)
        }
      }
    }
  }

  @Test("a placeholder takes the whole place of an older picture that is out of sight")
  func outOfSight() {
    // One of the older picture's two pixel rows is in sight.
    let partly = plan(offset: 1, height: 2, policy: .keep, older: 2)
    #expect(partly.segments.map(\.source) == [.picture(key(100), firstRow: 1), .placeholder])
    #expect(partly.segments.map(\.isWhole) == [false, false])
    // Both are above the frame.
    let gone = plan(offset: 2, height: 1, policy: .keep, older: 2)
    #expect(
      gone.segments == [
        FrameSegment(source: .placeholder, row: 0, band: 0..<1, isWhole: false, isCurrent: false)
      ])
  }

  @Test("each policy has its own answer to a missing picture")
  func policies() {
    #expect(BlankPolicy.allCases.filter(\.waits) == [.wait])
    #expect(BlankPolicy.allCases.filter(\.showsPage) == [.clear])
  }
}
