import GalleyPrimitives
import GalleyText

/// A paragraph on vertical lines as the bidirectional algorithm sees it: each character of a part that is to stand
/// upright counts as a letter from left to right.
///
/// - SeeAlso: CSS Writing Modes 4, 5.1: `text-orientation: upright`.
struct UprightLetters {
  /// As many scalars as the paragraph has.
  var bytes: [UInt8] = []
  /// Whether the whole paragraph stands upright.
  var isAll = true
}

extension AttributedText {
  /// A paragraph with letters in place of its upright parts; `nil` if it has none.
  ///
  /// - Complexity: O(log runs + runs of the paragraph), and O(paragraph) with an upright part.
  func uprightLetters(
    in paragraph: Range<Int>, of text: UnsafeBufferPointer<UInt8>
  ) -> UprightLetters? {
    let own = runs[runIndex(at: paragraph.lowerBound)...].prefix {
      $0.range.lowerBound < paragraph.upperBound
    }
    guard own.contains(where: { $0.attributes.verticalForm == .upright }) else { return nil }
    var letters = UprightLetters()
    for run in own {
      let range = run.range.clamped(to: paragraph)
      if run.attributes.verticalForm == .upright {
        var byte = range.lowerBound
        while byte < range.upperBound {
          letters.bytes.append(0x61)
          byte += utf8Width(text[byte])
        }
      } else {
        letters.bytes += text[range]
        letters.isAll = letters.isAll && range.isEmpty
      }
    }
    return letters
  }
}
