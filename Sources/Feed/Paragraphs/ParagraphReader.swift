public import GalleyFeedItems
package import GalleyFeedSyntax

/// Reads a plain text line by line, each a paragraph, from a file, a stream or memory.
///
/// A line ends at LF, at CRLF or at the end of the text; an empty line is a paragraph too. Reading
/// blocks. One line is in memory at a time; a line over the limit is not kept. A byte order mark
/// before the text is ignored.
///
/// Not `Sendable`: one task at a time reads a text.
public final class ParagraphReader {
  private var window: ByteWindow
  private let maximumBytes: Int
  private var count = 0
  private var failure: FeedError?

  package init(
    _ source: any FeedSource, maximumBytes: Int, chunkSize: Int = FeedReader.defaultChunkSize
  ) {
    self.maximumBytes = maximumBytes
    // The text has no limit, because passed bytes leave memory.
    window = ByteWindow(source, chunkSize: chunkSize, maximumBytes: Int.max)
  }

  /// Opens the file at `path`, whose lines may have `maximumBytes` bytes of UTF-8.
  ///
  /// - Throws: ``/GalleyFeedItems/FeedError/unreadable(path:errno:)``.
  public convenience init(
    path: String, maximumBytes: Int = FeedLimits.textBytesCeiling
  ) throws(FeedError) {
    self.init(try FileSource(path: path), maximumBytes: maximumBytes)
  }

  /// Reads an open file descriptor, which the caller closes, and calls it `name` in messages.
  public convenience init(
    fileDescriptor: Int32, name: String = "standard input",
    maximumBytes: Int = FeedLimits.textBytesCeiling
  ) {
    self.init(FileSource(descriptor: fileDescriptor, name: name), maximumBytes: maximumBytes)
  }

  /// Reads `bytes`, whose lines may have `maximumBytes` bytes.
  public convenience init(bytes: [UInt8], maximumBytes: Int = FeedLimits.textBytesCeiling) {
    self.init(BytesSource(bytes), maximumBytes: maximumBytes)
  }

  /// The next line; `nil` at the end of the text.
  ///
  /// - Throws: The ``/GalleyFeedItems/FeedError`` that ends the text; each later call throws it again.
  ///   ``/GalleyFeedItems/FeedError/invalidLimit(name:value:)`` if `maximumBytes` is less than 1.
  /// - Complexity: O(bytes of the line), amortized.
  public func next() throws(FeedError) -> ParagraphElement? {
    if let failure { throw failure }
    do throws(FeedError) {
      return try readLine()
    } catch {
      failure = error
      throw error
    }
  }

  private func readLine() throws(FeedError) -> ParagraphElement? {
    guard maximumBytes > 0 else {
      throw .invalidLimit(name: "maximumBytes", value: maximumBytes)
    }
    if window.offset == 0 { try window.passByteOrderMark() }
    guard try window.peek() != nil else { return nil }
    let offset = window.offset
    let isKept = try passLine()
    defer {
      window.letGo()
      count += 1
    }
    let element = isKept ? window.withKept { paragraph($0, at: offset) } : tooLarge(at: offset)
    // The last line may have no newline.
    if try window.peek() != nil { window.advance() }
    return element
  }

  /// Passes the bytes up to a newline or the end, and returns whether they are kept.
  ///
  /// They are not kept if they are more than a line and its line break may have.
  private func passLine() throws(FeedError) -> Bool {
    window.keep()
    var isKept = true
    var hasEnded = false
    repeat {
      window.consume { bytes in
        let newline = bytes.firstIndex(of: .newline)
        hasEnded = newline != nil
        return newline ?? bytes.count
      }
      if isKept, window.keptCount - 1 > maximumBytes {
        window.letGo()
        isKept = false
      }
      if !hasEnded { hasEnded = !(try window.fill()) }
    } while !hasEnded
    return isKept
  }

  private func paragraph(
    _ line: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> ParagraphElement {
    let end = line.last == UInt8(ascii: "\r") ? line.count - 1 : line.count
    guard end <= maximumBytes else { return tooLarge(at: offset) }
    let text = UnsafeBufferPointer(rebasing: line[..<end])
    return .paragraph(
      Paragraph(
        index: count, byteOffset: offset, text: String(decoding: text, as: UTF8.self),
        repairCount: UTF8Sequence.illFormedCount(text)))
  }

  private func tooLarge(at offset: Int) -> ParagraphElement {
    .bad(
      FeedElementError(
        index: count, byteOffset: offset, faultOffset: offset, line: count + 1,
        fault: .tooLarge(limit: maximumBytes)))
  }
}
