package import GalleyHandles

/// The base of a cell picture: the page's colour with one rounded shape on it, as in the usual
/// card.
///
/// Most pixel rows of such a base are alike. Each kind of row is drawn once and copied, within this
/// picture and into later ones whose cards differ only in height. The bytes equal those of clearing
/// the page and drawing the shape.
package struct Background {
  /// The page's colour, premultiplied.
  let page: UInt32
  /// The shape on it.
  let shape: RoundedShape?

  package init(page: UInt32, shape: RoundedShape?) {
    self.page = page
    self.shape = shape
  }

  /// Paints all rows of `target`, whose first row is row `top` of the picture.
  package func paint(_ target: borrowing PixelTarget, top: Int, with known: inout BackgroundRows) {
    let width = target.width
    guard let kinds = known.kinds(of: self, width: width) else {
      for index in 0..<target.height {
        let row = target.pixels + index * width
        row.update(repeating: page, count: width)
        shape?.draw(row: top + index, over: row, width: width)
      }
      return
    }
    kinds.pixels.withUnsafeBufferPointer { pixels in
      guard let start = pixels.baseAddress else { return }
      for index in 0..<target.height {
        let kind = kind(ofRow: top + index)
        (target.pixels + index * width).update(from: start + kind * width, count: width)
      }
    }
  }

  /// Returns the pixel row that all of `rows` have, or `nil` if they are not straight rows of the shape.
  package func repeatedRow(
    _ rows: Range<Int>, width: Int, with known: inout BackgroundRows
  ) -> [UInt32]? {
    guard let shape, !rows.isEmpty, shape.straightRows.contains(rows.lowerBound),
      shape.straightRows.contains(rows.upperBound - 1),
      let kinds = known.kinds(of: self, width: width)
    else { return nil }
    let start = kind(ofRow: rows.lowerBound) * width
    return Array(kinds.pixels[start..<start + width])
  }

  /// The number of row kinds: one for the page, one for straight rows, and one for each row with
  /// corners.
  fileprivate var kindCount: Int {
    guard let shape else { return 1 }
    return 2 + shape.upperExtent + shape.lowerExtent
  }

  /// The kind of row `y` of the picture.
  func kind(ofRow y: Int) -> Int {
    guard let shape, y >= shape.box.top, y < shape.box.bottom else { return 0 }
    let (down, up) = (y - shape.box.top, shape.box.bottom - 1 - y)
    if down < shape.upperExtent { return 2 + down }
    return up < shape.lowerExtent ? 2 + shape.upperExtent + up : 1
  }

  /// Draws one row of each kind.
  fileprivate func drawKinds(width: Int) -> [UInt32] {
    var pixels = [UInt32](repeating: page, count: kindCount * width)
    guard let shape else { return pixels }
    let corners = [
      shape.box.top..<shape.box.top + shape.upperExtent + 1,
      shape.box.bottom - shape.lowerExtent..<shape.box.bottom,
    ]
    pixels.withUnsafeMutableBufferPointer { pixels in
      guard let start = pixels.baseAddress else { return }
      for y in corners.joined() {
        shape.draw(row: y, over: start + kind(ofRow: y) * width, width: width)
      }
    }
    return pixels
  }
}

/// The rows of the backgrounds painted last.
package struct BackgroundRows {
  /// One row of each kind of a background.
  package struct Kinds {
    let background: Background
    let width: Int
    /// Row after row.
    let pixels: [UInt32]
  }

  private var known: [Kinds] = []

  package init() {}

  /// The maximum number of backgrounds kept, and the maximum number of pixels in each.
  private static let (countLimit, pixelLimit) = (4, 1 << 18)

  /// Returns the rows of a background in a picture of this width.
  ///
  /// `nil` if the shape has no straight rows, or if the rows exceed the pixel limit.
  package mutating func kinds(of background: Background, width: Int) -> Kinds? {
    guard background.shape.map({ !$0.straightRows.isEmpty }) ?? true,
      background.kindCount * width <= Self.pixelLimit
    else { return nil }
    if let found = known.first(where: {
      $0.width == width && $0.background.looks(like: background)
    }) {
      return found
    }
    if known.count == Self.countLimit { known.removeFirst() }
    let kinds = Kinds(
      background: background, width: width, pixels: background.drawKinds(width: width))
    known.append(kinds)
    return kinds
  }
}

extension Background {
  /// Whether another background has the same rows, possibly at other heights.
  fileprivate func looks(like other: Background) -> Bool {
    guard page == other.page else { return false }
    guard let shape, let otherShape = other.shape else {
      return shape == nil && other.shape == nil
    }
    return shape.hasRows(of: otherShape)
  }
}
