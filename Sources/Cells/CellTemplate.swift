import GalleyElements
public import GalleyLayout
import GalleyPrimitives
import GalleyText
public import GalleyTypesetting

/// The template that lays out cells: a theme at a width and a scale.
///
/// A value: the same template gives the same layout for the same content on every worker.
public struct CellTemplate: Hashable, Sendable, Codable {
  /// The lengths, fonts and colours.
  public var theme: Theme
  /// The width of cells, in layout units.
  public var width: Double
  /// Device pixels per layout unit.
  public var scale: Double

  /// Makes a template of a theme at a width in layout units.
  public init(theme: Theme = .light, width: Double = 375, scale: Double = 2) {
    self.theme = theme
    self.width = width
    self.scale = scale
  }

  /// Lays out a card or a tree of elements.
  ///
  /// - Throws: ``GalleyLayout/LayoutError`` for a card, ``/GalleyElements/ElementError`` for a tree.
  /// - Complexity: O(content).
  public func layout(_ content: CellContent, with typesetter: Typesetter) throws -> CellLayout {
    switch content {
    case .card(let card): try layout(card, with: typesetter)
    case .tree(let tree): try layout(tree, with: typesetter)
    }
  }

  /// Lays out the built-in card.
  ///
  /// A part that is missing or empty takes no space and leaves no gap. A text of white space alone
  /// is not empty.
  ///
  /// - Throws: ``GalleyLayout/LayoutError`` if the template's numbers or fonts are out of bounds.
  /// - Complexity: O(text).
  public func layout(
    _ content: CardContent, with typesetter: Typesetter
  ) throws(LayoutError) -> CellLayout {
    if let fault = fault(with: content) { throw .invalidNumber(fault.name, fault.number) }
    var stack = PartStack(template: self, content: content, typesetter: typesetter)
    let title = try stack.layout(content.title, style: theme.title)
    let body = try stack.layoutBody()
    stack.findDirection(body ?? title)
    if theme.byline == .top { try stack.appendHeader() }
    stack.append(.title, title)
    stack.append(.body, body)
    if let image = content.image {
      if content.furtherPictures.isEmpty {
        try stack.append(CardPicture(image, description: content.imageDescription))
      } else {
        try stack.appendPictures()
      }
    }
    if theme.byline == .bottom { try stack.appendFooter() }
    return stack.layout()
  }
}

/// Stacks a cell's parts from top to bottom.
struct PartStack {
  let template: CellTemplate
  let content: CardContent
  private let typesetter: Typesetter
  /// The left edge and the width of the area for parts.
  let left: Double
  let width: Double
  private var bottom: Double
  var parts: [CellPart] = []
  var imageDescriptions: [Int: String] = [:]
  private var repairCount = 0
  /// The gap below the last part.
  var gap: Double
  /// The reading direction of the cell; `nil` until a text decides it.
  private var direction: ParagraphStyle.Direction?

  init(template: CellTemplate, content: CardContent, typesetter: Typesetter) {
    self.template = template
    self.content = content
    self.typesetter = typesetter
    let theme = template.theme
    left = theme.cardInsets.left + theme.padding.left
    // A cell narrower than its margins still lays out its texts, one character per line.
    width = max(1, template.width - left - theme.cardInsets.right - theme.padding.right)
    bottom = theme.cardInsets.top + theme.padding.top
    gap = theme.gap
  }

  var theme: Theme { template.theme }

  private var author: String? { content.author.flatMap { $0.isEmpty ? nil : $0 } }
  private var time: String? { content.time.flatMap { $0.isEmpty ? nil : $0 } }

  /// The top of the next part, one gap below the last.
  var top: Double { parts.isEmpty ? bottom : bottom + gap }

  /// Whether the cell's start side is the right.
  var isMirrored: Bool { theme.mirrorsRightToLeft && direction == .rightToLeft }

  /// Takes the reading direction of `text`, unless an earlier text has decided it.
  mutating func findDirection(_ text: TextLayout?) {
    guard direction == nil, let line = text?.lines.first else { return }
    direction = line.isRightToLeft ? .rightToLeft : .leftToRight
  }

  mutating func append(_ kind: CellPart.Kind, _ text: TextLayout?) {
    guard let text else { return }
    place(kind, text, x: left, y: top)
  }

  /// Returns the left edge of a part of this width at the start side.
  func start(of width: Double) -> Double {
    isMirrored ? left + self.width - width : left
  }

  /// Appends the avatar, with the name and the time below each other beside it.
  mutating func appendHeader() throws(LayoutError) {
    let y = top
    let initials = author.map { AuthorInitials.text(of: $0) } ?? ""
    let hasAvatar = theme.avatarSize > 0 && (content.avatar != nil || !initials.isEmpty)
    let indent = hasAvatar ? theme.avatarSize + theme.avatarGap : 0
    var layouts: [(CellPart.Kind, TextLayout)] = []
    for (kind, text, style) in [
      (CellPart.Kind.author, author, theme.author), (.time, time, theme.time),
    ] {
      guard let text else { continue }
      layouts.append((kind, try headerLayout(text, style: style, width: width - indent)))
    }
    guard hasAvatar || !layouts.isEmpty else { return }
    let height = layouts.reduce(0) { $0 + $1.1.boundingSize.height }
    let band = hasAvatar ? max(theme.avatarSize, height) : height
    if hasAvatar {
      try appendAvatar(initials: initials, y: y + snap((band - theme.avatarSize) / 2))
    }
    var textTop = y + snap((band - height) / 2)
    for (kind, layout) in layouts {
      place(kind, layout, x: isMirrored ? left : left + indent, y: textTop)
      textTop = bottom
    }
    end(at: y + band, gap: hasAvatar ? theme.pictureGap : theme.gap)
  }

