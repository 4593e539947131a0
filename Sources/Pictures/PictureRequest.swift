import GalleyCellRendering
import GalleyFeed
import GalleyFrames
import GalleyHandles
import GalleyPrimitives
import GalleyWorkers

/// A request to the workers.
enum PictureRequest: Hashable, Sendable {
  case picture(PictureID)
  /// Only the layout, for a picture that may be requested later.
  case layout(ContentKey)
  /// Only the height of a row, for a trial.
  case height(row: Int, ContentKey)

  var key: ContentKey {
    switch self {
    case .picture(let id): id.key
    case .layout(let key), .height(_, let key): key
    }
  }

  /// Hashes the key alone: a content has few requests.
  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// A request, its item, and the maximum number of bytes of its picture.
struct WantedPicture: Sendable {
  var request: PictureRequest
  var item: FeedItem
  var byteCount = 0
}

/// The result of a request on its way to the main queue: a picture, or a replacement for it.
struct MadePicture: Sendable {
  var request: RasterRequest<PictureRequest>
  /// `nil` for a layout.
  var picture: RowPicture?
  var failure: RowFailure?
  var imageFailures: [ImageError] = []
  var work: Duration
}
