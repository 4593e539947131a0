import GalleyFonts
import GalleyHandles
import GalleyText

/// Decides the base direction of each paragraph, as Pango does, but by Unicode's rule for isolates.
///
/// A paragraph without strong characters has the direction of the previous one; without a previous one, that
/// of the whole text.
struct BaseDirections {
  private let text: UnsafeBufferPointer<UInt8>
  private let fixed: BaseDirection?
  private var last: BaseDirection?
  private let countsIsolates: Bool

  init(_ text: UnsafeBufferPointer<UInt8>, style: ParagraphStyle, rules: TextRules) {
    self.text = text
    countsIsolates = rules == .pango
    fixed = style.direction.map { $0 == .rightToLeft ? .rightToLeft : .leftToRight }
  }

  /// The direction of a paragraph whose style may name one; `upright` is its text as ``UprightLetters``, if a part of
  /// it stands upright.
  ///
  /// Text that stands upright as a whole is read from the top, also where its style has another direction, as in CSS.
  mutating func direction(
    of paragraph: Range<Int>, style: ParagraphStyle, upright: UprightLetters? = nil
  ) -> BaseDirection {
    if upright?.isAll == true { return .leftToRight }
    if let named = style.direction { return named == .rightToLeft ? .rightToLeft : .leftToRight }
    if let fixed { return fixed }
    let own =
      if let upright { upright.bytes.withUnsafeBufferPointer { firstStrong(of: $0) } } else {
        firstStrong(of: UnsafeBufferPointer(rebasing: text[paragraph]))
      }
    let direction = own ?? last ?? firstStrong(of: text) ?? .leftToRight
    last = direction
    return direction
  }

  private func firstStrong(of text: UnsafeBufferPointer<UInt8>) -> BaseDirection? {
    BaseDirection(of: text, countsIsolates: countsIsolates)
  }
}
