/// The words of dates.
extension FeedDate {
  /// The year of two digits: RFC 822 has them, and RFC 2822 defines their century.
  static func year(ofTwoDigits number: Int) -> Int { number + (number < 50 ? 2000 : 1900) }

  /// The parts of a day such as `01-May-2026`; `nil` for another word.
  static func partsOfDay(_ word: String) -> [String]? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, month(parts[1].lowercased()) != nil,
      [parts[0], parts[2]].allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) })
    else { return nil }
    return parts
  }

  /// The digits of a number such as `1` or `1st`; `nil` for another word.
  static func ordinal(_ word: String) -> String? {
    let digits = word.utf8.prefix(while: \.isDigit)
    let end = word.dropFirst(digits.count)
    guard !digits.isEmpty, end.isEmpty || ["st", "nd", "rd", "th"].contains(end) else { return nil }
    return String(digits)
  }

  /// Whether a word such as `PM` names the afternoon; `nil` for a word that names no half of a day.
  static func half(ofDay word: String) -> Bool? {
    switch word {
    case "am", "a.m.": false
    case "pm", "p.m.": true
    default: nil
    }
  }

  /// Whether a word stands between a day and its clock, as in `May 1, 2026 at 10:00`.
  static func isLink(_ word: String) -> Bool { ["at", "-", "–"].contains(word) }

  /// The offset of a zone from UTC in minutes, by its name, its digits or both, as in `GMT+2`.
  static func zone(_ name: String) -> Int? {
    let upper = name.uppercased()
    if let hours = zoneHours[upper] { return Int(60 * hours) }
    let start = ["GMT", "UTC", "UT"].first { upper.hasPrefix($0) }
    let offset = upper.dropFirst(start?.count ?? 0)
    guard offset.hasPrefix("+") || offset.hasPrefix("-") else { return nil }
    let sign = offset.hasPrefix("-") ? -1 : 1
    let digits = offset.dropFirst().filter { $0 != ":" }
    guard digits.utf8.allSatisfy(\.isDigit), let number = Int(digits) else { return nil }
    switch digits.utf8.count {
    case 1 where start != nil, 2: return sign * 60 * number
    case 4: return sign * (number / 100 * 60 + number % 100)
    default: return nil
    }
  }

  /// The offsets of zones with one meaning, or with one that RFC 822 gives them, in hours.
  private static let zoneHours = [
    "Z": 0, "UT": 0, "GMT": 0, "UTC": 0, "ETC/GMT": 0, "ETC/UTC": 0, "EST": -5, "EDT": -4,
    "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8,
    "HST": -10, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "MEZ": 1, "MESZ": 2, "EET": 2, "EEST": 3,
    "MSK": 3, "BST": 1, "SAST": 2, "HKT": 8, "SGT": 8, "AWST": 8, "JST": 9, "KST": 9, "ACST": 9.5,
    "ACDT": 10.5, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
  ]

  /// The number of a month by its English name or the first three letters of it.
  static func month(_ word: String) -> Int? {
    let months = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    guard word.utf8.count >= 3, word.allSatisfy({ $0.isLetter || $0 == "." }) else { return nil }
    return months.firstIndex(of: String(word.prefix(3))).map { $0 + 1 }
  }

  /// Whether a word begins as the name of a day of the week.
  static func isWeekday(_ word: String) -> Bool {
    ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].contains(String(word.prefix(3)))
  }
}
