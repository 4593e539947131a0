/// A position between two grapheme clusters, and the one of them to which a caret belongs.
///
/// Where text changes direction, or a line is wrapped, one offset has two positions on the page; the
/// affinity selects one.
public struct TextPosition: Hashable, Sendable, Codable, Comparable {
  /// The UTF-8 offset into the repaired text.
  public var offset: Int
  /// The side to which the position belongs.
  public var affinity: Affinity

  /// A position at `offset`.
  public init(offset: Int, affinity: Affinity = .forward) {
    self.offset = offset
    self.affinity = affinity
  }

  /// The side to which a position belongs.
  public enum Affinity: String, Hashable, Sendable, Codable, CaseIterable {
    /// The text before: a caret stands after the last character of a wrapped line.
    case backward
    /// The text after: a caret stands before the first character of the next line.
    case forward
  }

  /// By offset; at one offset, backward comes first.
  public static func < (lhs: TextPosition, rhs: TextPosition) -> Bool {
    if lhs.offset != rhs.offset { return lhs.offset < rhs.offset }
    return lhs.affinity == .backward && rhs.affinity == .forward
  }
}
