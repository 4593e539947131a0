import GalleyCompositing
import GalleyPrimitives
import Testing

private func key(_ number: Int) -> ContentKey { ContentKey(high: 0, low: UInt64(number)) }

/// Rows 0, 1, 2 and so on with these heights, from `y` on, each with its number as key.
private func scene(_ heights: [Int], y: Int = 0) -> Scene {
  var y = y
  return Scene(
    heights.enumerated().map { row, height in
      defer { y += height }
      return Placement(row: row, key: key(row), y: y, height: height)
    })
}

private func plan(
  _ scene: Scene, at offset: Int, height: Int, policy: BlankPolicy = .keep,
  _ availability: (Placement) -> Availability = { _ in .ready }
) -> FramePlan {
  Compositor(size: PixelSize(width: 10, height: height), policy: policy)
    .composite(scene, at: offset, availability: availability)
}

/// Describes a segment: row, source with its first pixel row, pixel rows of the frame.
private func words(_ plan: FramePlan) -> [String] {
  plan.segments.map { segment in
    let source =
      switch segment.source {
      case .picture(let key, let first): "\(key.low)@\(first)"
      case .placeholder: "?"
      case .background: "-"
      }
    let marks = (segment.isWhole ? "" : " cut") + (segment.isCurrent ? "" : " blank")
    return "\(source) \(segment.band.lowerBound)..<\(segment.band.upperBound)\(marks)"
  }
}

@Suite("Compositor", .timeLimit(.minutes(15)))
struct CompositorTests {
  @Test("a frame at another offset differs, also if its pixels are the same")
  func offsets() {
    let (first, second) = (plan(scene([]), at: 0, height: 10), plan(scene([]), at: 5, height: 10))
    #expect(!second.hasDamage(since: first) && second.differs(from: first))
    #expect(!first.differs(from: plan(scene([]), at: 0, height: 10)))
  }

  @Test(
    "shows whole pictures, clips those at the edges, fills with background",
    arguments: [
      (0, 12, ["0@0 0..<4", "1@0 4..<10", "2@0 10..<12 cut"]),
      (3, 7, ["0@3 0..<1 cut", "1@0 1..<7"]),
      (5, 3, ["1@1 0..<3 cut"]),
      (4, 6, ["1@0 0..<6"]),
      (-2, 4, ["- 0..<2", "0@0 2..<4 cut"]),
      (12, 9, ["2@2 0..<3 cut", "- 3..<9"]),
      (99, 4, ["- 0..<4"]),
      (0, 0, []),
    ])
  func composites(offset: Int, height: Int, expected: [String]) {
    #expect(words(plan(scene([4, 6, 5]), at: offset, height: height)) == expected)
  }

  @Test("fills gaps between placements, and skips a row without height")
  func gaps() {
    let gapped = Scene([
      Placement(row: 0, key: key(0), y: 2, height: 3),
      Placement(row: 1, key: key(1), y: 5, height: 0),
      Placement(row: 2, key: key(2), y: 7, height: 3),
    ])
    #expect(
      words(plan(gapped, at: 0, height: 12)) == [
        "- 0..<2", "0@0 2..<5", "- 5..<7", "2@0 7..<10", "- 10..<12",
      ])
    #expect(words(plan(Scene([]), at: 0, height: 3)) == ["- 0..<3"])
  }

  @Test("marks and measures areas without the current picture")
  func blanks() {
    let blank = plan(scene([4, 6, 5]), at: 2, height: 10) { placement in
      switch placement.row {
      case 0: .ready
      case 1: .outdated(key(100), height: 4)
      default: .missing
      }
    }
    #expect(
      words(blank) == [
        "0@2 0..<2 cut", "100@0 2..<6 blank", "? 6..<8 cut blank", "? 8..<10 cut blank",
      ])
    #expect(blank.isBlank)
    #expect(blank.blankArea == 8 * 10)
    // The area is the same with each policy; only its content differs.
    for (policy, source) in [(BlankPolicy.clear, "-"), (.placeholder, "?"), (.wait, "?")] {
      let other = plan(scene([4, 6, 5]), at: 2, height: 10, policy: policy) { placement in
        placement.row == 0 ? .ready : .outdated(key(100), height: 4)
      }
      #expect(
        words(other) == [
          "0@2 0..<2 cut", "\(source) 2..<8 blank", "\(source) 8..<10 cut blank",
        ])
      #expect(other.blankArea == blank.blankArea)
    }
    #expect(!plan(scene([4, 6]), at: 0, height: 10).isBlank)
  }

  @Test(
    "covers every pixel row once, with the correct pixels",
    arguments: [0, 1, 2, 3, 7])
  func covers(height: Int) {
    let heights = [2, 0, 1, 3]
    let pixels = heights.indices.flatMap { row in (0..<heights[row]).map { (row, $0) } }
    for offset in -8...8 {
      for missing in 0...4 {
        let plan = plan(scene(heights), at: offset, height: height) {
          $0.row == missing ? .missing : .ready
        }
        var covered = 0
        for segment in plan.segments {
          for y in segment.band {
            #expect(y == covered)
            covered += 1
            guard pixels.indices.contains(y + offset) else {
              #expect(segment.source == .background)
              continue
            }
            let (row, line) = pixels[y + offset]
            #expect(segment.row == row)
            if row == missing {
              #expect(segment.source == .placeholder)
            } else {
              let first = line - (y - segment.band.lowerBound)
              #expect(segment.source == .picture(key(row), firstRow: first))
            }
          }
        }
        #expect(covered == height)
      }
    }
  }
}

