import GalleyBoxes
import GalleyElements
import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyText

/// Lays out one tree of elements: makes boxes of it, measures texts and images for them, and takes the
/// rectangles as the parts of a cell.
struct TreeLayouter {
  private let template: CellTemplate
  private let typesetter: Typesetter
  private var boxes = BoxTree()
  /// The content of each box; `nil` for a box without content.
  private var leaves: [Leaf?] = []
  /// The boxes' places in the layout, with edges on device pixels.
  private var places: [BoxPlacement] = []
  /// The boxes' places before rounding.
  private var exact: [BoxPlacement] = []
  private var parts: [CellPart] = []
  private var repairCount = 0
  private var direction: BaseDirection?

  private enum Leaf {
    case text(TextLeaf)
    case image(ElementImage)
  }

  init(template: CellTemplate, typesetter: Typesetter) {
    self.template = template
    self.typesetter = typesetter
  }

  mutating func layout(_ tree: ElementTree) throws(ElementError) -> CellLayout {
    var canvas = FlexStyle(.column)
    canvas.size.width = .units(template.width)
    do throws(BoxError) {
      let root = try boxes.addBox(canvas)
      leaves.append(nil)
      try add(tree, to: root, within: canvas)
    } catch { throw .boxes(error) }
    try place()
    var number = 1
    try append(tree, &number, path: [], isRightToLeft: direction == .rightToLeft)
    let size = Size(width: template.width, height: places[0].rect.height)
    return CellLayout(
      size: size, scale: template.scale, card: places[1].rect, parts: parts,
      repairCount: repairCount, isCard: false)
  }

  /// Adds the box of an element, and those of its children.
  private mutating func add(
    _ tree: ElementTree, to container: Int, within around: FlexStyle
  ) throws(BoxError) {
    switch tree.content {
    case .none:
      let number = try boxes.addBox(tree.box, to: container)
      leaves.append(nil)
      for child in tree.children { try add(child, to: number, within: tree.box) }
    case .text(let text):
      _ = try boxes.addLeaf(tree.box, to: container)
      repairCount += text.text.repairs.count
      if direction == nil { direction = text.text.baseDirection }
      leaves.append(.text(TextLeaf(text, scale: template.scale, typesetter: typesetter)))
    case .image(let image):
      var box = tree.box
      // A stretched height would widen the image by its proportions.
      if around.arrangement == .row, around.alignItems == .stretch, box.alignSelf == nil {
        box.alignSelf = .start
      }
      _ = try boxes.addLeaf(box, to: container)
      leaves.append(.image(image))
    }
  }

  private mutating func place() throws(ElementError) {
    let leaves = leaves
    var failure: ElementError?
    do throws(BoxError) {
      let layout = try boxes.layout(
        width: .exactly(template.width), isRightToLeft: direction == .rightToLeft
      ) { number, proposal in
        switch leaves[number] {
        case .text(let leaf):
          guard failure == nil else { return BoxMeasurement(size: .zero) }
          do throws(LayoutError) { return try leaf.measure(proposal) } catch {
            failure = .text(ElementPath(), error)
            return BoxMeasurement(size: .zero)
          }
        case .image(let image): return BoxMeasurement(size: image.size(in: proposal))
        case nil: return BoxMeasurement(size: .zero)
        }
      }
      exact = layout.placements
      places = layout.rounded(scale: template.scale).placements
    } catch { throw failure ?? .boxes(error) }
    if let failure { throw failure }
  }

  /// Appends the parts of an element; `number` is that of its box.
  private mutating func append(
    _ tree: ElementTree, _ number: inout Int, path: [Int], isRightToLeft: Bool
  ) throws(ElementError) {
    let own = number
    number += 1
    let place = places[own]
    let isRightToLeft = tree.box.isRightToLeft ?? isRightToLeft
    var look = tree.look == BoxLook() ? nil : tree.look
    if isRightToLeft, let radii = look?.radii { look?.radii = radii.mirrored }
    if places[own].rect.width <= 0, places[own].rect.height <= 0 { look = nil }
    func kind(_ other: CellPart.Kind) -> CellPart.Kind {
      tree.role.map { CellPart.Kind(rawValue: $0) } ?? other
    }
    switch leaves[own] {
    case .text(let leaf):
      let text: TextLayout
      do throws(LayoutError) { text = try leaf.layout(in: exact[own].content.size) } catch {
        throw .text(ElementPath(path), error)
      }
      if look != nil {
        parts.append(CellPart(kind: .box, rect: place.rect, look: look, descendantCount: 1))
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
      parts.append(
        CellPart(kind: kind(.image), rect: place.content, image: content, look: look))
    case nil:
      let index = parts.count
      let isPart = look != nil || tree.role != nil
      if isPart { parts.append(CellPart(kind: kind(.box), rect: place.rect, look: look)) }
      for (child, element) in tree.children.enumerated() {
        try append(element, &number, path: path + [child], isRightToLeft: isRightToLeft)
      }
      if isPart { parts[index].descendantCount = parts.count - index - 1 }
    }
  }
}

extension AttributedText {
  /// The reading direction: that of the style, or of the first letter; `nil` if there is none.
  fileprivate var baseDirection: BaseDirection? {
    if let direction = paragraphStyle.direction {
      return direction == .rightToLeft ? .rightToLeft : .leftToRight
    }
    var string = string
    return string.withUTF8 { BaseDirection(of: $0) }
  }
}

extension CornerRadii {
  /// The radii with left and right exchanged.
  fileprivate var mirrored: CornerRadii {
    CornerRadii(
      topLeft: topRight, topRight: topLeft, bottomRight: bottomLeft, bottomLeft: bottomRight)
  }
}

extension ElementImage {
  /// The size in which the image fits a proposal with its proportions; its own size if nothing limits it.
  fileprivate func size(in proposal: BoxProposal) -> Size {
    guard let size, size.width > 0, size.height > 0 else { return .zero }
    switch (proposal.width, proposal.height) {
    case (.exactly(let width), .exactly(let height)): return Size(width: width, height: height)
    case (.exactly(let width), _):
      return Size(width: width, height: width * size.height / size.width)
    case (_, .exactly(let height)):
      return Size(width: height * size.width / size.height, height: height)
    case (.atMost(let width), _) where width < size.width:
      return Size(width: width, height: width * size.height / size.width)
    default: return size
    }
  }
}
