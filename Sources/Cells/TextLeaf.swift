import GalleyBoxes
import GalleyElements
import GalleyHandles
import GalleyLayout
import GalleyParagraphs
import GalleyPrimitives
import GalleyText
import GalleyTypesetting

/// Lays out the text of an element at the sizes that boxes propose.
///
/// A text that is asked for a second width is shaped once for all further ones.
final class TextLeaf {
  private let element: ElementText
  private let context: TreeContext
  /// The reading direction that the element or one around it has; `nil` for that of the cell.
  private let isRightToLeft: Bool?
  private var known: [(size: Size, layout: TextLayout)] = []
  /// The text of the element with the families of the theme, for the width of its last layout.
  private var text: AttributedText?
  private var shaped: ShapedText?
  /// The width for which HTML was parsed.
  private var parsedWidth: Double?

  init(_ element: ElementText, isRightToLeft: Bool?, _ context: TreeContext) {
    self.element = element
    self.isRightToLeft = isRightToLeft
    self.context = context
  }

  private var scale: Double { context.template.scale }
  private var typesetter: Typesetter { context.typesetter }
  /// Whether the text is centred by its ink.
  var isMark: Bool { element.isMark }
  private var shrinks: Bool { element.minimumScale < 1 }

  /// Returns the size of the text in a proposed space: as wide as its longest line, and as high as its lines.
  func measure(_ proposal: BoxProposal) throws(LayoutError) -> BoxMeasurement {
    if element.isMark { return try measureMark() }
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
    if element.isMark { return try mark(width: size.width) }
    let layout = try layout(width: size.width, height: shrinks ? size.height : .infinity)
    // Sums of heights have rounding errors.
    guard !shrinks, layout.boundingSize.height > size.height + 1 / 64 else { return layout }
    return try self.layout(width: size.width, height: size.height)
  }

  /// The size of a mark's letters.
  private func measureMark() throws(LayoutError) -> BoxMeasurement {
    let layout = try mark(width: .infinity)
    return BoxMeasurement(
      size: Size(width: tightWidth(of: layout), height: layout.boundingSize.height))
  }

  /// The share of its box that a mark takes at most, so that it stays clear of a circle.
  private static let markShare = 0.75

  /// Returns a mark for a box of a width: its letters are smaller if they do not fit.
  private func mark(width: Double) throws(LayoutError) -> TextLayout {
    if known.isEmpty {
      let layout = try markLayout(of: context.template.theme.withFamilies(element.text))
      known.append((Size(width: .infinity, height: .infinity), layout))
    }
    let (room, natural) = (width * Self.markShare, known[0].layout)
    guard natural.boundingRect.width > room else { return natural }
    for entry in known where entry.size.width == width { return entry.layout }
    var text = context.template.theme.withFamilies(element.text)
    // The whole text is a sound range.
    try? text.update(in: 0..<text.utf8Count) { attributes in
      attributes.font.size = max(1, attributes.font.size * room / natural.boundingRect.width)
    }
    let layout = try markLayout(of: text)
    known.append((Size(width: width, height: .infinity), layout))
    return layout
  }

  private func markLayout(of text: AttributedText) throws(LayoutError) -> TextLayout {
    context.work.textLayoutCount += 1
    let size = Size(width: .infinity, height: .infinity)
    return try typesetter.layout(
      text, in: TextContainer(size: size, maximumRowCount: 1, truncation: .end, scale: scale))
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
    let text = try typesetter.shape(text(width: .infinity))
    shaped = text
    return text
  }

  /// Returns the text as it is laid out in a width: HTML depends on it.
  private func text(width: Double) -> AttributedText {
    if let text, element.html == nil || parsedWidth == width { return text }
    var text = element.text
    if let html = element.html {
      shaped = nil
      let images = html.images.compactMap { image in
        image.size.map { CellImage(name: image.name, size: $0) }
      }
      // The text of the element has the size for which its HTML is shown.
      let theme = context.template.theme
      let size = text.runs.first?.attributes.font.size ?? theme.body.font.size
      let factor = theme.body.font.size > 0 ? size / theme.body.font.size : 1
      if let parsed = theme.bodyText(
        html: html.source, language: html.language, images: images,
        width: width.isFinite ? width / factor : nil), parsed.utf8Count > 0
      {
        if parsedWidth == nil { context.repairCount += parsed.repairs.count }
        text = factor == 1 ? parsed : parsed.scaled(by: factor)
      }
      parsedWidth = width
    }
    if !context.template.theme.families.isEmpty {
      text = context.template.theme.withFamilies(text)
    }
    if element.followsBox { followBox(&text) }
    self.text = text
    return text
  }

  /// Exchanges the start and the end of lines that read in another direction than the box.
  private func followBox(_ text: inout AttributedText) {
    let alignment = text.paragraphStyle.alignment
    guard alignment == .start || alignment == .end else { return }
    let isBox = isRightToLeft ?? (context.direction == .rightToLeft)
    guard (text.baseDirection == .rightToLeft) != isBox else { return }
    text.paragraphStyle.alignment = alignment == .start ? .end : .start
  }

  private func layout(width: Double, height: Double) throws(LayoutError) -> TextLayout {
    let size = Size(width: max(1 / 64, width), height: max(1 / 64, height))
    for entry in known where entry.size == size { return entry.layout }
    let text = text(width: width)
    for entry in known where isSame(entry.layout, of: text, at: entry.size, in: size) {
      return entry.layout
    }
    var container = element.container
    container.size = size
    container.scale = scale
    let layout: TextLayout
    if shrinks {
      layout = try typesetter.layout(
        text, in: container, shrinkingBy: Self.factors(from: element.minimumScale)
      ).layout
    } else if known.isEmpty, shaped == nil {
      layout = try typesetter.layout(text, in: container)
    } else {
      layout = try typesetter.layout(shapedText(), in: container)
    }
    context.work.textLayoutCount += 1
    known.append((size, layout))
    return layout
  }

  /// Whether the lines of a layout at a greater width are those at a smaller one: they fit it, and begin at the left.
  private func isSame(
    _ layout: TextLayout, of text: AttributedText, at known: Size, in size: Size
  ) -> Bool {
    guard !shrinks, element.html == nil, size.width < known.width, size.height == known.height,
      size.width >= tightWidth(of: layout), text.paragraphStyle == Self.plainParagraph,
      element.container.isPlainRectangle
    else { return false }
    return layout.lines.allSatisfy { !$0.isRightToLeft }
  }

  private static let plainParagraph = ParagraphStyle()

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
