public import ArgumentParser
package import Foundation
public import Galley
public import GalleyLive
public import GalleyPNG
public import GalleyPrimitives
import Glibc

extension RenderMode: ExpressibleByArgument {}
extension BlankPolicy: ExpressibleByArgument {}
extension CornerRounding: ExpressibleByArgument {}
extension GlyphHinting: ExpressibleByArgument {}
extension ScrollClock: ExpressibleByArgument {}
extension PNGProfile: ExpressibleByArgument {}
extension PictureFormat.Kind: ExpressibleByArgument {}
extension PictureFormat.PNGColors: ExpressibleByArgument {}

/// A moment, written as a date of RFC 3339, or `clock` for the time at which it is read.
package struct Moment: ExpressibleByArgument {
  package var date: Date
  /// Whether it is the time of the run.
  package private(set) var isClock = false

  package init?(argument: String) {
    if argument == "clock" {
      date = Date()
      isClock = true
      return
    }
    guard let seconds = RenderOptions.secondsSince1970(ofDate: argument) else { return nil }
    date = Date(timeIntervalSince1970: Double(seconds))
  }
}

/// A range of rows, written `A...B`, `A...`, `...B`, or `N` for the first N.
///
/// `A..<B`, without B, is accepted too; the help omits it, because a shell reads its `<` as a
/// redirection unless it is quoted.
package struct RowRange: ExpressibleByArgument, CustomStringConvertible {
  package var range: Range<Int>

  package var description: String {
    let end = range.upperBound == .max ? "" : "\(range.upperBound - 1)"
    return range.isEmpty ? "0" : "\(range.lowerBound)...\(end)"
  }

  package init?(argument: String) {
    if let count = Int(argument), count >= 0 {
      range = 0..<count
      return
    }
    let isClosed = argument.contains("...")
    let bounds = argument.split(
      separator: isClosed ? "..." : "..<", maxSplits: 1, omittingEmptySubsequences: false)
    guard bounds.count == 2 else { return nil }
    let lower = bounds[0].isEmpty ? 0 : Int(bounds[0])
    let upper = bounds[1].isEmpty ? Int.max : Int(bounds[1])
    guard let lower, var upper, lower >= 0 else { return nil }
    if isClosed, upper < Int.max { upper += 1 }
    guard upper >= lower else { return nil }
    range = lower..<upper
  }
}

extension RowRange {
  /// The range of an argument.
  ///
  /// - Throws: `ValidationError`, which names the forms of ranges.
  package static func parsed(_ argument: String) throws -> RowRange {
    if let range = RowRange(argument: argument) { return range }
    throw ValidationError(
      "write 0...9 with three dots for the rows 0 to 9, 10... for all from row 10 on, 5 for the first 5"
    )
  }
}

/// Refuses to write a picture to a terminal.
package func checkNoTerminal(_ output: String?) throws {
  guard output == "-", isatty(STDOUT_FILENO) == 1 else { return }
  throw ValidationError(
    "-o - would write a picture to the terminal: name a file, or pipe it to a program")
}

/// A number of bytes, written as a number, or as a number of KiB, MiB or GiB.
package struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
  package var count: Int

  /// The units, the largest first, and the powers of two that they stand for.
  private static let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)]

  package init(_ count: Int) { self.count = count }

  package init?(argument: String) {
    guard let (suffix, shift) = (Self.units + [("", 0)]).first(where: { argument.hasSuffix($0.0) }),
      let number = Int(argument.dropLast(suffix.count)), number >= 0, number < 1 << 31
    else { return nil }
    count = number << shift
  }

  /// The number in the largest unit that divides it, as an argument has it.
  package var description: String {
    let unit = Self.units.first { count > 0 && count % (1 << $0.1) == 0 }
    return unit.map { "\(count >> $0.1)\($0.0)" } ?? "\(count)"
  }

  /// The number in words, with a decimal of units: `1 byte`, `1.4 MiB`.
  package var words: String {
    guard let (name, shift) = Self.units.first(where: { count >> $0.1 > 0 }) else {
      return count.counted("byte")
    }
    let tenths = (count * 10 + 1 << (shift - 1)) >> shift
    return "\(tenths / 10).\(tenths % 10) \(name)"
  }
}
