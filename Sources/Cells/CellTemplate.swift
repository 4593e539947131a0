public import GalleyLayout
import GalleyPrimitives
import GalleyText

/// The prototype that measures cells: a theme at a width and a scale.
///
/// A value: the same template gives the same layout for the same content on every worker.
public struct CellTemplate: Hashable, Sendable, Codable {
  /// The numbers and colours.
  public var theme: Theme
  /// How wide cells are, in layout units.
  public var width: Double
  /// Device pixels per layout unit.
  public var scale: Double

  /// A template of a theme at a width in layout units.
  public init(theme: Theme = .light, width: Double = 375, scale: Double = 2) {
    self.theme = theme
    self.width = width
    self.scale = scale
  }

  /// Sets `content` and finds where every part stands.
  ///
  /// A part that is missing or empty takes no room and leaves no gap. White space alone is a text.
  ///
  /// - Throws: ``GalleyLayout/LayoutError``, where the template's numbers or fonts are out of bounds.
  /// - Complexity: O(text).
  public func layout(
    _ content: CellContent, with typesetter: Typesetter
  ) throws(LayoutError) -> CellLayout {
    var stack = PartStack(template: self, content: content, typesetter: typesetter)
    let title = try stack.layout(content.title, style: theme.title)
    let body = try stack.layout(content.body, style: theme.body)
    stack.findDirection(body ?? title)
    if theme.byline == .top { try stack.appendHeader() }
    stack.append(.title, title)
    stack.append(.body, body)
    if let image = content.image { stack.append(image) }
    if theme.byline == .bottom { try stack.appendFooter() }
    return stack.layout()
  }
}

/// Stacks a cell's parts from top to bottom.
private struct PartStack {
  private let template: CellTemplate
  private let content: CellContent
  private let typesetter: Typesetter
  /// The left edge and the width of what parts may take.
  private let left: Double
  private let width: Double
  private var bottom: Double
  private var parts: [CellPart] = []
  private var repairCount = 0
  /// The gap below the last part.
  private var gap: Double
  /// Which way the cell reads; `nil` as long as that is not known.
  private var direction: ParagraphStyle.Direction?

  init(template: CellTemplate, content: CellContent, typesetter: Typesetter) {
    self.template = template
    self.content = content
    self.typesetter = typesetter
    let theme = template.theme
    left = theme.cardInsets.left + theme.padding.left
    // A cell narrower than its margins still sets its texts, a character a line.
    width = max(1, template.width - left - theme.cardInsets.right - theme.padding.right)
    bottom = theme.cardInsets.top + theme.padding.top
    gap = theme.gap
  }

  private var theme: Theme { template.theme }

  private var author: String? { content.author.flatMap { $0.isEmpty ? nil : $0 } }
  private var time: String? { content.time.flatMap { $0.isEmpty ? nil : $0 } }

  /// The top of the next part: a gap below the last one.
  private var top: Double { parts.isEmpty ? bottom : bottom + gap }

  /// Whether the cell's start is at the right.
  private var isMirrored: Bool { theme.mirrorsRightToLeft && direction == .rightToLeft }

  /// Lets the cell read as `text` does, unless another decided before.
  mutating func findDirection(_ text: TextLayout?) {
    guard direction == nil, let line = text?.lines.first else { return }
    direction = line.isRightToLeft ? .rightToLeft : .leftToRight
  }

  mutating func append(_ kind: CellPart.Kind, _ text: TextLayout?) {
    guard let text else { return }
    place(kind, text, x: left, y: top)
  }

  /// Appends an image, shrunk to the width and height that there are, at the start.
  mutating func append(_ image: CellImage) {
    guard image.size.width > 0, image.size.height > 0 else { return }
    gap = theme.pictureGap
    let factor = min(1, width / image.size.width, theme.maximumImageHeight / image.size.height)
    let size = Size(
      width: snap(image.size.width * factor), height: snap(image.size.height * factor))
    let rect = Rect(x: start(of: size.width), y: top, width: size.width, height: size.height)
    parts.append(CellPart(kind: .image, rect: rect, image: image))
    end(at: rect.maxY, gap: theme.pictureGap)
  }

  /// The left edge of something of a width that stands at the start.
  private func start(of width: Double) -> Double {
    isMirrored ? left + self.width - width : left
  }

