import Foundation
import Galley

/// The path of a sample feed.
func samplePath(_ name: String) -> String {
  URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Samples/Feeds/\(name)")
    .standardized.path
}

/// A sample feed.
func sample(_ name: String) -> FeedInput { .path(samplePath(name)) }

/// A feed of `count` short rows, each of its own text.
func feed(_ count: Int) -> FeedInput {
  .bytes(
    Array((0..<count).map { #"{"title":"Row \#($0)","body":"Some words."}"# + "\n" }.joined().utf8))
}
