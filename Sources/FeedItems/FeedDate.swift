/// Reads the dates of feeds, and writes them in one form.
///
/// The form is that of RFC 3339, with the parts that the feed gives: `2024-05-01T10:00:00+02:00`, or
/// without the zone, or the day, the month (`2024-05`) or the year alone. Fractions of a second are dropped.
package struct FeedDate: Equatable {
  private var year = 0
  /// The month; 0 for a date of a year.
  private var month = 0
  /// The day; 0 for a date of a month or a year.
  private var day = 0
  /// Whether the text names a month or a year alone, so that the date has no day.
  private var isWithoutDay = false
  private var time: (hour: Int, minute: Int, second: Int)?
  /// The offset from UTC in minutes.
  private var zone: Int?

  package static func == (one: FeedDate, other: FeedDate) -> Bool { one.text == other.text }

  /// The longest text that can be a date.
  private static let longest = 64

  /// The date of `text`.
  ///
  /// The forms are those of RFC 3339, RFC 9557, RFC 822 and JavaScript as feeds write them, days such as `5.5.2026`,
  /// `5.5.26`, `01-May-2026` and `2026/5/5`, a year or a month alone (`2026`, `2026-05`), and seconds, milliseconds or
  /// microseconds since 1970. The hour 24 is midnight at the end of the day.
  ///
  /// - Returns: `nil` for any other text, and for a day or a clock that does not exist.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    let bare = Self.withoutComments(Self.withoutZoneName(text))
    var words = bare.split { $0 == " " || $0 == "," || $0.isNewline || $0 == "\t" }.map(String.init)
    guard var first = words.first else { return nil }
    if let numbers = Self.numbersOfDay(first) {
      first = numbers
      words[0] = numbers
    }
    let isRead =
      if words.count == 1, readEpoch(first) || readMonth(first) {
        true
      } else if first.utf8.count >= 8, first.prefix(4).allSatisfy(\.isNumber) {
        readISO(words)
      } else {
        readWords(words)
      }
    // Parentheses beside a date without a zone are more likely words for people than a comment.
    guard isRead, isValid, zone != nil || bare == text else { return nil }
    endDay()
  }

  /// `text` without the name of a zone in brackets behind the offset, as RFC 9557 has it.
  private static func withoutZoneName(_ text: String) -> String {
    guard text.utf8.last == UInt8(ascii: "]"), let start = text.firstIndex(of: "[") else {
      return text
    }
    return String(text[..<start])
  }

  /// Makes the end of a day the start of the next one.
  private mutating func endDay() {
    guard let clock = time, clock.hour == 24 else { return }
    time = nil
    setDay(sinceEpoch: (secondsSince1970 + zoneMinutes * 60) / 86_400 + 1)
    time = (0, 0, 0)
  }

  /// `text` without the comments of RFC 822, which are in parentheses, also within each other; `text` itself if its
  /// parentheses are not in pairs.
  private static func withoutComments(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "(")) else { return text }
    var plain = ""
    var depth = 0
    for character in text {
      if character == "(" {
        depth += 1
        plain.append(" ")
      } else if character == ")" {
        depth -= 1
        guard depth >= 0 else { return text }
      } else if depth == 0 {
        plain.append(character)
      }
    }
    return depth == 0 ? plain : text
  }

  /// The date of a text that a program has written, not a person: a form of RFC 3339, a date with a clock and a
  /// zone, or a number of seconds, milliseconds or microseconds since 1970.
  ///
  /// - Returns: `nil` for any other text, even if it names a day, as `10 May 2024` does.
  package init?(ofMachine text: String) {
    // Most texts of people are refused here: reading words takes a twentieth of the layout of a row.
    guard Self.looksWritten(byMachine: text), let date = FeedDate(text) else { return nil }
    let isISO = text.utf8.dropFirst(4).first == UInt8(ascii: "-")
    guard isISO || date.zone != nil else { return nil }
    self = date
  }

  /// Whether a text may be a date of ``init(ofMachine:)``: not shorter than one, and with a clock or of digits.
  private static func looksWritten(byMachine text: String) -> Bool {
    (9...longest).contains(text.utf8.count)
      && (text.utf8.contains(UInt8(ascii: ":")) || text.utf8.allSatisfy { $0 <= UInt8(ascii: "9") })
  }

  /// The date in the form of RFC 3339, or the year or the month alone.
  package var text: String {
    guard day > 0 else { return padded(year, 4) + (month > 0 ? "-" + padded(month) : "") }
    var text = dayText
    guard let time else { return text }
    text += "T\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second))"
    guard let zone else { return text }
    guard zone != 0 else { return text + "Z" }
    let minutes = zone.magnitude
    return text + (zone < 0 ? "-" : "+")
      + "\(padded(Int(minutes / 60))):\(padded(Int(minutes % 60)))"
  }

  /// The day in the form of RFC 3339; the first one of a month or a year.
  package var dayText: String {
    "\(padded(year, 4))-\(padded(max(month, 1)))-\(padded(max(day, 1)))"
  }

  /// Whether the date has a clock, not the day alone.
  package var hasClock: Bool { time != nil }

  /// Whether the feed gives the offset from UTC.
  package var hasZone: Bool { zone != nil }

  /// The offset from UTC in minutes; 0 if the feed does not give it.
  package var zoneMinutes: Int { zone ?? 0 }

  /// Seconds since 1970-01-01 in UTC; a date without a zone counts as one in UTC.
  package var secondsSince1970: Int {
    // Years begin in March, as in `setDay(sinceEpoch:)`.
    let (month, day) = (max(month, 1), max(day, 1))
    let (shiftedYear, shiftedMonth) = (month <= 2 ? year - 1 : year, (month + 9) % 12)
    let (era, yearOfEra) = (shiftedYear / 400, shiftedYear % 400)
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    let days =
      era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    let clock = time ?? (0, 0, 0)
    return days * 86_400 + clock.hour * 3600 + clock.minute * 60 + clock.second - zoneMinutes * 60
  }

  private func padded(_ number: Int, _ count: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(count - digits.count, 0)) + digits
  }

  private var isValid: Bool {
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if isWithoutDay { return (1000...9999).contains(year) && (0...12).contains(month) }
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...lengths[month - 1]).contains(day), abs(zone ?? 0) < 24 * 60
    else { return false }
    guard let time else { return true }
    if time.hour == 24 { return time.minute == 0 && time.second == 0 && year < 9999 }
    return (0...23).contains(time.hour) && (0...59).contains(time.minute)
      && (0...60).contains(time.second)
  }

  private var isLeap: Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}