  /// The avatar, and beside it the name with the time below.
  mutating func appendHeader() throws(LayoutError) {
    let y = top
    let initials = author.map { Self.initials(of: $0) } ?? ""
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

  /// Sets a text of the header at the cell's start, whichever way the text itself reads.
  private mutating func headerLayout(
    _ text: String, style: Theme.TextStyle, width: Double
  ) throws(LayoutError) -> TextLayout {
    var source = attributed(text, style: style)
    let layout = try set(source, width: width, maximumRowCount: style.maximumRowCount)
    findDirection(layout)
    guard theme.mirrorsRightToLeft, layout.lines.first?.isRightToLeft != isMirrored else {
      return layout
    }
    source.paragraphStyle.alignment = .end
    return try set(source, width: width, maximumRowCount: style.maximumRowCount)
  }

  /// The name at the start of a row and the time at its end.
  mutating func appendFooter() throws(LayoutError) {
    let y = top
    var end = y
    var room = width
    if let time {
      let layout = try set(
        attributed(time, style: theme.time), width: width,
        maximumRowCount: theme.time.maximumRowCount)
      let x = left + width - snap(layout.boundingRect.maxX)
      place(.time, layout, x: x, y: y)
      room = x + layout.boundingRect.minX - left - theme.gap
      end = max(end, bottom)
    }
    if let author {
      let layout = try set(
        attributed(author, style: theme.author), width: max(1, room),
        maximumRowCount: theme.author.maximumRowCount)
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
    var attributes = TextAttributes(
      font: theme.initials.font, color: theme.initials.color, language: content.language)
    var text = try set(
      AttributedText(initials, attributes: attributes), width: .infinity, maximumRowCount: 1)
    // Some letters are wide: the text is to keep clear of the circle.
    let room = theme.avatarSize * 0.75
    if text.boundingRect.width > room {
      attributes.font.size = max(1, attributes.font.size * room / text.boundingRect.width)
      text = try set(
        AttributedText(initials, attributes: attributes), width: .infinity, maximumRowCount: 1)
    }
    let colors = theme.initialsColors
    let ground = colors.isEmpty ? theme.time.color : colors[Self.hash(author ?? "") % colors.count]
    parts.append(CellPart(kind: .initials, rect: rect, text: text, ground: ground))
  }

  private mutating func place(_ kind: CellPart.Kind, _ layout: TextLayout, x: Double, y: Double) {
    let size = layout.boundingSize
    parts.append(
      CellPart(
        kind: kind, rect: Rect(x: x, y: y, width: size.width, height: size.height), text: layout))
    end(at: y + size.height)
  }

  private mutating func end(at y: Double, gap: Double? = nil) {
    bottom = y
    self.gap = gap ?? theme.gap
  }

  /// Sets a text over the whole width; `nil` where there is none.
  mutating func layout(
    _ string: String?, style: Theme.TextStyle
  ) throws(LayoutError) -> TextLayout? {
    guard let string, !string.isEmpty else { return nil }
    return try set(
      attributed(string, style: style), width: width, maximumRowCount: style.maximumRowCount)
  }

  /// The text in its style; counts what had to be repaired.
  private mutating func attributed(_ string: String, style: Theme.TextStyle) -> AttributedText {
    let text = AttributedText(
      string,
      attributes: TextAttributes(
        font: style.font, color: style.color, language: content.language))
    repairCount += text.repairs.count
    return text
  }

  private func set(
    _ text: AttributedText, width: Double, maximumRowCount: Int
  ) throws(LayoutError) -> TextLayout {
    let container = TextContainer(
      size: Size(width: max(1, width), height: .infinity), maximumRowCount: maximumRowCount,
      truncation: .end, scale: template.scale)
    return try typesetter.layout(text, in: container)
  }

  private func snap(_ length: Double) -> Double {
    (length * template.scale).rounded(.up) / template.scale
  }

  func layout() -> CellLayout {
    let insets = theme.cardInsets
    let height = snap(bottom + theme.padding.bottom + insets.bottom)
    let size = Size(width: template.width, height: height)
    let card = Rect(x: 0, y: 0, width: size.width, height: height).inset(by: insets)
    return CellLayout(
      size: size, scale: template.scale, card: card, parts: parts, repairCount: repairCount)
  }
}

extension PartStack {
  /// The first characters of a name's first and last words, in capitals; in a script without
  /// capitals the first one alone, since such letters may join, or be wide.
  private static func initials(of name: String) -> String {
    let words = name.drop(while: \.isWhitespace)
    let firstWord = words.prefix { !$0.isWhitespace }
    guard let first = firstWord.first(where: { $0.isLetter || $0.isNumber }) ?? firstWord.first
    else { return "" }
    // Looked for only where they may have a letter: most characters of a name are looked at once.
    guard first.isCased,
      let lastWord = words[firstWord.endIndex...].split(whereSeparator: \.isWhitespace).last,
      let last = lastWord.first(where: \.isLetter), last.isCased
    else { return first.uppercased() }
    return first.uppercased() + last.uppercased()
  }

  /// The same number for the same name on each machine (FNV-1a).
  private static func hash(_ name: String) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % 1_000_003)
  }
}
