import Galley
import TestSupport

/// A sample feed.
func sample(_ name: String) -> FeedInput { .path(Repository.feed(name)) }

/// A feed of `count` short rows, each of its own text.
func feed(_ count: Int) -> FeedInput {
  .bytes(
    Array((0..<count).map { #"{"title":"Row \#($0)","body":"Some words."}"# + "\n" }.joined().utf8))
}
