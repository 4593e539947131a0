import Foundation
import GalleyFonts
import GalleyHandles
import GalleyItemization
import GalleyPangoOracle
import GalleyParagraphs
import TestSupport
import Testing

/// Our own way to embedding levels gives what FriBidi gives.
@Suite(.timeLimit(.minutes(15)))
struct BidiLevelTests {
  private let fonts: FontEnvironment
  private static let count =
    Effort.count(30_000, full: 5_000_000)
  /// A pool for each class, and some more.
  private static let pools: [[String]] =
    [
      "aBz", "אב׳", "بتى", "12", "٣٤", "۵٬٫", "+-", "$%#°", ",.:/", "()", "()[]{}", " ", "!&«»…",
      "漢か", "👍🚀",
    ]
    .map { $0.map(String.init) } + [
      ["\u{301}", "\u{64E}", "\u{5B8}", "\u{FE0F}"], ["\u{200C}", "\u{200D}"],
      ["\u{A0}", "\u{2009}"],
    ]

  init() throws { fonts = FontEnvironment(configuration: try FontLibrary().configuration) }

  @Test func levelsAreThoseOfFriBidi() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var mix = ScriptMix(seed: seed)
    var mixedCount = 0
    for number in 0..<Self.count {
      let pools = (0...mix.below(6)).map { _ in Self.pools[mix.below(Self.pools.count)] }
      var text = ""
      for _ in 0...mix.below(24) {
        let pool = pools[mix.below(pools.count)]
        text += pool[mix.below(pool.count)]
      }
      let direction: BaseDirection = mix.below(2) == 0 ? .rightToLeft : .leftToRight
      let levels = levels(of: text, direction)
      if Set(levels ?? []).count > 1 { mixedCount += 1 }
      let others = self.levels(of: text, direction, byFriBidi: true)
      guard levels == others else {
        let scalars = text.unicodeScalars.map { String($0.value, radix: 16) }
        Issue.record(
          "\(scalars), \(direction): \(levels ?? []), not \(others ?? []); text \(number) of seed \(seed)"
        )
        return
      }
    }
    // Most of these have levels to be found.
    #expect(mixedCount > Self.count / 4)
  }

  @Test func deeplyNestedBracketsHaveTheLevelsOfFriBidi() {
    for depth in [1, 2, 62, 63, 64, 65, 130] {
      for inner in ["a", "ب", "ب a", "1", ""] {
        let opened = String(repeating: "(", count: depth) + inner
        for text in [opened + String(repeating: ")", count: depth), opened + ") ב"] {
          for direction in [BaseDirection.leftToRight, .rightToLeft] {
            let text = "ש a " + text
            #expect(
              levels(of: text, direction) == levels(of: text, direction, byFriBidi: true), "\(text)"
            )
          }
        }
      }
    }
  }

  private func levels(
    of text: String, _ direction: BaseDirection, byFriBidi: Bool = false
  ) -> [UInt8]? {
    var text = text
    return text.withUTF8 {
      fonts.itemizer.embeddingLevels(of: $0, direction: direction, byFriBidi: byFriBidi)
    }
  }
}
