import GalleyBoxes
import GalleyConstraints
import GalleyElements
package import GalleyHandles
import GalleyLayout
import GalleyPrimitives
package import GalleyText
import GalleyTypesetting

/// What all boxes of a cell share during its layout.
final class TreeContext {
  let template: CellTemplate
  let typesetter: Typesetter
  /// The number of repairs of the texts.
  var repairCount = 0
  /// The direction of the first text with a letter.
  var direction: BaseDirection?
  /// The number of terms that solvers may still read.
  let budget = ConstraintBudget()
  let work = TreeWork()
  /// The way to the element whose box is added.
  var path: [Int] = []

  init(template: CellTemplate, typesetter: Typesetter) {
    self.template = template
    self.typesetter = typesetter
  }
}

/// The boxes of an element and of those within it, down to texts, images and constraints.
///
/// A container with constraints is one leaf, and each of its elements has boxes of its own.
final class ElementBoxes {
  /// The content of a box.
  enum Leaf {
    case text(TextLeaf)
    case image(ElementImage)
    case constraints(ConstraintLeaf)
  }

  /// The content of each box; `nil` for a box without content.
  let leaves: [Leaf?]
  private let boxes: BoxTree
  private let context: TreeContext
  /// The reading direction that an element around the boxes has; `nil` for that of the cell.
  private let isRightToLeft: Bool?
  private var known: [(proposal: BoxProposal, layout: BoxLayout)] = []

  /// Makes the boxes of a cell: a column of the cell's width, with the root of the tree.
  init(cell tree: ElementTree, _ context: TreeContext) throws(ElementError) {
    self.context = context
    isRightToLeft = nil
    var canvas = FlexStyle(.column)
    canvas.size.width = .units(context.template.width)
    let style = SharedFlexStyle(canvas)
    var builder = Builder(context)
    let root = try builder.add(style, to: nil, leaf: nil)
    try builder.add(tree, to: root, within: style, isRightToLeft: nil)
    (boxes, leaves) = (builder.boxes, builder.leaves)
  }

  /// Makes the boxes of an element that constraints place.
  init(
    element tree: ElementTree, isRightToLeft: Bool?, _ context: TreeContext
  ) throws(ElementError) {
    self.context = context
    self.isRightToLeft = isRightToLeft
    var builder = Builder(context)
    let column = SharedFlexStyle(FlexStyle(.column))
    try builder.add(tree, to: nil, within: column, isRightToLeft: isRightToLeft)
    (boxes, leaves) = (builder.boxes, builder.leaves)
  }

  /// Lays the boxes out; results are kept by their arguments.
  func layout(width: BoxSpace, height: BoxSpace) throws(ElementError) -> BoxLayout {
    let proposal = BoxProposal(width: width, height: height)
    for entry in known where entry.proposal == proposal { return entry.layout }
    let (leaves, scale) = (leaves, context.template.scale)
    var failure: ElementError?
    let layout: BoxLayout
    do throws(BoxError) {
      layout = try boxes.layout(
        width: width, height: height,
        isRightToLeft: isRightToLeft ?? (context.direction == .rightToLeft)
      ) { number, proposal in
        guard failure == nil else { return BoxMeasurement(size: .zero) }
        context.work.measurementCount += 1
        do throws(ElementError) {
          return try leaves[number]?.measure(proposal, scale: scale) ?? BoxMeasurement(size: .zero)
        } catch {
          failure = error
          return BoxMeasurement(size: .zero)
        }
      }
    } catch { throw failure ?? .boxes(error) }
    if let failure { throw failure }
    known.append((proposal, layout))
    return layout
  }

  /// The distance of the last baseline from the top of a text's box in a layout; `nil` if it is no text.
  func lastBaseline(in layout: BoxLayout) throws(ElementError) -> Double? {
    guard case .text(let leaf) = leaves[0], let place = layout.placements.first else {
      return nil
    }
    do throws(LayoutError) {
      let text = try leaf.layout(in: place.content.size)
      return text.lines.last.map { place.content.minY - place.rect.minY + $0.origin.y }
    } catch { throw .text(ElementPath(), error) }
  }
}

extension ElementBoxes {
  /// Gathers the boxes of a tree.
  private struct Builder {
    private(set) var boxes = BoxTree()
    private(set) var leaves: [Leaf?] = []
    private let context: TreeContext
    /// The way to the element whose box is added.
    private var path: [Int]

    /// The number of boxes for which memory is reserved at once; most cells have fewer.
    private static let usualCount = 16

    init(_ context: TreeContext) {
      self.context = context
      path = context.path
      boxes.reserveCapacity(Self.usualCount)
      leaves.reserveCapacity(Self.usualCount)
    }

