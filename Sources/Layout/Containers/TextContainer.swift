public import GalleyPrimitives
public import GalleyText

/// The area of a text: a size, insets, paths, and a limit on text rows.
///
/// The scale changes only how ``TextLayout/boundingSize`` is rounded up; lines and positions do
/// not depend on it.
public struct TextContainer: Hashable, Sendable {
  /// The outer extent, in layout units, insets included; infinite for no limit.
  ///
  /// A text row that is not wholly within the height is not shown, unless it is the first one. A
  /// container with a ``path`` ignores the size.
  public var size: Size
  /// Free space inside ``size``; negative insets count as 0, and a container with a ``path`` ignores all.
  public var insets: EdgeInsets
  /// The maximal number of text rows of the whole text; 0 for no limit.
  public var maximumRowCount: Int
  /// The mark for dropped text, and its position.
  public var truncation: Truncation
  /// Device pixels per layout unit, 1/64…64.
  public var scale: Double
  /// The rare properties; `nil` if all have their default values, so that equal containers have equal
  /// boxes.
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

  /// The mark for dropped text, and its position.
  public enum Truncation: String, Hashable, Sendable, Codable, CaseIterable {
    /// No mark: rows beyond the limit are missing.
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
  package var hasSoundSize: Bool {
    let insets = insets.clamped
    return size.width > 0 && size.height > 0 && (1 / 64...64).contains(scale)
      && (insets.left + insets.right + insets.top + insets.bottom).isFinite && maximumRowCount >= 0
  }
}

/// Properties that most containers do not have; they are in a box, so that containers stay small and
/// cheap to copy.
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
    var startsAtLeft = false
  }

  /// Whether a property other than the size, the insets, the scale, the limit of rows and the truncation differs
  /// from its default.
  package var hasRareProperties: Bool { boxed != nil }

  private var extra: Extra {
    get { boxed?.value ?? Extra() }
    set { boxed = newValue == Extra() ? nil : .value(newValue) }
  }

  /// Whether this is a rectangle whose lines run along x at the distances of their fonts, and which marks
  /// truncation with an ellipsis or not at all.
  package var isPlainRectangle: Bool {
    switch boxed {
    case .none: true
    case .some(let boxed):
      boxed.value.truncationToken == nil && boxed.value.truncationMessage == nil
        && boxed.value.path == nil && boxed.value.exclusionPaths.isEmpty
        && boxed.value.linePositions == nil && !boxed.value.isVertical
    }
  }

  /// The text shown instead of dropped text; `nil` for an ellipsis in the font and the colour of the text
  /// before it (black if that is transparent), without its links, lines and borders.
  public var truncationToken: AttributedText? {
    get { boxed?.value.truncationToken }
    set { extra.truncationToken = newValue }
  }

  /// The text after the token, for example the amount of hidden text.
  public var truncationMessage: AttributedText? {
    get { boxed?.value.truncationMessage }
    set { extra.truncationMessage = newValue }
  }

  /// The outline around the text, in layout units from the container's top-left corner; `nil` for
  /// ``size`` less ``insets``.
  ///
  /// Areas above or left of the corner take no text.
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

  /// Outlines that text flows around.
  ///
  /// An empty one has no effect; one that extends beyond the container does not extend the text's area.
  public var exclusionPaths: [Path] {
    get { boxed?.value.exclusionPaths ?? [] }
    set { extra.exclusionPaths = newValue }
  }

  /// The stroke width of the outlines, at most 1,048,576 layout units.
  ///
  /// Text keeps a distance of half of it. Negative widths count as 0.
  public var pathLineWidth: Double {
    get { boxed?.value.pathLineWidth ?? 0 }
    set { extra.pathLineWidth = newValue }
  }

  /// Fixed positions of lines; `nil` for lines as high as their fonts.
  public var linePositions: LinePositions? {
    get { boxed?.value.linePositions }
    set { extra.linePositions = newValue }
  }

  /// Whether lines run from top to bottom, the first one at the right unless ``startsAtLeft``: ideographs and
  /// kana are upright, all other text is rotated.
  public var isVertical: Bool {
    get { boxed?.value.isVertical ?? false }
    set { extra.isVertical = newValue }
  }

  /// Whether the first vertical line is at the left, as in Mongolian, and further ones follow to the right;
  /// lines along x ignore it.
  public var startsAtLeft: Bool {
    get { boxed?.value.startsAtLeft ?? false }
    set { extra.startsAtLeft = newValue }
  }
}

extension TextContainer {
  /// The extent from the origin to the far side of lines, insets included, in whole device pixels.
  package func boundingSize(of bounds: Rect) -> Size {
    let insets = insets.clamped
    func ceiled(_ length: Double) -> Double { (max(0, length) * scale).rounded(.up) / scale }
    return Size(
      width: ceiled(bounds.maxX + insets.right), height: ceiled(bounds.maxY + insets.bottom))
  }
}

extension TextContainer {
  /// The maximal number of text rows.
  package var rowLimit: Int { maximumRowCount > 0 ? maximumRowCount : .max }

  /// The width of the inside in Pango units, rounded down; `nil` for no limit.
  package var lineWidth: Int? {
    let insets = insets.clamped
    let inner = max(0, size.width - insets.left - insets.right) * 1024
    return inner < Double(Int32.max) ? Int(inner) : nil
  }

  /// Whether this is a rectangle of any height that truncates only at the text's end, with an ellipsis.
  package var isSimple: Bool {
    // Match cases: `==` compares the raw values, which are strings.
    switch truncation {
    case .start, .middle: return false
    case .none, .end: break
    }
    return size.height == .infinity && isPlainRectangle
  }

  private var truncates: Bool {
    if case .none = truncation { false } else { true }
  }

  /// Whether the path for simple containers lays out `text` here.
  ///
  /// It does not if an ellipsis would have other attributes than the text before it.
  package func isSimple(for text: AttributedText) -> Bool {
    guard isSimple else { return false }
    return maximumRowCount == 0 || !truncates
      || !text.runs.contains { !$0.attributes.isPlain || $0.attributes.color.alpha == 0 }
  }
}
