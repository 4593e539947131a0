import Foundation
import GalleyRowHeights

/// Claims a height on a thread of its own.
///
/// A claim blocks its thread while another caller measures. Tasks have as many threads as there are cores: two that block
/// would hold all other tests.
func claimOnThread(
  _ heights: SharedRowHeights<String>, _ key: HeightKey, content: String
) async -> SharedRowHeights<String>.Claim {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: heights.claim(key, content: content)) }
  }
}
