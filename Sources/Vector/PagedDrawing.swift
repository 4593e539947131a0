import GalleyHandles
import GalleyPrimitives
package import GalleyRaster

/// A drawing that may go on over several pages, each of which shows a part of it.
///
/// The operations are sorted by their rows once, so that a page does not look at those of all others.
package final class PagedDrawing {
  private let drawing: VectorDrawing
  /// The rows of each operation; those of a group's end are the group's.
  private lazy var extents = Self.extents(of: drawing.operations)
  private lazy var bands = Bands(extents, height: drawing.size.height)

  /// Makes the pages of a drawing; nothing is computed before a page shows a part of it.
  package init(_ drawing: VectorDrawing) { self.drawing = drawing }

  /// The operations that may show on a page of `height` rows, with the drawing's top at its row `top`.
  ///
  /// - Returns: The drawing itself if it lies within the page.
  /// - Complexity: O(shown operations × log), after O(all operations) once.
  package func part(top: Int, height: Int) -> VectorDrawing {
    guard top < 0 || top + drawing.size.height > height else { return drawing }
    let shown = Extent(least: Double(-top), most: Double(height - top))
    var part = drawing
    part.operations = bands.indices(shown).filter { extents[$0].meets(shown) }
      .map { drawing.operations[$0] }
    return part
  }

  /// The lowest and the highest row that something touches; nothing touches a row if the first is above the other.
  fileprivate struct Extent {
    var least = -Double.infinity
    var most = Double.infinity

    func meets(_ other: Extent) -> Bool {
      least <= most && least <= other.most && most >= other.least
    }

    func intersection(_ other: Extent) -> Extent {
      Extent(least: max(least, other.least), most: min(most, other.most))
    }
  }

  private static func extents(of operations: [VectorDrawing.Operation]) -> [Extent] {
    var groups = [Extent()]
    return operations.map { operation in
      switch operation {
      case .endGroup: return groups.count > 1 ? groups.removeLast() : groups[0]
      case .beginGroup:
        let extent = operation.extent.intersection(groups[groups.count - 1])
        groups.append(extent)
        return extent
      default: return operation.extent.intersection(groups[groups.count - 1])
      }
    }
  }
}

/// The operations of a drawing by bands of its rows.
private struct Bands {
  private static let height = 256.0
  /// An operation over more bands is in none of them.
  private static let longest = 16
  private var bands: [[Int32]]
  private var long: [Int] = []

  init(_ extents: [PagedDrawing.Extent], height: Int) {
    bands = Array(
      repeating: [], count: max(1, Int((Double(max(0, height)) / Self.height).rounded(.up))))
    for (index, extent) in extents.enumerated() where extent.least <= extent.most {
      let range = self.range(of: extent)
      if range.count > Self.longest {
        long.append(index)
      } else {
        for band in range { bands[band].append(Int32(index)) }
      }
    }
  }

  /// The operations that may be on the rows of `extent`, in their order.
  func indices(_ extent: PagedDrawing.Extent) -> [Int] {
    var indices = long
    for band in range(of: extent) { indices += bands[band].lazy.map(Int.init) }
    indices.sort()
    var result: [Int] = []
    for index in indices where index != result.last { result.append(index) }
    return result
  }

  /// The bands of an extent; rows beyond the drawing belong to the first or the last one.
  private func range(of extent: PagedDrawing.Extent) -> ClosedRange<Int> {
    func band(_ row: Double) -> Int {
      Int(min(Double(bands.count - 1), max(0, (row / Self.height).rounded(.down))))
    }
    let first = band(extent.least)
    return first...max(first, band(extent.most))
  }
}

extension VectorDrawing.Operation {
  /// The rows that an operation may touch.
  fileprivate var extent: PagedDrawing.Extent {
    switch self {
    case .fill(let path, _, _), .beginGroup(let path, _): Self.extent(path.rows)
    // A mitre of PDF reaches ten half widths beyond its corner.
    case .stroke(let path, let stroke, _): Self.extent(path.rows, reach: 5 * stroke.width)
    case .boxes(let boxes, _, let y, _):
      boxes.reduce(into: PagedDrawing.Extent(least: .infinity, most: -.infinity)) { extent, box in
        extent.least = min(extent.least, Double(y + Int(box.top)))
        extent.most = max(extent.most, Double(y + Int(box.bottom)))
      }
    case .image(let image, let place): place.extent(of: image.size)
    case .text(let text): text.extent
    case .link(_, let rect), .description(_, let rect):
      PagedDrawing.Extent(least: rect.minY, most: rect.maxY)
    case .endGroup: PagedDrawing.Extent()
    }
  }

  /// The rows of a path; all for one without a step, which is not expected.
  private static func extent(
    _ rows: ClosedRange<Double>?, reach: Double = 0
  ) -> PagedDrawing.Extent {
    guard let rows else { return PagedDrawing.Extent() }
    return PagedDrawing.Extent(least: rows.lowerBound - reach, most: rows.upperBound + reach)
  }
}

extension VectorText {
  /// The rows of the glyphs and of the hidden text.
  fileprivate var extent: PagedDrawing.Extent {
    var extent = PagedDrawing.Extent(least: .infinity, most: -.infinity)
    for cluster in clusters {
      let end = cluster.origin.y + (isVertical ? cluster.advance : 0)
      extent.least = min(extent.least, cluster.origin.y, end)
      extent.most = max(extent.most, cluster.origin.y, end)
    }
    for glyph in glyphs {
      extent.least = min(extent.least, glyph.y)
      extent.most = max(extent.most, glyph.y)
    }
    let reach = max(2 * size, reach) + (outline?.width ?? 0)
    return PagedDrawing.Extent(least: extent.least - reach, most: extent.most + reach)
  }
}

extension VectorImagePlace {
  /// The rows of the image's corners.
  fileprivate func extent(of size: PixelSize) -> PagedDrawing.Extent {
    let (right, down) = (right.y * Double(size.width), down.y * Double(size.height))
    return PagedDrawing.Extent(
      least: origin.y + min(0, right) + min(0, down), most: origin.y + max(0, right) + max(0, down))
  }
}
