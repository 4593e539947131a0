import ArgumentParser
import Galley
import GalleyPrimitives

/// A range of UTF-8 offsets in a text: `A...B`, `A...`, `...B`, `A..<B`, or `N` for the first N bytes.
struct TextRangeArgument {
  private let argument: String
  private let start: Int
  /// The offset after the range; `nil` for the end of the text.
  private let end: Int?
  /// The number that the argument has for the end, which the range may include.
  private let writtenEnd: Int?

  /// The range of an argument.
  ///
  /// - Throws: `ValidationError`, which says which end is wrong.
  static func parsed(_ argument: String) throws -> TextRangeArgument {
    do throws(Fault) {
      return try TextRangeArgument(argument)
    } catch {
      throw ValidationError("\(error.reason): \(form)")
    }
  }

  /// The offsets, which may be beyond a text.
  var bounds: Range<Int> { start..<(end ?? Int.max) }

  private static let form =
    "write 0...4 for the bytes 0 to 4, 0..<5 for the same, 5... for all from byte 5 on"

  /// The reason why an argument is no range.
  private struct Fault: Error {
    var reason: String
  }

  private init(_ argument: String) throws(Fault) {
    self.argument = argument
    if let count = Int(argument), count >= 0 {
      (start, end, writtenEnd) = (0, count, count)
      return
    }
    let isClosed = argument.contains("...")
    let ends = argument.split(
      separator: isClosed ? "..." : "..<", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2 else { throw Fault(reason: "there is no ... and no ..< between offsets") }
    start = try ends[0].isEmpty ? 0 : Self.offset(ends[0], "start")
    guard !ends[1].isEmpty else {
      (end, writtenEnd) = (nil, nil)
      return
    }
    let last = try Self.offset(ends[1], "end")
    guard start <= last else {
      throw Fault(reason: "its start \(start) is after its end \(last)")
    }
    (end, writtenEnd) = (isClosed ? last + 1 : last, last)
  }

  private static func offset(_ text: Substring, _ name: String) throws(Fault) -> Int {
    guard let offset = Int(text), (0..<Int.max).contains(offset) else {
      throw Fault(reason: "its \(name) '\(String(text).shown(limit: 20))' is no offset from 0 on")
    }
    return offset
  }

  /// The range in a text.
  ///
  /// - Throws: ``TextRefusal`` for an end beyond the text, or within a character.
  /// - Complexity: O(text).
  func range(in text: String, of option: String) throws -> Range<Int> {
    let count = text.utf8.count
    func refuse(_ reason: String) -> TextRefusal {
      TextRefusal(option: "\(option) \(argument)", reason: reason)
    }
    let size = "the text, which has \(count) byte\(count == 1 ? "" : "s")"
    guard start <= count else {
      throw refuse("its start \(start) is beyond \(size)")
    }
    let last = end ?? count
    guard last <= count else {
      throw refuse(
        "its end \(writtenEnd ?? last) is beyond \(size): \(start)... reaches to its end")
    }
    var offset = 0
    for character in text {
      let next = offset + character.utf8.count
      for (name, place, written) in [("start", start, start), ("end", last, writtenEnd ?? last)]
      where offset < place && place < next {
        throw refuse(
          "its \(name) \(written) divides the character of the bytes \(offset) to \(next - 1)")
      }
      guard next < last else { break }
      offset = next
    }
    return start..<last
  }
}
