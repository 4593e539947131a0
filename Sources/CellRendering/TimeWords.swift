import Foundation
import GalleyCells
import GalleyFeed

/// Shows the dates of items in the form of a theme.
struct TimeWords: Sendable {
  private let format: Theme.TimeFormat
  /// The moment from which relative times count; the clock is never asked.
  private let now: Date?

  /// The longest time that is shown as relative, in seconds.
  private static let longestDistance = 6.5 * 86_400

  init(_ format: Theme.TimeFormat, now: Date?) {
    self.format = format
    self.now = now
  }

  /// The words for a text of the field time; a text that is no date of a program stays.
  ///
  /// - Complexity: about 10 µs for a date.
  func words(for text: String, language: String?) -> String {
    guard format.style != .asWritten, let date = FeedDate(ofMachine: text) else { return text }
    let locale = Locale(identifier: format.locale.isEmpty ? language ?? "en" : format.locale)
    var calendar = Calendar(identifier: .gregorian)
    guard let zone = TimeZone(secondsFromGMT: 60 * date.zoneMinutes) else { return text }
    calendar.timeZone = zone
    let moment = Date(timeIntervalSince1970: Double(date.secondsSince1970))
    if format.style == .relative, let now, date.hasClock,
      abs(now.timeIntervalSince(moment)) < Self.longestDistance
    {
      return Date.AnchoredRelativeFormatStyle(
        anchor: moment, presentation: .named, unitsStyle: .abbreviated, locale: locale,
        calendar: calendar
      ).format(now)
    }
    let showsClock = format.style == .dateTime && date.hasClock
    return Date.FormatStyle(
      date: .abbreviated, time: showsClock ? .shortened : .omitted, locale: locale,
      calendar: calendar, timeZone: zone
    ).format(moment)
  }
}
