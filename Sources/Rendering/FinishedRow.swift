import GalleyCellRendering
import GalleyHandles
import GalleyPNG
import GalleyPrimitives
import GalleyRaster

/// A row that has a place in the feed and, as a card picture, a name.
package struct PlacedRow: Sendable {
  var row: MeasuredRow
  var place: RowPlacer.Place
  /// The content key of its card picture, and the name.
  var card: (key: ContentKey, name: String)?
}

/// A row that is drawn and deflated.
package struct FinishedRow: Sendable {
  var placed: PlacedRow
  var output: Output

  var row: MeasuredRow { placed.row }
  var place: RowPlacer.Place { placed.place }

  enum Output: Sendable {
    /// A strip for each cut, or several for a row taller than a surface.
    case strips([Strip])
    /// A whole picture file.
    case picture(CardPicture)
    /// Pixels for a picture that is encoded as a whole.
    case pixels([PixelRows])
    /// A drawing for a document.
    case drawing(VectorDrawing)
  }
}
