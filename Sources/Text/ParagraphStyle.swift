/// How paragraphs are set, in layout units.
public struct ParagraphStyle: Hashable, Sendable, Codable {
  /// Where lines stand in the container.
  public var alignment: Alignment
  /// Which way paragraphs read; `nil` for each by its first strong character.
  public var direction: Direction?
  /// What each stretch's own height is multiplied by, 0…100, half of the difference going above and
  /// half below, as in CSS; 0 leaves it.
  public var lineHeightMultiple = 0.0
  /// How high every line is, 0…16,384, whatever stands in it: neither emoji nor another script
  /// moves its baseline, which is where that of the first font would be; 0 for none.
  ///
  /// Goes before ``lineHeightMultiple``.
  public var fixedLineHeight = 0.0
  /// What is left free between two lines of the text, −16,384…16,384.
  public var lineSpacing = 0.0
  /// What is left free above a paragraph that is not the first, 0…16,384.
  public var paragraphSpacingBefore = 0.0
  /// What is left free below a paragraph that is not the last, 0…16,384.
  public var paragraphSpacing = 0.0
  /// How far the first line stands in at the side where reading begins, 0…16,384.
  public var firstLineHeadIndent = 0.0
  /// How far the other lines stand in at the side where reading begins, 0…16,384.
  public var headIndent = 0.0
  /// Where lines end: a positive number is a distance from the side where reading begins, others are
  /// distances from the far side, as in NSParagraphStyle; −16,384…16,384.
  public var tailIndent = 0.0
  /// The places that tabs reach to, at the left of the paragraph or at the right where it reads from
  /// right to left; in the order of their locations.
  public var tabStops: [TabStop] = []
  /// The distance between the stops beyond ``tabStops``, 0…16,384; 0 for eight spaces.
  public var defaultTabInterval = 0.0

  /// A style of an alignment and a direction.
  public init(alignment: Alignment = .start, direction: Direction? = nil) {
    self.alignment = alignment
    self.direction = direction
  }

  /// Where lines stand between the container's sides.
  public enum Alignment: String, Hashable, Sendable, Codable, CaseIterable {
    /// At the side where reading begins.
    case start
    /// At the side where reading ends.
    case end
    /// In the middle.
    case center
    /// At both sides, by wider spaces; a paragraph's last line stands at the start.
    case justify
  }

  /// Which way a paragraph reads.
  public enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
    /// As Latin does.
    case leftToRight
    /// As Arabic and Hebrew do.
    case rightToLeft
  }

  /// A place that a tab reaches to.
  public struct TabStop: Hashable, Sendable, Codable {
    /// Where it is, from the side where reading begins, the container's insets not included;
    /// 0…16,384.
    public var location: Double
    /// What stands at it.
    public var alignment: TabAlignment

    /// A stop at a place.
    public init(_ location: Double, alignment: TabAlignment = .start) {
      self.location = location
      self.alignment = alignment
    }
  }

  /// What of the text between a tab and the next stands at the stop.
  public enum TabAlignment: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its start.
    case start
    /// Its end.
    case end
    /// Its middle.
    case center
    /// Its first full stop, or its end where it has none.
    case decimal
  }
}
