public import GalleyPrimitives
public import GalleyText

/// Where text may go: a size, insets, paths, and a limit on text rows.
///
/// The scale changes only how ``TextLayout/boundingSize`` is rounded up; lines and positions do
/// not depend on it.
public struct TextContainer: Hashable, Sendable {
  /// The outer extent, in layout units, insets included; infinite for no limit.
  ///
  /// A text row that is not wholly within the height is not shown, unless it is the first one: so
  /// something always is. In a ``path`` the size says nothing.
  public var size: Size
  /// Room kept free inside ``size``; negative insets count as 0, and in a ``path`` they say nothing.
  public var insets: EdgeInsets
  /// How many text rows are kept over the whole text; 0 for all.
  public var maximumRowCount: Int
  /// What marks text that was dropped, and where.
  public var truncation: Truncation
  /// Device pixels per layout unit, 1/64…64.
  public var scale: Double
  /// What a rectangle without truncation does without; `nil` where all of it is as there: equal
  /// containers have equal boxes.
  private var boxed: Boxed<Extra>?

  /// A container of `size`, in layout units.
  public init(
    size: Size, insets: EdgeInsets = .zero, maximumRowCount: Int = 0,
    truncation: Truncation = .none, scale: Double = 1
  ) {
    self.size = size
    self.insets = insets
    self.maximumRowCount = maximumRowCount
    self.truncation = truncation
    self.scale = scale
  }

  /// A container of a width, in layout units, and of any height.
  public init(width: Double, maximumRowCount: Int = 0, truncation: Truncation = .none) {
    self.init(
      size: Size(width: width, height: .infinity), maximumRowCount: maximumRowCount,
      truncation: truncation)
  }

  /// A container within an outline, in layout units.
  public init(
    path: Path, isEvenOdd: Bool = true, maximumRowCount: Int = 0, truncation: Truncation = .none,
    scale: Double = 1
  ) {
    self.init(
      size: Size(width: .infinity, height: .infinity), maximumRowCount: maximumRowCount,
      truncation: truncation, scale: scale)
    self.path = path
    self.isEvenOdd = isEvenOdd
  }

  /// What marks text that was dropped, and where.
  public enum Truncation: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing: rows beyond the limit are just not there.
    case none
    /// A token at the end of the last text row.
    case end
    /// A token at the start of the last text row, and then the text's end.
    case start
    /// The text's end after a token in the middle of the last text row.
    case middle
  }
}

extension TextContainer {
  /// Whether the size, the insets, the scale and the row limit are within their bounds.
  var hasSoundSize: Bool {
    let insets = insets.clamped
    return size.width > 0 && size.height > 0 && (1 / 64...64).contains(scale)
      && (insets.left + insets.right + insets.top + insets.bottom).isFinite && maximumRowCount >= 0
  }
}

/// What most containers do without, so that these stay small and cheap to copy.
extension TextContainer {
  private struct Extra: Hashable, Sendable {
    var truncationToken: AttributedText?
    var truncationMessage: AttributedText?
    var path: Path?
    var isEvenOdd = true
    var exclusionPaths: [Path] = []
    var pathLineWidth = 0.0
    var linePositions: LinePositions?
    var isVertical = false
  }

  private var extra: Extra {
    get { boxed?.value ?? Extra() }
    set { boxed = newValue == Extra() ? nil : .value(newValue) }
  }

  /// Whether it is a rectangle whose lines run along x and stand where their fonts have them, and which
  /// marks truncation with an ellipsis, if at all.
  var isPlainRectangle: Bool {
    switch boxed {
    case .none: true
    case .some(let boxed):
      boxed.value.truncationToken == nil && boxed.value.truncationMessage == nil
        && boxed.value.path == nil && boxed.value.exclusionPaths.isEmpty
        && boxed.value.linePositions == nil && !boxed.value.isVertical
    }
  }

  /// What is set for the text that was dropped; `nil` for an ellipsis in the font and the colour of the
  /// text before it, black where that is transparent, without its links, lines and borders.
  public var truncationToken: AttributedText? {
    get { boxed?.value.truncationToken }
    set { extra.truncationToken = newValue }
  }

  /// What is set after the token, say how much more there is.
  public var truncationMessage: AttributedText? {
    get { boxed?.value.truncationMessage }
    set { extra.truncationMessage = newValue }
  }

  /// The outline that text stays within, in layout units from the container's top-left corner; `nil`
  /// for ``size`` less ``insets``.
  ///
  /// What lies above or left of the corner takes no text.
  public var path: Path? {
    get { boxed?.value.path }
    set { extra.path = newValue }
  }

  /// Whether ``path`` and each of ``exclusionPaths`` are filled by the even-odd rule; else by the
  /// winding rule.
  public var isEvenOdd: Bool {
    get { boxed?.value.isEvenOdd ?? true }
    set { extra.isEvenOdd = newValue }
  }

  /// Outlines that text keeps out of.
  ///
  /// An empty one keeps nothing free; one that reaches out of the
  /// container does not let text out there.
  public var exclusionPaths: [Path] {
    get { boxed?.value.exclusionPaths ?? [] }
    set { extra.exclusionPaths = newValue }
  }

  /// How wide the outlines are drawn, at most 1,048,576 layout units: text keeps half of it away from
  /// them; negative widths count as 0.
  public var pathLineWidth: Double {
    get { boxed?.value.pathLineWidth ?? 0 }
    set { extra.pathLineWidth = newValue }
  }

  /// Where lines stand whatever stands in them; `nil` for as high as their fonts ask for.
  public var linePositions: LinePositions? {
    get { boxed?.value.linePositions }
    set { extra.linePositions = newValue }
  }

  /// Whether lines run from top to bottom, the first one at the right: ideographs and kana stand
  /// upright, what is not written so lies on its side.
  public var isVertical: Bool {
    get { boxed?.value.isVertical ?? false }
    set { extra.isVertical = newValue }
  }
}

/// Baselines at equal distances, which neither emoji nor a second script moves; in layout units.
public struct LinePositions: Hashable, Sendable, Codable {
  /// From a baseline up to its line's top.
  public var ascent: Double
  /// From a baseline down to its line's bottom.
  public var descent: Double
  /// From one baseline to the next.
  public var distance: Double
  /// What is left free above the first line.
  public var top: Double
  /// What is left free below the last line.
  public var bottom: Double

  /// Baselines at a distance, below room of `top`.
  public init(
    ascent: Double, descent: Double, distance: Double, top: Double = 0, bottom: Double = 0
  ) {
    self.ascent = ascent
    self.descent = descent
    self.distance = distance
    self.top = top
    self.bottom = bottom
  }

  /// Lines of one height, nine tenths of it above the baseline, as YYText's modifier has them.
  public static func fixed(lineHeight: Double) -> LinePositions {
    LinePositions(ascent: 0.9 * lineHeight, descent: 0.1 * lineHeight, distance: lineHeight)
  }

  /// The lines of YYKit's feed demo for a font size: heights depend on the count of lines alone.
  public static func feed(
    fontSize: Double, top: Double = 0, bottom: Double = 0
  ) -> LinePositions {
    LinePositions(
      ascent: 0.86 * fontSize, descent: 0.14 * fontSize, distance: 1.34 * fontSize, top: top,
      bottom: bottom)
  }

  var isSound: Bool {
    [ascent, descent, top, bottom].allSatisfy { abs($0) <= 16_384 } && ascent + descent > 0
      && distance > 0 && distance <= 16_384 && top >= 0 && bottom >= 0
  }
}