@Suite("FramePlan", .timeLimit(.minutes(15)))
struct FramePlanTests {
  @Test("is fully damaged without a last frame of its size")
  func first() {
    let frame = plan(scene([4, 6]), at: 0, height: 8)
    #expect(frame.damage(since: nil) == [0..<8])
    #expect(frame.damage(since: plan(scene([4, 6]), at: 0, height: 9)) == [0..<8])
    #expect(plan(scene([4]), at: 0, height: 0).damage(since: nil) == [])
    #expect(plan(scene([4]), at: 0, height: 1).damage(since: nil) == [0..<1])
  }

  @Test("is not damaged by the same pixels")
  func same() {
    let frame = plan(scene([4, 6]), at: 1, height: 8)
    #expect(!frame.hasDamage(since: plan(scene([4, 6]), at: 1, height: 8)))
    // Rows with equal content have equal pixels at any index.
    let other = Scene([
      Placement(row: 7, key: key(0), y: 0, height: 4),
      Placement(row: 8, key: key(1), y: 4, height: 6),
    ])
    #expect(!frame.hasDamage(since: plan(other, at: 1, height: 8)))
  }

  @Test("is damaged where a picture appeared, changed or moved")
  func changes() {
    let last = plan(scene([2, 2, 2, 2]), at: 0, height: 8) {
      $0.row == 1 || $0.row == 2 ? .missing : .ready
    }
    #expect(plan(scene([2, 2, 2, 2]), at: 0, height: 8).damage(since: last) == [2..<6])
    let now = plan(scene([2, 2, 2, 2]), at: 0, height: 8) { $0.row == 1 ? .missing : .ready }
    #expect(now.damage(since: last) == [4..<6])
    #expect(plan(scene([2, 2, 2, 2]), at: 1, height: 6).hasDamage(since: nil))
    let whole = plan(scene([2, 2]), at: 0, height: 4)
    #expect(plan(scene([2, 2]), at: 1, height: 4).damage(since: whole) == [0..<4])
  }

  @Test("has the damage that a comparison of pixel rows finds")
  func model() {
    let heights = [1, 2, 3]
    var plans: [FramePlan] = []
    for offset in -2...5 {
      for missing in 0...3 {
        plans.append(
          plan(scene(heights), at: offset, height: 5) { $0.row == missing ? .missing : .ready })
      }
    }
    func pixels(_ plan: FramePlan) -> [FrameSegment.Source] {
      plan.segments.flatMap { segment in
        segment.band.map { y in
          guard case .picture(let key, let first) = segment.source else { return segment.source }
          return .picture(key, firstRow: first + y - segment.band.lowerBound)
        }
      }
    }
    for new in plans {
      for old in plans {
        let damaged = new.damage(since: old)
        let expected = zip(pixels(new), pixels(old)).enumerated().filter { $1.0 != $1.1 }
        #expect(damaged.flatMap { Array($0) } == expected.map(\.offset))
        for (one, next) in zip(damaged, damaged.dropFirst()) {
          #expect(one.upperBound < next.lowerBound)
        }
      }
    }
  }
}