    /// Adds a box, and returns its number.
    @discardableResult mutating func add(
      _ box: SharedFlexStyle, to container: Int?, leaf: Leaf?
    ) throws(ElementError) -> Int {
      leaves.append(leaf)
      do throws(BoxError) {
        return try boxes.add(box, to: container, isLeaf: leaf != nil)
      } catch { throw located(error) }
    }

    /// The error of the next box, with the way to its element.
    private func located(_ error: BoxError) -> ElementError {
      guard case .unusableNumber(_, let property, let value) = error, let number = Double(value)
      else { return .boxes(error) }
      return .invalidNumber(ElementPath(path), property, number)
    }

    /// Adds the box of an element, and those of its children.
    mutating func add(
      _ tree: ElementTree, to container: Int?, within around: SharedFlexStyle, isRightToLeft: Bool?
    ) throws(ElementError) {
      let style = tree.style
      let isRightToLeft = style.sharedBox.style.isRightToLeft ?? isRightToLeft
      switch tree.content {
      case .none:
        let number = try add(style.sharedBox, to: container, leaf: nil)
        let children = tree.children
        for index in children.indices {
          path.append(index)
          try add(
            children[index], to: number, within: style.sharedBox, isRightToLeft: isRightToLeft)
          path.removeLast()
        }
      case .text(let text):
        context.repairCount += text.text.repairs.count
        if context.direction == nil { context.direction = text.text.baseDirection }
        let leaf = TextLeaf(text, isRightToLeft: isRightToLeft, context)
        try add(style.sharedBox, to: container, leaf: .text(leaf))
      case .image(let image):
        var box = style.sharedBox
        // A stretched height would widen the image by its proportions.
        if around.style.arrangement == .row, around.style.alignItems == .stretch,
          box.style.alignSelf == nil
        {
          var own = box.style
          own.alignSelf = .start
          box = SharedFlexStyle(own)
        }
        try add(box, to: container, leaf: .image(image))
      case .constraints(let constraints):
        let outer = context.path
        context.path = path
        let leaf = try ConstraintLeaf(
          constraints, tree.children, isRightToLeft: isRightToLeft, context)
        context.path = outer
        try add(style.sharedBox, to: container, leaf: .constraints(leaf))
      }
    }
  }
}

extension ElementBoxes.Leaf {
  fileprivate func measure(
    _ proposal: BoxProposal, scale: Double
  ) throws(ElementError) -> BoxMeasurement {
    switch self {
    case .text(let leaf):
      do throws(LayoutError) { return try leaf.measure(proposal) } catch {
        throw .text(ElementPath(), error)
      }
    case .image(let image): return BoxMeasurement(size: image.size(in: proposal, scale: scale))
    case .constraints(let leaf): return try leaf.measure(proposal)
    }
  }
}

/// Boxes with their places in the cell.
struct PlacedBoxes {
  let leaves: [ElementBoxes.Leaf?]
  /// The places before rounding.
  let exact: [BoxPlacement]
  /// The places with edges on device pixels.
  let places: [BoxPlacement]

  init(_ boxes: ElementBoxes, _ layout: BoxLayout, scale: Double) {
    leaves = boxes.leaves
    exact = layout.placements
    places = layout.rounded(scale: scale).placements
  }
}

extension AttributedText {
  /// The reading direction: that of the style, or of the first letter; `nil` if there is none.
  package var baseDirection: BaseDirection? {
    if let direction = paragraphStyle.direction {
      return direction == .rightToLeft ? .rightToLeft : .leftToRight
    }
    var string = string
    return string.withUTF8 { BaseDirection(of: $0) }
  }
}

extension String {
  /// Whether the first letter reads from right to left.
  package var readsRightToLeft: Bool {
    var string = self
    return string.withUTF8 { BaseDirection(of: $0) } == .rightToLeft
  }
}

extension ElementImage {
  /// The size in which the image fits a proposal with its proportions; its own size if nothing limits it.
  ///
  /// Extents that follow from the proportions are whole device pixels, as those of texts are.
  fileprivate func size(in proposal: BoxProposal, scale: Double) -> Size {
    guard let size, size.width > 0, size.height > 0 else { return .zero }
    func snapped(_ length: Double) -> Double { (length * scale).rounded(.up) / scale }
    func height(at width: Double) -> Double { snapped(size.height * (width / size.width)) }
    var natural = Size(width: snapped(size.width), height: snapped(size.height))
    if case .atMost(let limit) = proposal.width, limit < size.width {
      natural = Size(width: limit, height: height(at: limit))
    }
    switch (proposal.width, proposal.height) {
    case (.exactly(let width), .exactly(let height)): return Size(width: width, height: height)
    case (.exactly(let width), _): return Size(width: width, height: height(at: width))
    // The height that was rounded up for a width gives that width again.
    case (_, .exactly(natural.height)): return natural
    case (_, .exactly(let height)):
      return Size(width: snapped(size.width * (height / size.height)), height: height)
    default: return natural
    }
  }
}
