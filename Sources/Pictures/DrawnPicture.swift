package import GalleyCellRendering
import GalleyHandles
package import GalleyImages

/// A picture that is drawn, with the failures of its drawing.
package struct DrawnPicture {
  package var picture: RowPicture
  package var failure: RowFailure?
  package var imageFailures: [ImageError] = []
}
