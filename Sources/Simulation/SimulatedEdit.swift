package import GalleyPrimitives

/// A change of the rows of a simulation at a time.
package struct SimulatedEdit: Sendable {
  /// The time since the start.
  package var time: Duration
  /// All rows after the change.
  package var rows: [SimulatedRow]
  /// For each of ``rows`` the index before the change of the row with the same identity; `nil` of a new row.
  package var origins: [Int?]
  /// The viewport's extent after the change.
  package var size: PixelSize
  /// Whether workers open their fonts again, and no older picture replaces a missing one.
  package var isAnew: Bool

  /// A change.
  package init(
    time: Duration, rows: [SimulatedRow], origins: [Int?], size: PixelSize, isAnew: Bool
  ) {
    self.time = time
    self.rows = rows
    self.origins = origins
    self.size = size
    self.isAnew = isAnew
  }
}
