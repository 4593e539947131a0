import GalleyCellRendering
import GalleyHandles
import GalleyPNG

/// A row that is drawn and deflated.
package struct FinishedRow: Sendable {
  var row: MeasuredRow
  var place: RowPlacer.Place
  var output: Output

  enum Output: Sendable {
    /// A strip for each cut, or several for a row taller than a surface.
    case strips([Strip])
    /// A whole picture file.
    case picture([UInt8])
    /// Pixels for a picture that is encoded as a whole.
    case pixels([PixelRows])
  }
}
