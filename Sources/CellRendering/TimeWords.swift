import Foundation
import GalleyCells
import GalleyFeedItems

/// Shows the dates of items in the form of a theme.
struct TimeWords: Sendable {
  private let format: Theme.TimeFormat
  /// The moment from which relative times count; the clock is never asked.
  let now: Date?

  init(_ format: Theme.TimeFormat, now: Date?) {
    self.format = format
    self.now = now
  }

  /// The words for a text of the field time; a text that is no date of a program stays.
  ///
  /// - Complexity: about 10 µs for a date.
  func words(for text: String, language: String?) -> String {
    let form: DateForm
    switch format.style {
    case .asWritten: return text
    case .date: form = .date
    case .dateTime: form = .dateTime
    case .relative: form = .relative
    }
    guard let date = FeedDate(ofMachine: text) else { return text }
    let locale =
      format.locale.isEmpty
      ? KnownLocales.locale(for: language) : Locale(identifier: format.locale)
    return date.words(form, locale: locale, now: now) ?? text
  }
}
