import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

/// Makes the texts of fields from bytes that should be UTF-8 and have no escapes of JSON.
struct FieldTexts {
  let limits: FeedLimits

  /// The text without white space at its ends; ill-formed bytes become U+FFFD.
  func plain(_ bytes: some BidirectionalCollection<UInt8>) -> TextDecoder.Text {
    let start = bytes.drop(while: \.isJSONSpace)
    let end = start.lastIndex { !$0.isJSONSpace }.map { start.index(after: $0) }
    return exact(Array(start[..<(end ?? start.startIndex)]))
  }

  /// The text with its white space; ill-formed bytes become U+FFFD.
  func exact(_ bytes: [UInt8]) -> TextDecoder.Text {
    let repairCount = bytes.withUnsafeBufferPointer { UTF8Sequence.illFormedCount($0) }
    let string = String(decoding: bytes, as: UTF8.self).streamSafe
    guard string.utf8.count > limits.maximumTextBytes else {
      return TextDecoder.Text(string: string, repairCount: repairCount)
    }
    return TextDecoder.Text(
      string: string.cut(toUTF8Count: limits.maximumTextBytes), repairCount: repairCount,
      cut: .textBytes(limits.maximumTextBytes))
  }

  /// The text as one line, with single blanks.
  func line(_ bytes: some BidirectionalCollection<UInt8>) -> TextDecoder.Text {
    plain(Array(bytes.split(whereSeparator: \.isJSONSpace).joined(separator: [0x20])))
  }

  /// The text of HTML, which is longer than `bytes` if it `isCut`.
  func html(_ bytes: [UInt8], isCut: Bool = false) -> TextDecoder.Text {
    let limit = limits.maximumHTMLBytes
    let repairCount = bytes.withUnsafeBufferPointer { UTF8Sequence.illFormedCount($0) }
    var html = Array(String(decoding: bytes.prefix(limit), as: UTF8.self).streamSafe.utf8)
    var text = HTMLText.field(ofHTML: &html, isCut: isCut || bytes.count > limit, limits: limits)
    text.repairCount = repairCount
    return text
  }
}

extension FeedItem {
  /// Stores the time of publication in the form of ``FeedDate``, or in its own words.
  mutating func setTime(_ text: TextDecoder.Text?) {
    let date = text.flatMap { FeedDate($0.string)?.text }
    // Programs write the first day of their calendar for no date.
    guard date?.hasPrefix("0001-01-01") != true else { return }
    set(.time, to: text)
    guard let words = text?.string, !words.isEmpty else { return }
    if let date { time = date } else { isTimeUnread = true }
  }
}
