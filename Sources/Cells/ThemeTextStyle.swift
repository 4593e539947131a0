public import GalleyPrimitives
public import GalleyText

extension Theme {
  /// The style of one kind of text.
  public struct TextStyle: Hashable, Sendable, Codable {
    /// The font.
    public var font: Font
    /// The colour.
    public var color: Color
    /// The maximum number of text rows; 0 for all.
    public var maximumRowCount: Int
    /// The alignment of lines.
    public var alignment = ParagraphStyle.Alignment.start
    /// The height of every line, 0…16,384 layout units; 0 for that of its fonts.
    public var lineHeight = 0.0
    /// The factor of the height of lines, 0…100; 0 leaves it unchanged.
    public var lineHeightMultiple = 0.0
    /// The space between paragraphs, 0…16,384 layout units.
    public var paragraphSpacing = 0.0
    /// The additional space between letters, −4,096…4,096 layout units.
    public var tracking = 0.0
    /// The OpenType features, as `smcp` or `tnum=0`; at most 32.
    public var features: [String] = []
    /// The way in which the lines of a paragraph share its words.
    public var wrap = ParagraphStyle.Wrap.normal
    /// The places within words at which lines may end.
    public var wordBreak = ParagraphStyle.WordBreak.normal
    /// The strictness of line breaks beside small kana and similar characters.
    public var strictness = ParagraphStyle.Strictness.automatic
    /// The space between Han or kana and the letters of other scripts.
    public var autospace = ParagraphStyle.Autospace.none
    /// Whether a bracket or quotation mark at the start of a paragraph hangs before its first line.
    public var hangsOpening = false
    /// Whether a bracket or quotation mark at the end of a paragraph hangs behind its last line.
    public var hangsClosing = false
    /// Whether a comma or full stop hangs at the end of a line that is too long otherwise.
    public var hangsStops = false
    /// As in ``ParagraphStyle/kashida``.
    public var kashida = 0.0
    /// The shadow of the letters.
    public var shadow = Shadow()

    /// Makes a style with a font and a colour.
    public init(font: Font, color: Color, maximumRowCount: Int = 0) {
      self.font = font
      self.color = color
      self.maximumRowCount = maximumRowCount
    }

    /// A shadow of letters; none while its colour is clear.
    public struct Shadow: Hashable, Sendable, Codable {
      /// The colour.
      public var color = Color.clear
      /// The distance to the right, −4,096…4,096 layout units.
      public var x = 0.0
      /// The distance downwards, −4,096…4,096 layout units.
      public var y = 0.0
      /// The blur, 0…256 layout units.
      public var radius = 0.0

      /// Makes no shadow.
      public init() {}
    }
  }
}

extension Theme.TextStyle {
  /// A text of this style.
  func text(_ string: String, language: String?) -> AttributedText {
    var text = AttributedText(string, attributes: attributes(language: language))
    if hasParagraphs { text.paragraphStyle = paragraphStyle }
    return text
  }

  /// The attributes of letters in this style.
  package func attributes(language: String?) -> TextAttributes {
    var attributes = TextAttributes(font: font, color: color, language: language)
    guard tracking != 0 || !features.isEmpty || shadow.color.alpha > 0 else { return attributes }
    attributes.kern = tracking
    attributes.fontFeatures = features.compactMap(FontFeature.init(description:))
    if shadow.color.alpha > 0 {
      attributes.shadows = [
        TextShadow(
          color: shadow.color, offset: Point(x: shadow.x, y: shadow.y), radius: shadow.radius)
      ]
    }
    return attributes
  }

  /// Whether paragraphs differ from those of a plain text.
  private var hasParagraphs: Bool {
    // By cases, since a comparison of enumerations with names compares the names.
    guard case .start = alignment, case .normal = wrap, case .normal = wordBreak,
      case .automatic = strictness, case .none = autospace, !hangsOpening, !hangsClosing,
      !hangsStops, kashida == 0
    else { return true }
    return lineHeight != 0 || lineHeightMultiple != 0 || paragraphSpacing != 0
  }

  package var paragraphStyle: ParagraphStyle {
    var style = ParagraphStyle(alignment: alignment)
    style.fixedLineHeight = lineHeight
    style.lineHeightMultiple = lineHeightMultiple
    style.paragraphSpacing = paragraphSpacing
    style.wrap = wrap
    style.wordBreak = wordBreak
    style.strictness = strictness
    style.autospace = autospace
    (style.hangsOpening, style.hangsClosing) = (hangsOpening, hangsClosing)
    style.hangsStops = hangsStops
    style.kashida = kashida
    return style
  }

  /// The first number or name that is out of bounds, with its key; `nil` if there is none.
  package var fault: (key: String, reason: String)? {
    guard (1...512).contains(font.size) else {
      return ("font.size", "font size \(font.size): sizes are 1 to 512")
    }
    for (key, number, bounds) in [
      ("lineHeight", lineHeight, 0...16_384.0), ("lineHeightMultiple", lineHeightMultiple, 0...100),
      ("paragraphSpacing", paragraphSpacing, 0...16_384), ("tracking", tracking, -4_096...4_096),
      ("shadow.x", shadow.x, -4_096...4_096), ("shadow.y", shadow.y, -4_096...4_096),
      ("shadow.radius", shadow.radius, 0...256), ("kashida", kashida, 0...16),
    ] where !bounds.contains(number) {
      return (
        key,
        "\(key) is \(number): a number from \(bounds.lowerBound) to \(bounds.upperBound) is expected"
      )
    }
    guard font.canonicalVariations != nil else {
      return (
        "font.variations",
        "font.variations is \(font.variations.shown(limit: 40)): axes are expected, as wght=350, wdth=80"
      )
    }
    for feature in features where FontFeature(description: feature) == nil {
      return ("features", "features has \(feature.shown(limit: 20)): smcp, or tnum=0, is expected")
    }
    guard features.count <= 32 else { return ("features", "features has more than 32") }
    return nil
  }
}
