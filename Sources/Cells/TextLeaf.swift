import GalleyBoxes
import GalleyElements
import GalleyLayout
import GalleyPrimitives

/// Lays out the text of an element at the sizes that boxes propose.
///
/// A text that is asked for a second width is shaped once for all further ones.
final class TextLeaf {
  private let element: ElementText
  private let scale: Double
  private let typesetter: Typesetter
  private let work: TreeWork
  private var known: [(size: Size, layout: TextLayout)] = []
  private var shaped: ShapedText?

  init(_ element: ElementText, template: CellTemplate, typesetter: Typesetter, work: TreeWork) {
    var element = element
    element.text = template.theme.withFamilies(element.text)
    self.work = work
    self.element = element
    scale = template.scale
    self.typesetter = typesetter
  }

  private var shrinks: Bool { element.minimumScale < 1 }

  /// Returns the size of the text in a proposed space: as wide as its longest line, and as high as its lines.
  func measure(_ proposal: BoxProposal) throws(LayoutError) -> BoxMeasurement {
    let height: Double =
      switch proposal.height {
      case .exactly(let height) where shrinks, .atMost(let height) where shrinks: height
      default: .infinity
      }
    let width: Double
    switch proposal.width {
    case .exactly(let limit), .atMost(let limit): width = limit
    case .maxContent: width = .infinity
    case .minContent: width = try minimumWidth()
    }
    let layout = try layout(width: width, height: height)
    return BoxMeasurement(
      size: Size(width: tightWidth(of: layout), height: layout.boundingSize.height),
      firstBaseline: layout.lines.first?.origin.y)
  }

  /// Returns the text in a box of `size`; rows that do not fit are hidden.
  func layout(in size: Size) throws(LayoutError) -> TextLayout {
    let layout = try layout(width: size.width, height: shrinks ? size.height : .infinity)
    // Sums of heights have rounding errors.
    guard !shrinks, layout.boundingSize.height > size.height + 1 / 64 else { return layout }
    return try self.layout(width: size.width, height: size.height)
  }

  /// The width below which a word would be broken, or 0 if the text can be truncated to any width.
  private func minimumWidth() throws(LayoutError) -> Double {
    let container = element.container
    if container.maximumRowCount == 1, container.truncation != .none { return 1 }
    let insets = container.insets.clamped
    let width = try shapedText().widestWord * element.minimumScale
    return ((width + insets.left + insets.right) * scale).rounded(.up) / scale
  }

  private func shapedText() throws(LayoutError) -> ShapedText {
    if let shaped { return shaped }
    let text = try typesetter.shape(element.text)
    shaped = text
    return text
  }

  private func layout(width: Double, height: Double) throws(LayoutError) -> TextLayout {
    let size = Size(width: max(1 / 64, width), height: max(1 / 64, height))
    for entry in known where entry.size == size { return entry.layout }
    var container = element.container
    container.size = size
    container.scale = scale
    let layout: TextLayout
    if shrinks {
      layout = try typesetter.layout(
        element.text, in: container, shrinkingBy: Self.factors(from: element.minimumScale)
      ).layout
    } else if known.isEmpty, shaped == nil {
      layout = try typesetter.layout(element.text, in: container)
    } else {
      layout = try typesetter.layout(shapedText(), in: container)
    }
    work.textLayoutCount += 1
    known.append((size, layout))
    return layout
  }

  /// The width of the longest line with the container's insets, in whole device pixels.
  private func tightWidth(of layout: TextLayout) -> Double {
    let insets = element.container.insets.clamped
    let width = layout.boundingRect.width + insets.left + insets.right
    return (width * scale - 1e-6).rounded(.up) / scale
  }

  /// The factors at which a text is tried: 20 steps at most.
  private static func factors(from least: Double) -> [Double] {
    let steps = max(1, min(20, Int(((1 - least) * 20).rounded(.up))))
    return (0...steps).map { 1 - (1 - least) * Double($0) / Double(steps) }
  }
}
