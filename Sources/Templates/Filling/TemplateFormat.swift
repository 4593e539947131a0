import Foundation
import GalleyCells
import GalleyFeedItems
import GalleyPrimitives
import Yams

/// The form in which a binding shows a field, after a bar: `{likes|count}`, `{price|number:2:de}`.
struct TemplateFormat: Sendable {
  private let name: Name
  /// The number of digits after the point; `nil` for as many as the number has.
  private var digits: Int?
  /// The locale that the template gives; `nil` for that of the theme or the item.
  private var locale: String?
  /// The words for one and for other numbers.
  private var words: [String] = []

  /// The names of formats.
  enum Name: String, CaseIterable, Sendable {
    /// A number as a reader counts: `1.2K`.
    case count
    /// A number with separators, and with a number of digits after the point.
    case number
    /// A share of 1, as in `12 %`.
    case percent
    /// A date, by the forms of ``/GalleyFeedItems/DateForm``.
    case date, longDate, dateTime, clock, relative
    /// The initials of a name.
    case initials
    /// A word for one, or another word for any other number.
    case plural
    /// In capital letters, or in small ones.
    case upper, lower
  }

  /// Reads a format and its arguments, which follow after colons.
  ///
  /// - Throws: ``Misplaced``.
  init(_ text: Substring, _ node: Node) throws {
    let pieces = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let names = Name.allCases.map(\.rawValue)
    guard let name = Name(rawValue: pieces[0]) else {
      var words = "there is no format '\(pieces[0].shown(limit: 40))'; "
      if let near = pieces[0].nearest(of: names) { words += "did you mean '\(near)'? " }
      throw Misplaced(node, words + "there are \(names.sorted().joined(separator: ", "))")
    }
    self.name = name
    let arguments = pieces.dropFirst()
    switch name {
    case .plural:
      guard arguments.count == 2 else {
        throw Misplaced(node, "plural has two words, as in {replies|plural:reply:replies}")
      }
      words = Array(arguments)
    case .initials:
      guard arguments.isEmpty else { throw Misplaced(node, "initials has no argument") }
    default: for argument in arguments { try read(argument, node) }
    }
  }

  private mutating func read(_ argument: String, _ node: Node) throws {
    let takesDigits = name == .number || name == .percent
    if takesDigits, digits == nil, locale == nil, let count = Int(argument), 0...9 ~= count {
      digits = count
    } else if locale == nil, Self.isTag(argument) {
      locale = argument
    } else {
      let allowed = takesDigits ? "a number of digits from 0 to 9, or a locale" : "a locale"
      throw Misplaced(
        node,
        "\(name.rawValue) has the argument '\(argument.shown(limit: 40))': \(allowed) is expected")
    }
  }

  /// Whether a text has the form of a language tag: two letters or more, and subtags.
  private static func isTag(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        || $0 == UInt8(ascii: "-")
    }
    return 2...35 ~= text.utf8.count && isPlain && text.prefix(2).allSatisfy(\.isLetter)
  }

  /// The words for a value.
  ///
  /// - Complexity: O(text); about 10 µs for numbers and dates of a locale.
  func words(_ value: TemplateValue, _ scope: TemplateScope) -> String {
    switch name {
    case .initials: return AuthorInitials.text(of: value.words)
    case .upper: return value.words.uppercased(with: locale(scope))
    case .lower: return value.words.lowercased(with: locale(scope))
    case .date: return date(.date, value, scope)
    case .longDate: return date(.longDate, value, scope)
    case .dateTime: return date(.dateTime, value, scope)
    case .clock: return date(.clock, value, scope)
    case .relative: return date(.relative, value, scope)
    case .count, .number, .percent, .plural:
      // Above this, no double has a fraction, and formats have hundreds of digits.
      guard let number = value.number, abs(number) < 1e15 else { return value.words }
      return words(number, value, scope)
    }
  }

  /// Whether the words for a value are missing.
  func isEmpty(_ value: TemplateValue, _ scope: TemplateScope) -> Bool {
    name == .initials ? AuthorInitials.areEmpty(of: value.words) : words(value, scope).isEmpty
  }

  private func words(_ number: Double, _ value: TemplateValue, _ scope: TemplateScope) -> String {
    switch name {
    case .plural: return number == 1 ? words[0] : words[1]
    case .percent:
      return number.formatted(
        .percent.precision(.fractionLength(0...(digits ?? 0))).locale(locale(scope)))
    case .number:
      let least = digits ?? 0
      return number.formatted(
        .number.precision(.fractionLength(least...(digits ?? 6))).locale(locale(scope)))
    default:
      let locale = locale(scope)
      if locale.language.languageCode == .english { return number.shortCount }
      return number.formatted(
        .number.notation(.compactName).precision(.fractionLength(0...1))
          .rounded(rule: .towardZero).locale(locale))
    }
  }

  private func date(_ form: DateForm, _ value: TemplateValue, _ scope: TemplateScope) -> String {
    guard let date = FeedDate(ofMachine: value.written) else { return value.words }
    return date.words(form, locale: locale(scope), now: scope.now) ?? value.words
  }

  private static let language = TemplatePath(field: "language")

  /// The template's locale, the theme's, or that of the item's language.
  private func locale(_ scope: TemplateScope) -> Locale {
    if let own = locale { return Locale(identifier: own) }
    if !scope.locale.isEmpty { return Locale(identifier: scope.locale) }
    return KnownLocales.locale(
      for: scope.item.formatLanguage ?? scope.item[Self.language]?.words)
  }
}

extension Double {
  /// A number as a reader of English counts: `1.2K`, `3M`, without rounding up.
  fileprivate var shortCount: String {
    for (unit, letter) in [(1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "K")] where abs(self) >= unit
    {
      let share = (self / unit * 10).rounded(.towardZero) / 10
      return (share == share.rounded() ? "\(Int(share))" : "\(share)") + letter
    }
    return TemplateValue.number(self).words
  }
}
