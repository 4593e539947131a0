public import GalleyCellRendering
public import GalleyHandles
import GalleyPictures
public import GalleyWorkers

/// The pictures of a ``TableView``, and the counts of its workers.
public struct LiveViewStatistics: Sendable {
  /// The number of pictures.
  public var pictureCount: Int
  /// The bytes of their pixels.
  public var pictureByteCount: Int
  /// The maximum number of bytes of pictures so far, including those under way.
  public var mostPictureByteCount: Int
  /// The number of requests that wait for a worker.
  public var waitingCount: Int
  /// The maximum number of requests that have waited at one time.
  public var mostWaitingCount: Int
  /// The account of all tasks of pictures, with the check points at which tasks were superseded.
  public var requests: RequestLedger
  /// The account of the rows that workers lay out, since the last change of the options.
  public var layouts: RequestLedger
  /// The rows that cannot be drawn, and the delegate's items that cannot be laid out.
  ///
  /// A row that cannot be drawn shows the page; an item that cannot be laid out has no row. Rows of equal
  /// content share a picture, and a failure.
  public var failures: [RowFailure]
  /// The layouts and the surfaces of rows, headers and footers by the types of their cells:
  /// ``/GalleyElements/Cell/reuseIdentifier``, or `card`; registered types are there before their first row.
  public var cells: [String: CellCounts]
  /// The surfaces of all types of cells, since the last change of the options.
  public var surfaces: SurfacePool.Statistics

  /// The rows of one type of cell that were laid out, and the surfaces that their pictures were drawn on.
  public struct CellCounts: Hashable, Sendable {
    /// The number of rows that were laid out; a row counts again after each reload and change of the width.
    public var rowCount = 0
    /// The number of those whose height was known, because a row of equal content was laid out before.
    public var reusedCount = 0
    /// The surfaces of the pictures, since the last change of the options: how many took fresh memory or reused
    /// that of an earlier one, the largest number at a time, and the idle memory that this type has used last.
    ///
    /// A cell is a value, so no view of it can be reused; the memory of its picture is. A picture has one surface,
    /// and one more for each layer that a mask clips; a tall row has several pictures. Rows of equal content
    /// share a picture.
    public var surfaces = SurfacePool.Statistics()
    /// Whether the type was registered with ``LiveView/register(_:)``; rows of other types are shown too.
    public var isRegistered = false

    /// Counts a row.
    mutating func count(_ row: SurveyedRow) {
      rowCount += 1
      if row.isHeightKnown { reusedCount += 1 }
    }
  }
}
