package import Foundation

/// The form in which a date is shown.
package enum DateForm: String, Sendable, CaseIterable {
  /// The day: 1 May 2024.
  case date
  /// The day with the month in full: 1 May 2024, or May 1, 2024.
  case longDate
  /// The day and the clock.
  case dateTime
  /// The clock alone.
  case clock
  /// The distance from a moment, as in "3 hr. ago", within a week; the day beyond it.
  case relative

  /// The longest time that is shown as relative, in seconds.
  fileprivate static let longestDistance = 6.5 * 86_400
}

extension FeedDate {
  /// The words for the date, in its own zone.
  ///
  /// - Parameters:
  ///   - form: The form; a date without a clock shows its day in any of them.
  ///   - locale: The locale.
  ///   - now: The moment from which relative times count; `nil` to show the day.
  /// - Returns: The words; `nil` for a zone that does not exist.
  /// - Complexity: about 10 µs.
  package func words(_ form: DateForm, locale: Locale, now: Date?) -> String? {
    var calendar = Calendar(identifier: .gregorian)
    guard let zone = TimeZone(secondsFromGMT: 60 * zoneMinutes) else { return nil }
    calendar.timeZone = zone
    let moment = Date(timeIntervalSince1970: Double(secondsSince1970))
    if form == .relative, let now, hasClock,
      abs(now.timeIntervalSince(moment)) < DateForm.longestDistance
    {
      return Date.AnchoredRelativeFormatStyle(
        anchor: moment, presentation: .named, unitsStyle: .abbreviated, locale: locale,
        calendar: calendar
      ).format(now)
    }
    let showsClock = hasClock && (form == .dateTime || form == .clock)
    let showsDay = form != .clock || !hasClock
    return Date.FormatStyle(
      date: showsDay ? (form == .longDate ? .long : .abbreviated) : .omitted,
      time: showsClock ? .shortened : .omitted, locale: locale, calendar: calendar, timeZone: zone
    ).format(moment)
  }
}
