import Foundation
import GalleyFonts
import GalleyLayout
import GalleyParagraphs
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

/// Texts of the kinds on which PangoLayout's time grows with the square of the length.
enum HostileText: String, CaseIterable, Sendable {
  case noBreak, parentheses, spaces, wideSpaces, nestedIsolates, emoji, shortLines, words, han
  case arabic, marks

  /// About `count` characters.
  func text(_ count: Int) -> String {
    switch self {
    case .noBreak: String(repeating: "a", count: count)
    case .parentheses: String(repeating: "(", count: count)
    case .spaces: String(repeating: " ", count: count)
    // Lines may end between them.
    case .wideSpaces: String(repeating: " \u{3000}", count: count / 2)
    case .nestedIsolates: String(repeating: "\u{2067}a", count: count / 2)
    case .emoji: String(repeating: "👩🏾‍💻😀", count: count / 5)
    case .shortLines: String(repeating: "ab\n", count: count / 3)
    case .words: String(repeating: "the quick brown fox ", count: count / 20)
    case .han: String(repeating: "天地玄黄，宇宙洪荒。", count: count / 10)
    case .arabic: String(repeating: "بسم الله ", count: count / 9)
    case .marks: String(repeating: "a" + String(repeating: "\u{301}", count: 40), count: count / 41)
    }
  }
}

@Suite("Typesetter's growth", .serialized, .timeLimit(.minutes(15)))
struct GrowthTests {
  private let library: FontLibrary

  init() throws { library = try FontLibrary(.noto) }

  private func layout(
    _ string: String, with typesetter: Typesetter
  ) throws -> (layout: TextLayout, time: Duration) {
    let text = AttributedText(string, attributes: TextAttributes(font: Font(size: 14)))
    var start = timespec()
    var end = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    let layout = try typesetter.layout(text, in: TextContainer(width: 320))
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    let nanoseconds = (end.tv_sec - start.tv_sec) * 1_000_000_000 + end.tv_nsec - start.tv_nsec
    return (layout, .nanoseconds(nanoseconds))
  }

  @Test("sets twice the text in at most twice the steps", arguments: HostileText.allCases)
  func isLinear(kind: HostileText) throws {
    let typesetter = Typesetter(library)
    _ = try layout(kind.text(1_000), with: typesetter)
    let before = typesetter.steps
    let single = try layout(kind.text(20_000), with: typesetter)
    let middle = typesetter.steps
    let double = try layout(kind.text(40_000), with: typesetter)
    let after = typesetter.steps
    let shaped = [before, middle, after].map(\.glyphsShaped)
    let tried = [before, middle, after].map(\.breaksTried)
    for steps in [shaped, tried] {
      let once = Double(steps[1] - steps[0])
      let twice = Double(steps[2] - steps[1])
      #expect(twice <= 2.05 * once + 100)
    }
    // Time has slack: the machine has other things to do.
    let bound: Duration = single.time * 6 + .milliseconds(5)
    #expect(double.time <= bound)
    for layout in [single.layout, double.layout] {
      let sum = layout.lines.reduce(0) { $0 + $1.ascent + $1.descent }
      #expect(layout.boundingRect.height > 0)
      #expect(abs(layout.boundingRect.height - sum) < 0.001)
      #expect(layout.boundingSize.height >= sum)
    }
  }

  @Test("sets what overflows PangoLayout", arguments: HostileText.allCases)
  func isUnbounded(kind: HostileText) throws {
    // PangoLayout's widths overflow beyond 2,097,151 units. Letters, emoji and Han exceed that, and
    // the other texts exceed the depth or the time of PangoLayout.
    let string = kind.text([.noBreak, .emoji, .han].contains(kind) ? 320_000 : 100_000)
    let layout = try layout(string, with: Typesetter(library)).layout
    #expect(layout.boundingRect.height > 0)
    #expect(layout.truncatedRange == nil)
    if [.noBreak, .emoji, .han].contains(kind) {
      #expect(layout.lines.reduce(0) { $0 + $1.advance } > 2_097_151)
    }
    #expect(layout.lines.last?.range.upperBound ?? 0 <= layout.lines.count + string.utf8.count)
    let isOrdered = zip(layout.lines, layout.lines.dropFirst()).allSatisfy {
      $0.range.upperBound <= $1.range.lowerBound
    }
    #expect(isOrdered)
    let sum = layout.lines.reduce(0) { $0 + $1.ascent + $1.descent }
    #expect(abs(layout.boundingRect.height - sum) < 0.01)
  }
}
