import GalleyFrames
import Testing

@Suite("ScrollScript", .timeLimit(.minutes(15)))
struct ScrollScriptTests {
  @Test(
    "moves at its speed, within the table",
    arguments: [
      (100.0, 0, 0), (100, 10, 2), (100, 14, 2), (100, 15, 3), (100, 9999, 50),
      (-100, 0, 50), (-100, 10, 48), (-100, 9999, 0), (0, 9999, 0), (.infinity, 1, 50),
      (1e300, 1, 50),
    ])
  func moves(speed: Double, milliseconds: Int, offset: Int) {
    #expect(
      ScrollScript.constant(speed: speed)
        .offset(after: .milliseconds(milliseconds), scale: 2, limit: 50) == offset)
  }

  @Test("moves by the same number of pixels each vsync, where that is whole", arguments: [60, 120])
  func isEven(hertz: Int) {
    let budget = FrameBudget(hertz: hertz)
    for speed in [1500.0, -1500] {
      for index in 0...1200 {
        let pixels = ScrollScript.constant(speed: speed)
          .offset(after: budget.vsync(index).start, scale: 2, limit: 1_000_000)
        #expect((speed < 0 ? 1_000_000 - pixels : pixels) == index * 3000 / hertz)
      }
    }
  }

  @Test("flings as fast as is told, and again when it has become slow")
  func flings() {
    let fling = Fling()
    #expect(abs(fling.seconds - 0.69245) < 1e-4)
    #expect(abs(fling.length - 2997) < 0.5)
    // By a sum over milliseconds, as the definition reads.
    var (speed, sum) = (8000.0, 0.0)
    for millisecond in 0..<3000 {
      #expect(abs(fling.distance(after: Double(millisecond) / 1000) - sum) < 30, "\(millisecond)")
      sum += speed / 1000 * (1 - 0.001)
      speed *= 0.998
      if speed < 2000 { speed = 8000 }
    }
    var last = -1
    for index in 0..<1000 {
      let offset = ScrollScript.fling().offset(
        after: FrameBudget(hertz: 120).vsync(index).start, scale: 2, limit: 50_000)
      #expect(offset >= last && (offset > last || offset == 50_000))
      #expect(offset - max(0, last) <= 16_000 / 120 + 1)
      last = offset
    }
    #expect(last == ScrollScript.fling().end(limit: 50_000))
  }

  @Test("jumps at the vsync that starts with the interval")
  func jumps() {
    let script = ScrollScript.jump(ScrollJump(distance: 100, interval: .milliseconds(50)))
    let offsets = (0..<8).map {
      script.offset(after: FrameBudget(hertz: 60).vsync($0).start, scale: 1, limit: 1000)
    }
    #expect(offsets == [0, 0, 0, 100, 100, 100, 200, 200])
  }

  @Test("goes from keyframe to keyframe")
  func keyframes() throws {
    let json =
      #"[{"ms":100,"offset":10},{"ms":200,"offset":110},{"ms":300,"offset":0,"jump":true}]"#
    let keyframes = try ScrollScript.Keyframes(json: json.utf8)
    let script = ScrollScript.keyframes(keyframes)
    let offsets = [0, 100, 150, 199, 200, 250, 299, 300, 999].map {
      script.offset(after: .milliseconds($0), scale: 2, limit: 215)
    }
    #expect(offsets == [20, 20, 120, 215, 215, 215, 215, 0, 0])
    #expect(script.isForward && script.duration == .milliseconds(300))
    #expect(script.farthestOffset(until: .zero, scale: 2, limit: 9999) == 220)
    #expect(script.end(limit: 215) == nil)
  }

  @Test(
    "refuses a file that is no script",
    arguments: [
      "", "{}", "[]", #"[{"ms":0}]"#, #"[{"ms":-1,"offset":0}]"#, #"[{"ms":0,"offset":-1}]"#,
      #"[{"ms":0,"offset":1e10}]"#, #"[{"ms":5,"offset":0},{"ms":5,"offset":1}]"#,
      #"[{"ms":3600001,"offset":0}]"#,
    ])
  func refusesScripts(json: String) {
    #expect(throws: ScrollScript.Keyframes.ScriptError.self) {
      try ScrollScript.Keyframes(json: json.utf8)
    }
  }

  @Test("a script there and back turns in the middle, and ends where it began")
  func thereAndBack() {
    let script = ScrollScript.thereAndBack(speed: 100, turn: .seconds(2))
    let offsets = [0.0, 1, 2, 3, 4, 5].map {
      script.offset(after: .seconds($0), scale: 2, limit: 10_000)
    }
    #expect(offsets == [0, 200, 400, 200, 0, 0])
    #expect(script.duration == .seconds(4) && script.isForward && script.end(limit: 9) == nil)
    #expect(script.farthestOffset(until: .seconds(4), scale: 2, limit: 10_000) == 400)
    for (speed, turn) in [(0.0, 1.0), (-1, 1), (.nan, 1), (1, 0), (2_000_000, 1)] {
      #expect(!ScrollScript.thereAndBack(speed: speed, turn: .seconds(turn)).isSupported)
    }
  }
}
