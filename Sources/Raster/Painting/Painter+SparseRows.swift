package import GalleyHandles
import GalleyLayout
package import GalleyPrimitives
import GalleyShapes

extension Painter {
  /// Draws some pixel rows of a picture, but not those that equal the row above in long runs of its background.
  ///
  /// - Parameters:
  ///   - list: The drawing.
  ///   - rows: The pixel rows, from the picture's top; at most 8,192.
  ///   - scale: Device pixels per layout unit.
  ///   - background: The colour below everything.
  ///   - least: The number of rows that a run has at least besides its first one.
  ///   - surface: The surface, with as many rows, and the picture's width.
  /// - Returns: The runs, from the surface's first row and in order. The first row of each is drawn; the pixels of its
  ///   other rows, which equal that one in the picture, are undefined.
  /// - Throws: ``RasterError``.
  package func draw(
    _ list: DisplayList, rows: Range<Int>, scale: Double, background: Color,
    leavingRunsOf least: Int, into surface: inout Surface
  ) throws(RasterError) -> [Range<Int>] {
    try check(rows, scale: scale, of: surface.size)
    let first = try list.items.first.flatMap { (item) throws(RasterError) in
      try shape(of: item, scale: scale)
    }
    let base = Background(page: background.premultipliedPixel, shape: first)
    guard list.items.allSatisfy(\.hasKnownRows),
      let kinds = backgrounds.kinds(of: base, width: surface.size.width)
    else {
      try draw(list, rows: rows, scale: scale, background: background, into: &surface)
      return []
    }
    surface.isOpaque = background.isOpaque
    let top = rows.lowerBound
    let ground = SparseGround(base, kinds: kinds, top: top, rowCount: rows.count)
    text.ground = ground
    defer { text.ground = nil }
    return try surface.withTarget { (target) throws(RasterError) in
      for item in list.items.dropFirst(first == nil ? 0 : 1) {
        try text.checkCancelled()
        if let rect = item.ownRect {
          let box = try SnappedBox(checking: rect, scale: scale)
          ground.paint(box.top - top..<max(box.top, box.bottom) - top, onto: target)
        }
        try draw(item, scale: scale, onto: target, top: top)
      }
      return ground.finish(leavingRunsOf: least, onto: target)
    }
  }
}

extension DisplayItem {
  /// Whether the rows on which the item draws are known before or while it is drawn.
  fileprivate var hasKnownRows: Bool {
    switch self {
    case .fill, .roundedRect, .image, .cornerPieces: true
    case .text(let layout, _): !layout.content.isDecorated
    case .shadow, .group: false
    }
  }

  /// The rectangle that the item does not exceed; `nil` for a text, whose glyphs may.
  fileprivate var ownRect: Rect? {
    switch self {
    case .fill(let rect, _), .roundedRect(let rect, _, _, _, _), .image(_, let rect, _),
      .cornerPieces(let rect, _, _):
      rect
    case .text, .shadow, .group: nil
    }
  }
}
