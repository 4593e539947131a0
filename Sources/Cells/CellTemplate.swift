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
  /// - Throws: ``LayoutError``, where the template's numbers or fonts are out of bounds.
  /// - Complexity: O(text).
  public func layout(
    _ content: CellContent, with typesetter: Typesetter
  ) throws(LayoutError) -> CellLayout {
    var stack = PartStack(template: self, content: content, typesetter: typesetter)
    if theme.byline == .top { try stack.appendHeader() }
    try stack.append(.title, content.title, style: theme.title)
    try stack.append(.body, content.body, style: theme.body)
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

  init(template: CellTemplate, content: CellContent, typesetter: Typesetter) {
    self.template = template
    self.content = content
    self.typesetter = typesetter
    let theme = template.theme
    left = theme.cardInsets.left + theme.padding.left
    width = template.width - left - theme.cardInsets.right - theme.padding.right
    bottom = theme.cardInsets.top + theme.padding.top
  }

  private var theme: Theme { template.theme }

  /// The top of the next part: a gap below the last one.
  private var top: Double { parts.isEmpty ? bottom : bottom + theme.gap }

  mutating func append(
    _ kind: CellPart.Kind, _ text: String?, style: Theme.TextStyle
  ) throws(LayoutError) {
    guard let text, !text.isEmpty else { return }
    let layout = try layout(text, style: style, width: width)
    place(kind, layout, x: left, y: top)
  }

  /// Appends an image, shrunk to the width and height that there are, at the start.
  mutating func append(_ image: CellImage) {
    guard image.size.width > 0, image.size.height > 0 else { return }
    let factor = min(1, width / image.size.width, theme.maximumImageHeight / image.size.height)
    let rect = Rect(
      x: left, y: top, width: snap(image.size.width * factor),
      height: snap(image.size.height * factor))
    parts.append(CellPart(kind: .image, rect: rect, image: image))
    bottom = rect.maxY
  }

  /// The avatar, and beside it the name with the time below.
  mutating func appendHeader() throws(LayoutError) {
    let y = top
    let author = content.author.flatMap { $0.isEmpty ? nil : $0 }
    let time = content.time.flatMap { $0.isEmpty ? nil : $0 }
    guard author != nil || time != nil || content.avatar != nil else { return }
    let hasAvatar = theme.avatarSize > 0 && (author != nil || content.avatar != nil)
    let indent = hasAvatar ? theme.avatarSize + theme.padding.left * 0.75 : 0
    var layouts: [(CellPart.Kind, TextLayout)] = []
    for (kind, text, style) in [
      (CellPart.Kind.author, author, theme.author), (.time, time, theme.time),
    ] {
      guard let text else { continue }
      layouts.append((kind, try layout(text, style: style, width: width - indent)))
    }
    let height = layouts.reduce(0) { $0 + $1.1.boundingSize.height }
    let band = hasAvatar ? max(theme.avatarSize, height) : height
    if hasAvatar { try appendAvatar(author: author, y: y + snap((band - theme.avatarSize) / 2)) }
    var textTop = y + snap((band - height) / 2)
    for (kind, layout) in layouts {
      place(kind, layout, x: left + indent, y: textTop)
      textTop = bottom
    }
    bottom = y + band
  }

  /// The name at the start of a row and the time at its end.
  mutating func appendFooter() throws(LayoutError) {
    let y = top
    var end = y
    if let time = content.time, !time.isEmpty {
      let layout = try layout(time, style: theme.time, width: width)
      place(.time, layout, x: left + width - snap(layout.boundingRect.width), y: y)
      end = max(end, bottom)
    }
    if let author = content.author, !author.isEmpty {
      let room = parts.last.map { $0.kind == .time ? $0.rect.minX - left - theme.gap : width }
      let layout = try layout(author, style: theme.author, width: max(1, room ?? width))
      place(.author, layout, x: left, y: y)
      end = max(end, bottom)
    }
    if end > y { bottom = end }
  }

  private mutating func appendAvatar(author: String?, y: Double) throws(LayoutError) {
    let rect = Rect(x: left, y: y, width: theme.avatarSize, height: theme.avatarSize)
    if let avatar = content.avatar {
      parts.append(CellPart(kind: .avatar, rect: rect, image: avatar))
      return
    }
    guard let author else { return }
    let text = try layout(initials(of: author), style: theme.initials, width: .infinity)
    let ground =
      theme.initialsColors.isEmpty
      ? theme.time.color : theme.initialsColors[hash(author) % theme.initialsColors.count]
    parts.append(CellPart(kind: .initials, rect: rect, text: text, ground: ground))
  }

  private mutating func place(_ kind: CellPart.Kind, _ layout: TextLayout, x: Double, y: Double) {
    let size = layout.boundingSize
    parts.append(
      CellPart(
        kind: kind, rect: Rect(x: x, y: y, width: size.width, height: size.height), text: layout))
    bottom = y + size.height
  }

  private mutating func layout(
    _ string: String, style: Theme.TextStyle, width: Double
  ) throws(LayoutError) -> TextLayout {
    let text = AttributedText(
      string,
      attributes: TextAttributes(
        font: style.font, color: style.color, language: content.language))
    repairCount += text.repairs.count
    let container = TextContainer(
      size: Size(width: width, height: .infinity), maximumRowCount: style.maximumRowCount,
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
    return CellLayout(size: size, scale: template.scale, card: card, parts: parts, repairCount: repairCount)
  }
}

/// The first characters of a name's first and last words, in capitals.
private func initials(of name: String) -> String {
  let words = name.split(whereSeparator: \.isWhitespace)
  let first = words.first?.first { $0.isLetter || $0.isNumber } ?? words.first?.first
  let last = words.count > 1 ? words.last?.first(where: \.isLetter) : nil
  return [first, last].compactMap { $0?.uppercased() }.joined()
}

/// The same number for the same name on each machine (FNV-1a).
private func hash(_ name: String) -> Int {
  var hash: UInt32 = 2_166_136_261
  for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
  return Int(hash % 1_000_003)
}
