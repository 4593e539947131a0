public import ArgumentParser
import Foundation
public import Galley
public import GalleyLab

extension RenderMode: ExpressibleByArgument {}
extension BlankPolicy: ExpressibleByArgument {}
extension CornerRounding: ExpressibleByArgument {}
extension ScrollClock: ExpressibleByArgument {}
extension PNGProfile: ExpressibleByArgument {}
extension ReplayRows: ExpressibleByArgument {}
extension PictureFormat.Kind: ExpressibleByArgument {}
extension PictureFormat.PNGColors: ExpressibleByArgument {}

/// A moment, written as a date of RFC 3339, or `clock` for the time at which it is read.
struct Moment: ExpressibleByArgument {
  var date: Date

  init?(argument: String) {
    if argument == "clock" {
      date = Date()
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
struct RowRange: ExpressibleByArgument, CustomStringConvertible {
  var range: Range<Int>

  var description: String {
    let end = range.upperBound == .max ? "" : "\(range.upperBound - 1)"
    return range.isEmpty ? "0" : "\(range.lowerBound)...\(end)"
  }

  init?(argument: String) {
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

/// A number of bytes, written as a number, or as a number of KiB, MiB or GiB.
struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
  var count: Int

  init(_ count: Int) { self.count = count }

  init?(argument: String) {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("", 0)]
    guard let (suffix, shift) = units.first(where: { argument.hasSuffix($0.0) }),
      let number = Int(argument.dropLast(suffix.count)), number >= 0, number < 1 << 31
    else { return nil }
    count = number << shift
  }

  var description: String { count % 1024 == 0 ? "\(count >> 10)KiB" : "\(count)" }
}
