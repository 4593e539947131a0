import GalleyCompression
import GalleyFeedItems

/// The input of a conversion: bytes of a source, of which the conversion takes some at a time.
private struct InputBuffer {
  private var source: any FeedSource
  private var bytes = [UInt8](repeating: 0, count: 64 << 10)
  private var range = 0..<0
  private(set) var hasEnded = false
  /// The number of bytes that are taken.
  private(set) var position = 0

  init(_ source: any FeedSource) { self.source = source }

  /// Reads more bytes after those that are not taken.
  mutating func fill() throws(FeedError) {
    guard !hasEnded else { return }
    bytes.replaceSubrange(0..<range.count, with: Array(bytes[range]))
    range = 0..<range.count
    let tail = range.upperBound..<bytes.count
    let count = try bytes.withUnsafeMutableBufferPointer { bytes throws(FeedError) in
      let tail = UnsafeMutableBufferPointer(rebasing: bytes[tail])
      return try source.read(into: UnsafeMutableRawBufferPointer(tail))
    }
    hasEnded = count == 0
    range = 0..<range.count + count
  }

  /// Lends the bytes that are not taken; `body` returns how many it takes, and a result.
  mutating func take<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> (Int, Result)
  ) throws(Failure) -> Result {
    let (count, result) = try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range])))
    }
    range = range.lowerBound + count..<range.upperBound
    position += count
    return result
  }

  var isEmpty: Bool { range.isEmpty }
}

/// A feed that is compressed.
struct DecompressedSource: FeedSource {
  private var input: InputBuffer
  private let decompressor: any Decompressor
  private let limit: Int
  private var writtenCount = 0
  /// The fault of the source, which is met only after what the decompressor holds back.
  private var failure: FeedError?

  init(_ source: any FeedSource, by decompressor: any Decompressor, limit: Int) {
    self.input = InputBuffer(source)
    self.decompressor = decompressor
    self.limit = limit
  }

  var byteCount: Int? { nil }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    let decompressor = decompressor
    while true {
      guard writtenCount <= limit else {
        throw .limitExceeded(.decompressedBytes, value: limit)
      }
      if input.isEmpty, failure == nil {
        do throws(FeedError) { try input.fill() } catch { failure = error }
      }
      let written: Int
      do throws(DecompressionError) {
        written = try input.take { bytes throws(DecompressionError) in
          try decompressor.decompress(bytes, into: buffer)
        }
      } catch {
        throw .damaged(byteOffset: input.position, reason: error.reason)
      }
      // The bytes within the limit come first, so that the size of the buffer has no effect.
      let left = limit - writtenCount
      writtenCount += written
      if written > 0, left > 0 { return min(written, left) }
      if written > 0 { continue }
      if input.isEmpty, let failure { throw failure }
      // A decompressor that holds input back can meet damage after the last byte is taken.
      guard input.isEmpty, input.hasEnded, decompressor.failure == nil else { continue }
      guard decompressor.mayEnd else {
        throw .damaged(byteOffset: input.position, reason: "the data ends too early")
      }
      return 0
    }
  }
}

/// A feed in another encoding than UTF-8.
struct DecodedSource: FeedSource {
  private var input: InputBuffer
  private let decoder: EncodingDecoder
  /// UTF-8 that did not fit into the last buffer.
  private var rest: [UInt8] = []
  private var restStart = 0

  init(_ source: any FeedSource, by decoder: EncodingDecoder) {
    self.input = InputBuffer(source)
    self.decoder = decoder
  }

  var byteCount: Int? { nil }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    let decoder = decoder
    while restStart == rest.count {
      try input.fill()
      if input.isEmpty, input.hasEnded { return 0 }
      let isLast = input.hasEnded
      rest = input.take { decoder.decode($0, isLast: isLast) }
      restStart = 0
    }
    let count = min(buffer.count, rest.count - restStart)
    buffer.copyBytes(from: rest[restStart..<restStart + count])
    restStart += count
    return count
  }
}
