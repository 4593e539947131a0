import Foundation
public import GalleyPrimitives

/// The rectangles of one box.
public struct BoxPlacement: Hashable, Sendable {
  /// The border box, in layout units from the root's top-left corner.
  public var rect: Rect
  /// The box without border and padding: where a leaf's content is.
  public var content: Rect
  /// The distance of the first baseline from the top of ``rect``; `nil` if there is none.
  public var firstBaseline: Double?
}

/// The placements of all boxes of a tree, by their numbers.
public struct BoxLayout: Hashable, Sendable {
  /// The placements, in the order in which the boxes were added.
  public internal(set) var placements: [BoxPlacement]

  /// The size of the root.
  public var size: Size { placements.first?.rect.size ?? .zero }

  /// Returns the layout with all rectangles moved.
  package func offset(by origin: Point) -> BoxLayout {
    var result = self
    for index in result.placements.indices {
      let old = placements[index]
      result.placements[index].rect = old.rect.offset(x: origin.x, y: origin.y)
      result.placements[index].content = old.content.offset(x: origin.x, y: origin.y)
    }
    return result
  }

  /// Returns the layout with edges on device pixels.
  ///
  /// Each edge goes to the nearest pixel by its distance from the root, so that boxes that touch still
  /// touch, and a width may differ by a pixel from the width before. Baselines are rounded the same way.
  public func rounded(scale: Double) -> BoxLayout {
    var result = self
    for index in result.placements.indices {
      let old = placements[index]
      let rect = old.rect.rounded(scale: scale)
      result.placements[index].rect = rect
      result.placements[index].content =
        old.content == old.rect ? rect : old.content.rounded(scale: scale)
      if let baseline = old.firstBaseline {
        let y = ((old.rect.minY + baseline) * scale).rounded(.toNearestOrAwayFromZero) / scale
        result.placements[index].firstBaseline = y - rect.minY
      }
    }
    return result
  }
}

extension Rect {
  /// The rectangle with its edges on the nearest device pixels.
  fileprivate func rounded(scale: Double) -> Rect {
    func round(_ edge: Double) -> Double {
      (edge * scale).rounded(.toNearestOrAwayFromZero) / scale
    }
    let (left, top) = (round(minX), round(minY))
    return Rect(x: left, y: top, width: round(maxX) - left, height: round(maxY) - top)
  }
}
