import Testing

@testable import GalleyFrames

@Suite("Bounds of scroll scripts", .timeLimit(.minutes(15)))
struct ScrollScriptBoundsTests {
  @Test("a speed and a jump are supported up to the limit, and not beyond")
  func speedLimit() {
    let limit = ScrollScript.speedLimit
    for (speed, expected) in [(limit, true), (limit.nextUp, false)] {
      #expect(ScrollScript.constant(speed: speed).isSupported == expected)
      #expect(ScrollScript.constant(speed: -speed).isSupported == expected)
      #expect(ScrollScript.fling(Fling(speed: speed)).isSupported == expected)
      #expect(ScrollScript.jump(ScrollJump(distance: speed)).isSupported == expected)
      let script = ScrollScript.thereAndBack(speed: speed, turn: .seconds(1))
      #expect(script.isSupported == expected)
    }
    var jump = ScrollJump()
    jump.interval = .zero
    #expect(!ScrollScript.jump(jump).isSupported)
  }

  @Test(
    "a script there and back may be slow, and turns within an hour",
    arguments: [
      (0.5, Duration.nanoseconds(1), true), (0.5, .seconds(3600), true),
      (0.5, .seconds(3600) + .nanoseconds(1), false), (0.5, .zero, false),
    ])
  func turns(speed: Double, turn: Duration, expected: Bool) {
    #expect(ScrollScript.thereAndBack(speed: speed, turn: turn).isSupported == expected)
  }

  @Test("a slow script goes to the end of the table, and backwards to its start")
  func slowEnds() {
    for (speed, isForward, end) in [(0.5, true, 9), (-0.5, false, 0)] {
      let script = ScrollScript.constant(speed: speed)
      #expect(script.isForward == isForward && script.end(limit: 9) == end)
    }
    // Without a speed, its time alone ends a scroll, which would else end at the start.
    let rest = ScrollScript.constant(speed: 0)
    #expect(rest.isForward && rest.end(limit: 9) != 0)
  }

  @Test("a speed that is not a number is no movement")
  func noNumber() {
    let script = ScrollScript.constant(speed: .nan)
    #expect(script.offset(after: .seconds(1), scale: 1, limit: 50) == 0)
    let endless = ScrollScript.constant(speed: .infinity)
    #expect(endless.offset(after: .zero, scale: 1, limit: 50) == 0)
  }

  @Test(
    "the farthest offset of keyframes is rounded up to a pixel, within the table",
    arguments: [(0.0, 0), (0.25, 1), (0.5, 1), (0.75, 2), (4.5, 9), (5, 9)])
  func farthest(offset: Double, expected: Int) throws {
    let script = ScrollScript.keyframes(
      try ScrollScript.Keyframes([.init(ms: 0, offset: 0), .init(ms: 9, offset: offset)]))
    #expect(script.farthestOffset(until: .zero, scale: 2, limit: 9) == expected)
  }

  @Test("the time of a keyframe is from the start to an hour after it")
  func times() throws {
    for ms in [0.0, 3_600_000] {
      let keyframes = try ScrollScript.Keyframes([.init(ms: ms, offset: 0)])
      #expect(keyframes.duration == .milliseconds(ms))
    }
    for ms in [-0.5, 3_600_000.5] {
      #expect(throws: ScrollScript.Keyframes.ScriptError.wrongTime(index: 0, ms: ms)) {
        try ScrollScript.Keyframes([.init(ms: ms, offset: 0)])
      }
    }
  }

  @Test("the offset of a keyframe is from 0 to the largest one")
  func offsets() throws {
    for offset in [0.0, 1e9] {
      let keyframes = try ScrollScript.Keyframes([.init(ms: 0, offset: offset)])
      #expect(keyframes.farthest == offset)
    }
    for offset in [-0.5, 1_000_000_000.5] {
      #expect(throws: ScrollScript.Keyframes.ScriptError.wrongOffset(index: 0, offset: offset)) {
        try ScrollScript.Keyframes([.init(ms: 0, offset: offset)])
      }
    }
  }

  @Test("a fling is refused at its own floor, and not supported if it does not move or gets faster")
  func flings() async {
    await #expect(processExitsWith: .failure) { _ = Fling(speed: 10, floor: 10) }
    let least = Double.leastNonzeroMagnitude
    let still = Fling(speed: 2000 * least, decay: least, floor: least)
    #expect(still.seconds > 0 && still.length == 0)
    #expect(!ScrollScript.fling(still).isSupported)
    var growing = Fling()
    (growing.decay, growing.floor) = (2, 9000)
    #expect(growing.seconds > 0 && growing.length > 0)
    #expect(!ScrollScript.fling(growing).isSupported)
  }

  @Test("jumps may be small, and a vsync an attosecond before the time of a jump is on it")
  func jumps() {
    let jump = ScrollJump(distance: 0.5, interval: .microseconds(2))
    #expect(ScrollScript.jump(jump).isSupported)
    for (beforeInterval, distance) in [(0, 0.5), (1, 0.5), (2, 0.0)] {
      let instant = Duration.microseconds(2) - Duration(attoseconds: Int128(beforeInterval))
      #expect(jump.distance(after: instant) == distance, "\(beforeInterval)")
    }
    #expect(jump.distance(after: .zero) == 0)
  }
}
