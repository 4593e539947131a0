internal import CICU

/// Finds line breaks by ICU's rules and dictionaries, for scripts without spaces between words.
///
/// An iterator belongs to a worker. It reads its rules at the first use and its dictionaries from ICU's data,
/// which all threads map together.
package final class DictionaryBreaks {
  private let iterator: UnsafeMutableRawPointer

  /// `nil` if ICU has no data.
  package init?() {
    guard let iterator = galley_open_line_breaks() else { return nil }
    self.iterator = iterator
  }

  deinit { galley_close_line_breaks(iterator) }

  /// The offsets in `text`, well-formed UTF-8, before which a line may start, in order; the last is the end.
  ///
  /// - Returns: The offsets; `nil` if ICU fails.
  /// - Complexity: O(text × length of words).
  package func offsets(in text: UnsafeBufferPointer<UInt8>) -> [Int]? {
    var offsets: [Int] = []
    let isDone = text.withMemoryRebound(to: CChar.self) { chars in
      withUnsafeMutablePointer(to: &offsets) { offsets in
        galley_find_line_breaks(iterator, chars.baseAddress, Int64(chars.count), offsets) {
          context, offset in
          context?.assumingMemoryBound(to: [Int].self).pointee.append(Int(offset))
        }
      }
    }
    return isDone != 0 ? offsets : nil
  }
}
