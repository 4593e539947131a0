import ArgumentParser
package import Galley

/// The limits of a feed that is read.
package struct FeedLimitOptions: ParsableArguments {
  @Option(
    help: """
      The longest text of a field, as in 65536, 256KiB or 16MiB; longer text is cut. By default 64KiB, and 16MiB for \
      galley convert.
      """)
  var maxText: ByteCount?

  @Option(help: "The largest number of items of the feed; a feed with more is refused.")
  var maxFeedRows = 1_000_000

  @Option(help: "The longest feed, as in 64KiB or 1GiB, before and after decompression.")
  var maxBytes: ByteCount?

  @Option(help: "The largest depth of nested arrays and objects; a deeper item is bad.")
  var maxDepth = 64

  @Option(
    help: "The most combining marks on one character in a feed's texts, 0 to 32; more are dropped.")
  var maxMarks = FeedLimits.marksCeiling

  package mutating func validate() throws {
    guard (1...FeedLimits.textBytesCeiling).contains(maxText?.count ?? 1) else {
      throw ValidationError("--max-text is 1 to 16MiB")
    }
    guard (0...FeedLimits.marksCeiling).contains(maxMarks) else {
      throw ValidationError("--max-marks is 0 to \(FeedLimits.marksCeiling)")
    }
    for (name, value) in [
      ("--max-feed-rows", maxFeedRows), ("--max-bytes", maxBytes?.count ?? 1),
      ("--max-depth", maxDepth),
    ] {
      guard value >= 1 else { throw ValidationError("\(name) is at least 1") }
    }
  }

  /// The limits, with a text of at most `textBytes` bytes unless --max-text gives another length.
  package func limits(textBytes: Int = 64 << 10) -> FeedLimits {
    var limits = FeedLimits(
      maximumRows: maxFeedRows, maximumDepth: maxDepth,
      maximumTextBytes: maxText?.count ?? textBytes, maximumMarks: maxMarks)
    if let maxBytes {
      (limits.maximumBytes, limits.maximumDecompressedBytes) = (maxBytes.count, maxBytes.count)
    }
    return limits
  }

  package init() {}
}
