import GalleyCompositing
import GalleyPrimitives
import Testing

private func key(_ number: Int) -> ContentKey { ContentKey(high: 0, low: UInt64(number)) }

@Suite("CrossFade at its limits", .timeLimit(.minutes(15)))
struct CrossFadeBoundaryTests {
  private static let interval = Duration.milliseconds(10)

  /// A frame of one row, whose picture has this state.
  private func plan(_ availability: Availability) -> FramePlan {
    Compositor(size: PixelSize(width: 4, height: 10)).composite(
      Scene([Placement(row: 0, key: key(1), y: 0, height: 10)]), at: 0
    ) { _ in availability }
  }

  @Test(
    "rounds a duration up to whole intervals, but not by a nanosecond alone",
    arguments: [
      (-1, 0), (0, 0), (1, 0), (2, 1), (10_000_000, 1), (10_000_001, 1), (10_000_002, 2),
      (19_999_999, 2), (20_000_000, 2), (20_000_001, 2), (20_000_002, 3),
    ])
  func rounds(nanoseconds: Int, count: Int) {
    let fade = CrossFade(duration: .nanoseconds(nanoseconds), interval: Self.interval)
    #expect(fade.vsyncCount == count)
  }

  @Test("a whole number of intervals stays whole at each refresh rate")
  func wholeNumbers() {
    for hertz in [24, 30, 50, 60, 75, 90, 120, 144, 165, 240, 360] {
      for count in 1...60 {
        let duration = Duration.seconds(count) / hertz
        #expect(
          CrossFade(duration: duration, interval: .seconds(1) / hertz).vsyncCount == count,
          "\(count) at \(hertz) Hz")
      }
    }
  }

  @Test("no duration is no fade, also with the shortest interval")
  func noDuration() {
    #expect(CrossFade(duration: .zero, interval: .nanoseconds(1)).vsyncCount == 0)
    var fade = CrossFade(duration: .zero, interval: Self.interval)
    let unused = fade
    fade.present(plan(.missing), at: .zero) { _ in key(1) }
    // Nothing is recorded for it.
    #expect(fade == unused)
    #expect(fade.availability(.ready, of: key(1), at: Self.interval) == .ready)
  }

  @Test("a picture has equal steps of opacity, and is ready at the end of its fade")
  func steps() {
    var fade = CrossFade(duration: .milliseconds(40), interval: Self.interval)
    fade.present(plan(.missing), at: .zero) { _ in key(1) }
    var seen: [Availability] = []
    for vsync in 1...6 {
      let instant = Self.interval * vsync
      let shown = fade.availability(.ready, of: key(1), at: instant)
      seen.append(shown)
      fade.present(plan(shown), at: instant) { _ in key(1) }
    }
    #expect(
      seen == [
        .fading(opacity: 51), .fading(opacity: 102), .fading(opacity: 153), .fading(opacity: 204),
        .ready, .ready,
      ])
  }

  @Test("a picture that fades is never invisible, and is not opaque before the end")
  func extremes() {
    var fade = CrossFade(duration: .seconds(60), interval: Self.interval)
    #expect(fade.vsyncCount == 6000)
    fade.present(plan(.missing), at: .zero) { _ in key(1) }
    let start = Self.interval
    let first = fade.availability(.ready, of: key(1), at: start)
    #expect(first == .fading(opacity: 1))
    fade.present(plan(first), at: start) { _ in key(1) }
    func shown(_ vsync: Int) -> Availability {
      fade.availability(.ready, of: key(1), at: start + Self.interval * vsync)
    }
    #expect(shown(5999) == .fading(opacity: 254))
    #expect(shown(6000) == .ready)
  }
}
