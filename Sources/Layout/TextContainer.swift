public import GalleyPrimitives

/// Where text may go: a size, insets, and a limit on text rows.
///
/// The scale changes only how ``TextLayout/boundingSize`` is rounded up; lines and positions do
/// not depend on it.
public struct TextContainer: Hashable, Sendable {
  /// The outer extent, in layout units, insets included; infinite for no limit.
  public var size: Size
  /// Room kept free inside ``size``; negative insets count as 0.
  public var insets: EdgeInsets
  /// How many text rows are kept over the whole text; 0 for all.
  public var maximumRowCount: Int
  /// What marks text that was dropped.
  public var truncation: Truncation
  /// Device pixels per layout unit.
  public var scale: Double

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

  /// What marks text that was dropped.
  public enum Truncation: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing: rows beyond the limit are just not there.
    case none
    /// An ellipsis at the end of the last text row.
    case end
  }
}
