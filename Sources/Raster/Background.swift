import GalleyHandles
import GalleyPrimitives

/// Clears a surface and draws the first shape in one pass: the usual card on a page.
///
/// Most rows are alike: each kind is drawn once and then copied, which is the fastest a processor
/// writes. The bytes are those of clearing first and drawing then.
struct Background {
  /// The page's colour, premultiplied.
  let page: UInt32
  /// The shape on it.
  let shape: RoundedShape?

  /// Paints all rows of `target`, the first of which is row `top` of the picture.
  func paint(_ target: borrowing PixelTarget, top: Int) {
    let width = target.width
    var pageRow: UnsafeMutablePointer<UInt32>?
    var straightRow: UnsafeMutablePointer<UInt32>?
    let straight = shape?.straightRows ?? 0..<0
    for index in 0..<target.height {
      let row = target.pixels + index * width
      let y = top + index
      let isStraight = straight.contains(y)
      if isStraight, let straightRow {
        row.update(from: straightRow, count: width)
        continue
      }
      if let pageRow {
        row.update(from: pageRow, count: width)
      } else {
        row.update(repeating: page, count: width)
      }
      guard let shape, y >= shape.box.top, y < shape.box.bottom else {
        pageRow = pageRow ?? row
        continue
      }
      shape.draw(row: y, over: row, width: width)
      if isStraight { straightRow = row }
    }
  }
}