extension FeedDate {
  /// Reads seconds since 1970, of 9 to 11 digits, milliseconds, of 12 to 14, or microseconds, of 15 or 16.
  private mutating func readEpoch(_ word: String) -> Bool {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }),
      (9...16).contains(whole.utf8.count), let number = Int(whole)
    else { return false }
    let digits = whole.utf8.count
    let seconds = digits > 14 ? number / 1_000_000 : digits > 11 ? number / 1000 : number
    setDay(sinceEpoch: seconds / 86_400)
    let rest = seconds % 86_400
    time = (rest / 3600, rest / 60 % 60, rest % 60)
    zone = 0
    return true
  }

  /// Reads a year, or a year and a month, as W3C's profile of ISO 8601 has them.
  private mutating func readMonth(_ word: String) -> Bool {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4] || parts.map(\.utf8.count) == [4, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }), let year = Int(parts[0])
    else { return false }
    self.year = year
    month = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    isWithoutDay = parts.count == 1 || month > 0
    return isWithoutDay
  }

  /// The form of ISO 8601 of a day such as `5.5.2026` or `5.5.26`, which begins with the number of the day, or of
  /// `2026/5/5`; `nil` for another word.
  private static func numbersOfDay(_ word: String) -> String? {
    let isDotted = word.utf8.contains(UInt8(ascii: "."))
    let parts = word.split(separator: isDotted ? "." : "/", omittingEmptySubsequences: false)
    var numbers = parts.compactMap { $0.utf8.allSatisfy(\.isDigit) ? Int($0) : nil }
    guard parts.count == 3, numbers.count == 3 else { return nil }
    let counts = parts.map(\.utf8.count)
    let isYearFirst = counts[0] == 4
    guard isYearFirst || isDotted && (counts[2] == 4 || counts[2] == 2), counts[1] <= 2,
      counts[isYearFirst ? 2 : 0] <= 2
    else { return nil }
    if counts[2] == 2, !isYearFirst { numbers[2] = year(ofTwoDigits: numbers[2]) }
    return (isYearFirst ? numbers : numbers.reversed()).map { ($0 < 10 ? "0" : "") + String($0) }
      .joined(separator: "-")
  }

  /// Sets the day of the Gregorian calendar that is `days` after 1970-01-01.
  private mutating func setDay(sinceEpoch days: Int) {
    // Years begin in March, so that a leap day is the last one: 719,468 days before 1970.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Reads RFC 3339 and the forms of ISO 8601 near it.
  private mutating func readISO(_ words: [String]) -> Bool {
    var words = words
    let first = words.removeFirst()
    let parts = first.split(maxSplits: 1) { $0 == "T" || $0 == "t" }.map(String.init)
    if parts.count == 2 { words.insert(parts[1], at: 0) }
    let digits = parts[0].filter { $0 != "-" && $0 != "/" }
    guard digits.utf8.count == 8, digits.utf8.allSatisfy(\.isDigit), let number = Int(digits)
    else { return false }
    (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
    guard var clock = words.first else { return true }
    words.removeFirst()
    if let sign = clock.firstIndex(where: { "+-Zz".contains($0) }) {
      words.insert(String(clock[sign...]), at: 0)
      clock = String(clock[..<sign])
    }
    guard readClock(clock) else { return false }
    guard let name = words.first else { return true }
    zone = Self.zone(name)
    return zone != nil && words.count == 1
  }

  /// Reads RFC 822, the forms of C's `asctime` and of JavaScript, and similar ones, in which each word names its part of
  /// the date.
  private mutating func readWords(_ words: [String]) -> Bool {
    var numbers: [String] = []
    var isAfternoon: Bool?
    for word in words.flatMap({ Self.partsOfDay($0) ?? [$0] }) {
      var lower = word.lowercased()
      if lower.contains(":"), time == nil, lower.utf8.first?.isDigit == true {
        if let half = Self.half(ofDay: String(lower.suffix(2))) {
          isAfternoon = half
          lower.removeLast(2)
        }
        guard readClock(lower) else { return false }
      } else if let number = Self.ordinal(lower) {
        numbers.append(number)
      } else if let found = Self.month(lower) {
        guard month == 0 else { return false }
        month = found
      } else if let half = Self.half(ofDay: lower) {
        isAfternoon = half
      } else if time != nil, let found = Self.zone(word) {
        zone = found
      } else if !Self.isWeekday(lower), !Self.isLink(lower) {
        return false
      }
    }
    if let isAfternoon, let clock = time, (1...12).contains(clock.hour) {
      time = (clock.hour % 12 + (isAfternoon ? 12 : 0), clock.minute, clock.second)
    }
    guard numbers.count == 2, let dayNumber = Int(numbers[0]), let yearNumber = Int(numbers[1])
    else { return false }
    day = dayNumber
    let isShort = numbers[1].utf8.count == 2
    year = isShort ? Self.year(ofTwoDigits: yearNumber) : yearNumber
    return isShort || numbers[1].utf8.count == 4
  }

  private mutating func readClock(_ word: String) -> Bool {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false).map { part in
      part.split { $0 == "." || $0 == "," }.first.flatMap { Int($0) }
    }
    guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1] else {
      return false
    }
    let second = parts.count == 3 ? parts[2] : 0
    guard let second else { return false }
    time = (hour, minute, second)
    return true
  }
}

extension UInt8 {
  /// Whether this is `0` to `9`.
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }
}
