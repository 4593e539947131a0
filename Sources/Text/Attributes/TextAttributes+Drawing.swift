extension TextAttributes {
  /// A line above the text.
  public var overline: TextDecoration? {
    get { boxed?.overline }
    set { if newValue != overline { extra.overline = newValue } }
  }

  /// A line along the outlines of letters; coloured glyphs have none.
  public var stroke: TextStroke? {
    get { boxed?.stroke }
    set { if newValue != stroke { extra.stroke = newValue } }
  }

  /// A mark at each letter.
  public var emphasis: EmphasisMark? {
    get { boxed?.emphasis }
    set { if newValue != emphasis { extra.emphasis = newValue } }
  }

  /// The orientation of letters on vertical lines.
  public var verticalForm: VerticalForm {
    get { boxed?.verticalForm ?? .mixed }
    set { if newValue != verticalForm { extra.verticalForm = newValue } }
  }

  /// The OpenType features of letters, besides those that shaping needs; a later one of a tag takes precedence.
  public var fontFeatures: [FontFeature] {
    get { boxed?.fontFeatures ?? [] }
    set { if newValue != fontFeatures { extra.fontFeatures = newValue } }
  }
}
