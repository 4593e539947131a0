/// The identity of a row, kept by moves and reloads and never given to another row.
public struct RowID: Hashable, Comparable, Sendable, Codable {
  /// The number; later rows have greater numbers.
  public var number: UInt64

  /// Makes the ID with this number.
  public init(_ number: UInt64) { self.number = number }

  /// Whether `left` is older than `right`.
  public static func < (left: RowID, right: RowID) -> Bool { left.number < right.number }
}

/// The identity of a section, kept by moves and reloads and never given to another section.
public struct SectionID: Hashable, Comparable, Sendable, Codable {
  /// The number; later sections have greater numbers.
  public var number: UInt64

  /// Makes the ID with this number.
  public init(_ number: UInt64) { self.number = number }

  /// Whether `left` is older than `right`.
  public static func < (left: SectionID, right: SectionID) -> Bool { left.number < right.number }
}
