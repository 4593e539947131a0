package import Galley
package import GalleyCells
import GalleyPrimitives

/// A cell of 20 parts without text, in three ways: five rows of an icon, a bar, a badge and a mark.
///
/// Texts would take most of the time, so that this cell shows the cost of the arrangement alone.
package struct ViewsCell: Sendable {
  private static let inset = 8.0
  private static let gap = 8.0
  private static let rowCount = 5

  /// The sizes, row by row.
  private var sizes: [Size] = []

  /// A cell of sizes that depend on its number.
  package init(_ number: Int) {
    var state = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ range: ClosedRange<Int>) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(range.lowerBound + Int(state >> 33) % range.count)
    }
    for _ in 0..<Self.rowCount {
      sizes.append(Size(width: next(24...40), height: next(24...40)))
      sizes.append(Size(width: next(60...120), height: next(10...20)))
      sizes.append(Size(width: next(20...40), height: next(10...16)))
      sizes.append(Size(width: next(30...60), height: next(10...16)))
    }
  }

  private func image(_ index: Int) -> Image { Image("part", size: sizes[index]) }

  /// The cell as boxes.
  package var boxes: some Element {
    Column(gap: Self.gap) {
      for row in 0..<Self.rowCount {
        Row(gap: Self.gap, alignment: .center) {
          image(4 * row)
          image(4 * row + 1)
          Spacer()
          image(4 * row + 2)
          image(4 * row + 3)
        }
      }
    }.padding(Self.inset)
  }

  private static let items = (0..<4 * rowCount).map { ConstraintItem("part \($0)") }

  /// The cell as constraints.
  package var constraints: some Element {
    let (items, box) = (Self.items, ConstraintItem.container)
    return Constrained {
      for index in items.indices { image(index).tree.id(items[index]) }
    } constraints: {
      for row in 0..<Self.rowCount {
        let icon = items[4 * row]
        let (bar, badge, mark) = (items[4 * row + 1], items[4 * row + 2], items[4 * row + 3])
        icon.leading == box.leading + Self.inset
        if row == 0 {
          icon.top == box.top + Self.inset
        } else {
          icon.top == items[4 * row - 4].bottom + Self.gap
        }
        bar.leading == icon.trailing + Self.gap
        bar.trailing <= badge.leading - 2 * Self.gap
        badge.trailing == mark.leading - Self.gap
        mark.trailing == box.trailing - Self.inset
        for item in [bar, badge, mark] { item.centerY == icon.centerY }
      }
      box.bottom == items[4 * Self.rowCount - 4].bottom + Self.inset
    }
  }

  /// The cell with rectangles that are computed here.
  package func frames(_ template: CellTemplate) -> CellLayout {
    let right = template.width - Self.inset
    var parts: [CellPart] = []
    parts.reserveCapacity(sizes.count)
    var y = Self.inset
    for row in 0..<Self.rowCount {
      let height = sizes[4 * row].height
      func add(_ index: Int, x: Double) {
        let size = sizes[4 * row + index]
        let rect = Rect(
          x: x, y: y + (height - size.height) / 2, width: size.width, height: size.height
        ).onPixels(template.scale)
        parts.append(
          CellPart(
            kind: CellPart.Kind(rawValue: "image"), rect: rect,
            image: CellImage(name: "part", size: size)))
      }
      let (icon, badge, mark) = (sizes[4 * row], sizes[4 * row + 2], sizes[4 * row + 3])
      add(0, x: Self.inset)
      add(1, x: Self.inset + icon.width + Self.gap)
      add(2, x: right - mark.width - Self.gap - badge.width)
      add(3, x: right - mark.width)
      y += height + Self.gap
    }
    let size = Size(width: template.width, height: y - Self.gap + Self.inset)
    return CellLayout(
      size: size, scale: template.scale,
      card: Rect(x: 0, y: 0, width: size.width, height: size.height), parts: parts,
      isCard: false)
  }
}

extension Rect {
  /// The rectangle with its edges on the nearest device pixels.
  func onPixels(_ scale: Double) -> Rect {
    let (left, top) = ((minX * scale).rounded(), (minY * scale).rounded())
    let (right, bottom) = ((maxX * scale).rounded(), (maxY * scale).rounded())
    return Rect(
      x: left / scale, y: top / scale, width: (right - left) / scale,
      height: (bottom - top) / scale)
  }
}
