public import GalleyCellRendering
import GalleyLayout

/// The result of measuring one element of a feed, or one plain paragraph.
public enum MeasuredElement: Sendable {
  /// A row that is laid out.
  case row(RowMeasurement)
  /// An element that is not an item, or an item that cannot be laid out.
  case failure(RowFailure)
}
