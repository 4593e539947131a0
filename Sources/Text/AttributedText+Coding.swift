import GalleyPrimitives

extension TextAttributes: Codable {
  private enum Key: String, CodingKey {
    case font, color, language, kern, baselineOffset, paragraphStyle, underline, strikethrough
    case shadows, innerShadows, border, backgroundBorder, blockBorder, attachment, highlight
    case binding, backedString, glyphTransform, ruby, overline, stroke, emphasis, verticalForm
    case fontFeatures
  }

  /// Reads the output of ``encode(to:)``; missing keys have the values of plain text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      font: try container.decode(Font.self, forKey: .font),
      color: try container.decode(Color.self, forKey: .color),
      language: try container.decodeIfPresent(String.self, forKey: .language))
    func read<Value: Decodable>(_ key: Key) throws -> Value? {
      try container.decodeIfPresent(Value.self, forKey: key)
    }
    kern = try read(.kern) ?? 0
    baselineOffset = try read(.baselineOffset) ?? 0
    paragraphStyle = try read(.paragraphStyle)
    underline = try read(.underline)
    strikethrough = try read(.strikethrough)
    shadows = try read(.shadows) ?? []
    innerShadows = try read(.innerShadows) ?? []
    border = try read(.border)
    backgroundBorder = try read(.backgroundBorder)
    blockBorder = try read(.blockBorder)
    attachment = try read(.attachment)
    highlight = try read(.highlight)
    binding = try read(.binding)
    backedString = try read(.backedString)
    glyphTransform = try read(.glyphTransform)
    ruby = try read(.ruby)
    overline = try read(.overline)
    stroke = try read(.stroke)
    emphasis = try read(.emphasis)
    verticalForm = try read(.verticalForm) ?? .mixed
    fontFeatures = try read(.fontFeatures) ?? []
  }

  /// Writes the attributes that differ from those of plain text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(font, forKey: .font)
    try container.encode(color, forKey: .color)
    try container.encodeIfPresent(language, forKey: .language)
    guard !isPlain else { return }
    if kern != 0 { try container.encode(kern, forKey: .kern) }
    if baselineOffset != 0 { try container.encode(baselineOffset, forKey: .baselineOffset) }
    try container.encodeIfPresent(paragraphStyle, forKey: .paragraphStyle)
    try container.encodeIfPresent(underline, forKey: .underline)
    try container.encodeIfPresent(strikethrough, forKey: .strikethrough)
    if !shadows.isEmpty { try container.encode(shadows, forKey: .shadows) }
    if !innerShadows.isEmpty { try container.encode(innerShadows, forKey: .innerShadows) }
    try container.encodeIfPresent(border, forKey: .border)
    try container.encodeIfPresent(backgroundBorder, forKey: .backgroundBorder)
    try container.encodeIfPresent(blockBorder, forKey: .blockBorder)
    try container.encodeIfPresent(attachment, forKey: .attachment)
    try container.encodeIfPresent(highlight, forKey: .highlight)
    try container.encodeIfPresent(binding, forKey: .binding)
    try container.encodeIfPresent(backedString, forKey: .backedString)
    try container.encodeIfPresent(glyphTransform, forKey: .glyphTransform)
    try container.encodeIfPresent(ruby, forKey: .ruby)
    try container.encodeIfPresent(overline, forKey: .overline)
    try container.encodeIfPresent(stroke, forKey: .stroke)
    try container.encodeIfPresent(emphasis, forKey: .emphasis)
    if verticalForm != .mixed { try container.encode(verticalForm, forKey: .verticalForm) }
    if !fontFeatures.isEmpty { try container.encode(fontFeatures, forKey: .fontFeatures) }
  }
}

extension AttributeRun: Codable {
  private enum Key: String, CodingKey { case range, attributes, anchors }

  /// Reads a run.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    range = try container.decode(Range<Int>.self, forKey: .range)
    attributes = try container.decode(TextAttributes.self, forKey: .attributes)
    boxedAnchors = try container.decodeIfPresent(AttributeAnchors.self, forKey: .anchors)?.boxed
  }

  /// Writes a run.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(range, forKey: .range)
    try container.encode(attributes, forKey: .attributes)
    try container.encodeIfPresent(boxedAnchors?.value, forKey: .anchors)
  }
}

extension AttributedText: Codable {
  private enum Key: String, CodingKey { case string, repairs, runs, paragraphStyle }

  /// Reads a whole text.
  ///
  /// Refuses a text whose runs do not cover its string, or whose string needs a repair.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var string = try container.decode(String.self, forKey: .string)
    string.makeContiguousUTF8()
    let text = AttributedText(
      repaired: string, repairs: try container.decode(TextRepairs.self, forKey: .repairs),
      runs: try container.decode([AttributeRun].self, forKey: .runs),
      paragraphStyle: try container.decode(ParagraphStyle.self, forKey: .paragraphStyle))
    guard repaired(string).1.count == 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .string, in: container, debugDescription: "the string needs a repair")
    }
    guard text.hasSoundRuns else {
      throw DecodingError.dataCorruptedError(
        forKey: .runs, in: container,
        debugDescription:
          "the runs do not cover \(string.utf8.count) bytes in order, or split a character"
      )
    }
    self = text
  }

  /// Writes the whole text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(string, forKey: .string)
    try container.encode(repairs, forKey: .repairs)
    try container.encode(runs, forKey: .runs)
    try container.encode(paragraphStyle, forKey: .paragraphStyle)
  }

  private var hasSoundRuns: Bool {
    guard runs.first?.range.lowerBound == 0, runs.last?.range.upperBound == utf8Count else {
      return false
    }
    guard utf8Count > 0 else { return runs.count == 1 }
    return zip(runs, runs.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound }
      && runs.allSatisfy { !$0.range.isEmpty && isBoundary($0.range.lowerBound) }
  }
}
