/// Which row it is, wherever it stands: kept by moves and reloads, and never given to another row.
public struct RowID: Hashable, Comparable, Sendable, Codable {
  /// The number: rows that came later have greater ones.
  public var number: UInt64

  /// The row of a number.
  public init(_ number: UInt64) { self.number = number }

  /// Whether `left` came earlier than `right`.
  public static func < (left: RowID, right: RowID) -> Bool { left.number < right.number }
}

/// Which section it is, wherever it stands: kept by moves and reloads, and never given to another.
public struct SectionID: Hashable, Comparable, Sendable, Codable {
  /// The number: sections that came later have greater ones.
  public var number: UInt64

  /// The section of a number.
  public init(_ number: UInt64) { self.number = number }

  /// Whether `left` came earlier than `right`.
  public static func < (left: SectionID, right: SectionID) -> Bool { left.number < right.number }
}
