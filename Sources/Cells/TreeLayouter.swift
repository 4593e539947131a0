import GalleyBoxes
import GalleyConstraints
import GalleyElements
import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyTypesetting

/// Lays out one tree of elements: makes boxes of it, measures texts and images for them, and takes the
/// rectangles as the parts of a cell.
struct TreeLayouter {
  private let context: TreeContext
  private var template: CellTemplate { context.template }
  /// The amounts of work until now.
  var work: TreeWork { context.work }
  private var parts: [CellPart] = []
  private var imageDescriptions: [Int: String] = [:]
  private var paddedRects: [Int: Rect] = [:]
  /// The way to the element whose parts are appended, for errors.
  private var path: [Int] = []

  init(template: CellTemplate, typesetter: Typesetter) {
    context = TreeContext(template: template, typesetter: typesetter)
  }

  mutating func layout(_ tree: ElementTree) throws(ElementError) -> CellLayout {
    let boxes = try ElementBoxes(cell: tree, context)
    let layout = try boxes.layout(width: .exactly(template.width), height: .maxContent)
    let placed = PlacedBoxes(boxes, layout, scale: template.scale)
    var number = 1
    parts.reserveCapacity(placed.places.count)
    try append(tree, placed, &number, isRightToLeft: context.direction == .rightToLeft)
    let size = Size(width: template.width, height: placed.places[0].rect.height)
    return CellLayout(
      size: size, scale: template.scale, card: placed.places[1].rect, parts: parts,
      repairCount: context.repairCount, isCard: false, imageDescriptions: imageDescriptions,
      paddedRects: paddedRects)
  }

  /// Appends the parts of an element; `number` is that of its box.
  private mutating func append(
    _ tree: ElementTree, _ boxes: PlacedBoxes, _ number: inout Int, isRightToLeft: Bool
  ) throws(ElementError) {
    let own = number
    number += 1
    let place = boxes.places[own]
    let style = tree.style
    let isRightToLeft = style.sharedBox.style.isRightToLeft ?? isRightToLeft
    var look = style.draws ? style.look : nil
    if isRightToLeft, let radii = look?.radii { look?.radii = radii.mirrored }
    if place.rect.width <= 0, place.rect.height <= 0 { look = nil }
    func kind(_ other: CellPart.Kind) -> CellPart.Kind {
      style.role.map { CellPart.Kind(rawValue: $0) } ?? other
    }
    switch boxes.leaves[own] {
    case .text(let leaf):
      let text: TextLayout
      do throws(LayoutError) { text = try leaf.layout(in: boxes.exact[own].content.size) } catch {
        throw .text(ElementPath(path), error)
      }
      if look != nil {
        parts.append(CellPart(kind: .box, rect: place.rect, look: look, descendantCount: 1))
      }
      if style.role != nil, place.content != place.rect { paddedRects[parts.count] = place.rect }
      if leaf.isMark {
        parts.append(
          CellPart(kind: kind(.text), rect: place.content, text: text, ground: .clear))
        return
      }
      var rect = place.content
      rect.size.height = max(rect.height, text.boundingSize.height)
      parts.append(CellPart(kind: kind(.text), rect: rect, text: text))
    case .image(let image):
      if place.content != place.rect, look != nil {
        var box = look
        box?.isClipped = false
        parts.append(CellPart(kind: .box, rect: place.rect, look: box))
        look = nil
      }
      guard let size = image.size, place.content.width > 0, place.content.height > 0 else { return }
      let content = CellImage(name: image.name, size: size, fit: image.fit, focus: image.focus)
      if let words = image.description, !words.isEmpty { imageDescriptions[parts.count] = words }
      parts.append(
        CellPart(kind: kind(.image), rect: place.content, image: content, look: look))
    case .constraints, nil:
      let index = parts.count
      let isPart = look != nil || style.role != nil
      if isPart { parts.append(CellPart(kind: kind(.box), rect: place.rect, look: look)) }
      let children = tree.children
      if case .constraints(let leaf) = boxes.leaves[own] {
        let placed = try leaf.place(in: boxes.exact[own].content)
        for index in children.indices {
          var number = 0
          path.append(index)
          try append(children[index], placed[index], &number, isRightToLeft: isRightToLeft)
          path.removeLast()
        }
      } else {
        for index in children.indices {
          path.append(index)
          try append(children[index], boxes, &number, isRightToLeft: isRightToLeft)
          path.removeLast()
        }
      }
      if isPart { parts[index].descendantCount = parts.count - index - 1 }
    }
  }
}

extension CornerRadii {
  /// The radii with left and right exchanged.
  fileprivate var mirrored: CornerRadii {
    CornerRadii(
      topLeft: topRight, topRight: topLeft, bottomRight: bottomLeft, bottomLeft: bottomRight)
  }
}
