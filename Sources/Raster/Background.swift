import GalleyHandles

/// What is cleared first: a page's colour, and a shape on it, as it is with the usual card.
///
/// Most rows are alike: each kind of row is drawn once and then copied, into this picture and into the
/// next ones, whose cards differ in height alone. The bytes are those of clearing first and drawing
/// then.
struct Background {
  /// The page's colour, premultiplied.
  let page: UInt32
  /// The shape on it.
  let shape: RoundedShape?

  /// Paints all rows of `target`, the first of which is row `top` of the picture.
  func paint(_ target: borrowing PixelTarget, top: Int, with known: inout BackgroundRows) {
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

  /// How many kinds of rows there are: the page's, the straight ones, and those of corners.
  fileprivate var kindCount: Int {
    guard let shape else { return 1 }
    return 2 + shape.upperExtent + shape.lowerExtent
  }

  /// Which kind row `y` of the picture is.
  private func kind(ofRow y: Int) -> Int {
    guard let shape, y >= shape.box.top, y < shape.box.bottom else { return 0 }
    let (down, up) = (y - shape.box.top, shape.box.bottom - 1 - y)
    if down < shape.upperExtent { return 2 + down }
    return up < shape.lowerExtent ? 2 + shape.upperExtent + up : 1
  }

  /// A row of each kind.
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

/// The rows of the last backgrounds that were painted.
struct BackgroundRows {
  /// A row of each kind that a background has.
  struct Kinds {
    let background: Background
    let width: Int
    /// Row after row.
    let pixels: [UInt32]
  }

  private var known: [Kinds] = []

  /// The most backgrounds whose rows are kept, and the most pixels of each.
  private static let (countLimit, pixelLimit) = (4, 1 << 18)

  /// The rows of a background in a picture of a width; `nil` where most rows differ, or are too long to
  /// be kept.
  mutating func kinds(of background: Background, width: Int) -> Kinds? {
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
  /// Whether another has the same rows, if at other places.
  fileprivate func looks(like other: Background) -> Bool {
    guard page == other.page else { return false }
    guard let shape, let otherShape = other.shape else {
      return shape == nil && other.shape == nil
    }
    return shape.hasRows(of: otherShape)
  }
}
