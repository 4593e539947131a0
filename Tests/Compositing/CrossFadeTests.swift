import GalleyCompositing
import GalleyPrimitives
import Testing

private func key(_ number: Int) -> ContentKey { ContentKey(high: 0, low: UInt64(number)) }

@Suite("CrossFade", .timeLimit(.minutes(15)))
struct CrossFadeTests {
  private static let interval = Duration.milliseconds(10)

  /// Plays the states of a row, one per vsync, and writes how the row looks: a full stop for a
  /// placeholder, o for an older picture, a digit for tenths of opacity, # for full opacity.
  private func play(
    _ line: String, milliseconds: Int, policy: BlankPolicy = .placeholder
  ) -> String {
    let compositor = Compositor(size: PixelSize(width: 4, height: 10), policy: policy)
    let scene = Scene([Placement(row: 0, key: key(1), y: 0, height: 10)])
    var fade = CrossFade(duration: .milliseconds(milliseconds), interval: Self.interval)
    var last: FramePlan?
    var (seen, lastMark) = ("", "")
    for (vsync, character) in line.enumerated() {
      let instant = Self.interval * vsync
      // A space: this vsync has no frame.
      if character == " " {
        seen += " "
        continue
      }
      let plan = compositor.composite(scene, at: 0) { placement in
        let known: Availability =
          character == "#" ? .ready : character == "o" ? .outdated(key(2), height: 10) : .missing
        return fade.availability(known, of: placement.key, at: instant)
      }
      fade.present(plan, at: instant) { _ in key(1) }
      let segment = plan.segments[0]
      #expect(plan.blankArea == (segment.isCurrent ? 0 : 40))
      #expect(plan.fadingArea == (segment.opacity < 255 ? 40 : 0))
      let mark: String
      switch segment.source {
      case .picture where !segment.isCurrent && segment.opacity == 255: mark = "o"
      case .picture: mark = segment.opacity == 255 ? "#" : "\(Int(segment.opacity) * 10 / 255)"
      case .placeholder, .background: mark = "."
      }
      // Changed pixels are damaged, unchanged ones are not.
      #expect(plan.hasDamage(since: last) == (mark != lastMark))
      lastMark = mark
      last = plan
      seen += mark
    }
    return seen
  }

  @Test(
    "takes equal steps over a whole number of vsyncs, after a placeholder was visible",
    arguments: [
      (0, "..####", "..####"), (40, "..########", "..2468####"), (10, ".####", ".5###"),
      (1, ".####", ".5###"), (11, ".#####", ".36###"),
      // Present from the start; missing in between; and a dropped frame.
      (40, "####", "####"), (40, ".##.##", ".24.24"), (40, ".# ####", ".2 68##"),
      // An older picture counts as a placeholder, unless the policy keeps it.
      (40, "oo##", "..24"),
    ])
  func steps(milliseconds: Int, line: String, seen: String) {
    #expect(play(line, milliseconds: milliseconds) == seen)
  }

  @Test("fades a picture in after the placeholder of the same row with another content")
  func renames() {
    let compositor = Compositor(size: PixelSize(width: 4, height: 10), policy: .placeholder)
    func opacity(of number: Int) -> UInt8 {
      var fade = CrossFade(duration: .milliseconds(40), interval: Self.interval)
      let scene = Scene([Placement(row: 0, key: key(1), y: 0, height: 10)])
      let plan = compositor.composite(scene, at: 0) { _ in .missing }
      fade.present(plan, at: .zero) { _ in key(1) }
      fade.rename(key(1), to: key(2))
      fade.rename(key(7), to: key(3))
      let next = Scene([Placement(row: 0, key: key(number), y: 0, height: 10)])
      let shown = compositor.composite(next, at: 0) {
        fade.availability(.ready, of: $0.key, at: Self.interval)
      }
      return shown.segments[0].opacity
    }
    #expect(opacity(of: 2) < 255 && opacity(of: 1) == 255 && opacity(of: 3) == 255)
  }

  @Test("fades over the page with policy clear, and does not replace an older picture")
  func policies() {
    #expect(play("..##", milliseconds: 40, policy: .clear) == "..24")
    #expect(play("oo##", milliseconds: 40, policy: .keep) == "oo##")
    #expect(play(".o##", milliseconds: 40, policy: .keep) == ".o##")
    #expect(play("..##", milliseconds: 40, policy: .keep) == "..24")
  }

  @Test("lasts a whole number of refresh intervals, at most a minute")
  func counts() {
    func count(_ duration: Duration, hertz: Int) -> Int {
      CrossFade(duration: duration, interval: .seconds(1) / hertz).vsyncCount
    }
    #expect(count(.milliseconds(100), hertz: 60) == 6)
    #expect(count(.milliseconds(101), hertz: 60) == 7)
    #expect(count(.milliseconds(50), hertz: 120) == 6)
    #expect(count(.zero, hertz: 60) == 0 && count(.seconds(-1), hertz: 60) == 0)
    #expect(count(.seconds(1_000_000), hertz: 60) == 3600)
  }
}
