import GalleyCellRendering
import GalleyFeedItems
import GalleyFrames
import GalleyHandles
import GalleyImages
import GalleyPrimitives
import GalleyWorkers

/// A request to the workers: its goal, the row's model, and the maximum number of bytes of the picture.
struct PictureRequest: Identifiable, Sendable {
  /// The result of a request; a later request with the same goal is the same request.
  enum Goal: Hashable, Sendable {
    case picture(PictureID)
    /// Only the layout, for a picture that may be requested later.
    case layout(ContentKey)
    /// Only the height of a row, for a trial.
    case height(row: Int, ContentKey)

    /// Hashes the key alone: a content has few requests.
    func hash(into hasher: inout Hasher) { hasher.combine(key) }

    var key: ContentKey {
      switch self {
      case .picture(let id): id.key
      case .layout(let key), .height(_, let key): key
      }
    }
  }

  var goal: Goal
  var model: any RowModel
  var byteCount = 0

  var id: Goal { goal }
}

/// A request that a worker has begun.
typealias PictureTask = RequestTable<PictureRequest>.Task

/// The result of a task on its way to the main queue: a picture, or a replacement for it.
struct MadePicture: Sendable {
  let task: PictureTask
  /// `nil` for a layout.
  var picture: RowPicture?
  var failure: RowFailure?
  var imageFailures: [ImageError] = []
  var work = Duration.zero
  /// The number of the worker.
  var worker = 0
  /// The time of ``work`` in which the thread did not run: the host ran other programs.
  var stall = Duration.zero

  var goal: PictureRequest.Goal { task.request.goal }
}
