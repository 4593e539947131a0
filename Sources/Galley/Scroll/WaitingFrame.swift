import GalleyFrames
import GalleyPNG

/// A frame that is put together, and where it goes.
struct FrameFile: Sendable {
  var picture: AssembledPNG
  var path: String
}

/// A frame that was presented, and waits for its strips.
@MainActor
final class WaitingFrame {
  enum Part {
    case filler([Strip])
    case strip(StripKey)
  }

  let path: String
  /// Given back if the frame is never put together.
  var slot: FrameSlot<FrameFile>?
  private let parts: [Part]

  init(_ parts: [Part], path: String, slot: consuming FrameSlot<FrameFile>?) {
    self.parts = parts
    self.path = path
    self.slot = slot
  }

  /// The strips of pictures that it is made of.
  var strips: [StripKey] {
    parts.compactMap { if case .strip(let key) = $0 { key } else { nil } }
  }

  /// All its strips from top to bottom; `nil` while some are not there.
  func strips(from store: StripStore) -> [Strip]? {
    var result: [Strip] = []
    for part in parts {
      switch part {
      case .filler(let strips): result += strips
      case .strip(let key):
        guard let strips = store.strips(for: key) else { return nil }
        result += strips
      }
    }
    return result
  }
}