  /// Lays out a text of the header at the cell's start side, in any reading direction of its own.
  private mutating func headerLayout(
    _ text: String, style: Theme.TextStyle, width: Double
  ) throws(LayoutError) -> TextLayout {
    var source = attributed(text, style: style)
    let layout = try set(source, width: width, maximumRowCount: style.maximumRowCount)
    findDirection(layout)
    guard theme.mirrorsRightToLeft, layout.lines.first?.isRightToLeft != isMirrored,
      case .start = style.alignment
    else { return layout }
    source.paragraphStyle.alignment = .end
    return try set(source, width: width, maximumRowCount: style.maximumRowCount)
  }

  /// Appends the name at the start and the time at the end of one row.
  mutating func appendFooter() throws(LayoutError) {
    let y = top
    var end = y
    var room = width
    if let time {
      let layout = try set(time, style: theme.time, width: width)
      let x = left + width - snap(layout.boundingRect.maxX)
      place(.time, layout, x: x, y: y)
      room = width - snap(layout.boundingRect.width) - theme.gap
      end = max(end, bottom)
    }
    if let author {
      let layout = try set(author, style: theme.author, width: max(1, room))
      place(.author, layout, x: left, y: y)
      end = max(end, bottom)
    }
    if end > y { bottom = end }
  }

  private mutating func appendAvatar(initials: String, y: Double) throws(LayoutError) {
    let rect = Rect(
      x: start(of: theme.avatarSize), y: y, width: theme.avatarSize, height: theme.avatarSize)
    if let avatar = content.avatar {
      parts.append(CellPart(kind: .avatar, rect: rect, image: avatar))
      return
    }
    var attributes = theme.initials.attributes(language: content.language)
    var text = try set(
      AttributedText(initials, attributes: attributes), width: .infinity, maximumRowCount: 1)
    // Some letters are wide: the text must stay clear of the circle.
    let room = theme.avatarSize * 0.75
    if text.boundingRect.width > room {
      attributes.font.size = max(1, attributes.font.size * room / text.boundingRect.width)
      text = try set(
        AttributedText(initials, attributes: attributes), width: .infinity, maximumRowCount: 1)
    }
    let ground = AuthorInitials.color(of: author ?? "", in: theme)
    parts.append(CellPart(kind: .initials, rect: rect, text: text, ground: ground))
  }

  mutating func place(_ kind: CellPart.Kind, _ layout: TextLayout, x: Double, y: Double) {
    let size = layout.boundingSize
    parts.append(
      CellPart(
        kind: kind, rect: Rect(x: x, y: y, width: size.width, height: size.height), text: layout))
    end(at: y + size.height)
  }

  mutating func end(at y: Double, gap: Double? = nil) {
    bottom = y
    self.gap = gap ?? theme.gap
  }

  /// Lays out the body over the full width, with the looks of its HTML; `nil` if there is no text.
  mutating func layoutBody() throws(LayoutError) -> TextLayout? {
    guard let html = content.bodyHTML,
      let text = theme.bodyText(
        html: html, language: content.language, images: content.inlineImages, width: width),
      text.utf8Count > 0
    else { return try layout(content.body, style: theme.body) }
    repairCount += text.repairs.count
    return try set(text, width: width, maximumRowCount: theme.body.maximumRowCount)
  }

  /// Lays out a text over the full width; `nil` if there is no text.
  mutating func layout(
    _ string: String?, style: Theme.TextStyle
  ) throws(LayoutError) -> TextLayout? {
    guard let string, !string.isEmpty else { return nil }
    return try set(string, style: style, width: width)
  }

  /// Returns the text in its style, and counts its repairs.
  mutating func attributed(_ string: String, style: Theme.TextStyle) -> AttributedText {
    let text = style.text(string, language: content.language)
    repairCount += text.repairs.count
    return content.emojis.isEmpty ? text : text.showing(content.emojis)
  }

  /// Lays out a text in a style.
  mutating func set(
    _ string: String, style: Theme.TextStyle, width: Double
  ) throws(LayoutError) -> TextLayout {
    // As an argument of the call below, which does not mutate, it would be taken from a copy of the stack.
    let text = attributed(string, style: style)
    return try set(text, width: width, maximumRowCount: style.maximumRowCount)
  }

  func set(
    _ text: AttributedText, width: Double, maximumRowCount: Int
  ) throws(LayoutError) -> TextLayout {
    let container = TextContainer(
      size: Size(width: max(1, width), height: .infinity), maximumRowCount: maximumRowCount,
      truncation: .end, scale: template.scale)
    // Nearly all themes have no families of scripts; a call would copy the theme.
    let isPlain = template.theme.families.isEmpty
    return try typesetter.layout(isPlain ? text : theme.withFamilies(text), in: container)
  }

  func snap(_ length: Double) -> Double {
    (length * template.scale).rounded(.up) / template.scale
  }

  func layout() -> CellLayout {
    let insets = theme.cardInsets
    let height = snap(bottom + theme.padding.bottom + insets.bottom)
    let size = Size(width: template.width, height: height)
    let card = Rect(x: 0, y: 0, width: size.width, height: height).inset(by: insets)
    return CellLayout(
      size: size, scale: template.scale, card: card, parts: parts, repairCount: repairCount,
      imageDescriptions: imageDescriptions)
  }
}
