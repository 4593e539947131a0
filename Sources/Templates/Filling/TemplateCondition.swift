import GalleyPrimitives
import Yams

/// A condition on fields: comparisons, joined by `and` and `or`.
///
/// `title`, `not title`, `author|initials`, `language == ar`, `kind != poll`, `likes > 0`, `language in ar, he, fa`.
struct TemplateCondition: Sendable {
  /// The condition holds if all comparisons of one of the lists hold.
  private var alternatives: [[Comparison]] = []

  // A reference, since it is read for each row, and a copy of its members takes longer than that.
  private final class Comparison: Sendable {
    let path: TemplatePath
    let isNegated: Bool
    let test: Test
    /// The form in which the field has to be there.
    let format: TemplateFormat?

    init(_ path: TemplatePath, isNegated: Bool, _ test: Test, format: TemplateFormat?) {
      (self.path, self.isNegated, self.test, self.format) = (path, isNegated, test, format)
    }
  }

  private enum Test: Sendable {
    case isPresent
    case isOneOf([String])
    case isOther(than: String)
    case compares(Order, Double)
  }

  private enum Order: String, CaseIterable, Sendable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    func holds(_ one: Double, _ other: Double) -> Bool {
      switch self {
      case .less: one < other
      case .lessOrEqual: one <= other
      case .greater: one > other
      case .greaterOrEqual: one >= other
      }
    }
  }

  /// The largest number of words in a condition.
  private static let wordLimit = 256

  /// Reads a condition, or a list of conditions that all hold.
  ///
  /// - Throws: ``Misplaced``.
  init(_ node: Node) throws {
    let texts = node.sequence.map(Array.init) ?? [node]
    alternatives = [[]]
    for text in texts {
      let own = try Self.alternatives(of: text)
      alternatives = alternatives.flatMap { all in own.map { all + $0 } }
      guard alternatives.count <= Self.wordLimit else {
        throw Misplaced(node, "the condition has more than \(Self.wordLimit) alternatives")
      }
    }
  }

  /// The fields that the condition names.
  var paths: [TemplatePath] { alternatives.flatMap { $0.map(\.path) } }

  private static func alternatives(of node: Node) throws -> [[Comparison]] {
    guard let text = node.string else {
      throw Misplaced(node, "a condition is expected, such as 'title' or 'language == ar'")
    }
    var words = try ConditionWords(text, node)
    guard words.count <= wordLimit else {
      throw Misplaced(node, "the condition has more than \(wordLimit) words")
    }
    var result: [[Comparison]] = [[]]
    while true {
      result[result.count - 1].append(try comparison(&words, node))
      switch words.next() {
      case nil: return result
      case "and": continue
      case "or": result.append([])
      case let word?:
        let operators = "and, or, ==, !=, <, <=, >, >= or in"
        throw Misplaced(
          node, "'\(word.shown(limit: 40))' is in a condition where \(operators) is expected")
      }
    }
  }

  private static func comparison(_ words: inout ConditionWords, _ node: Node) throws -> Comparison {
    guard var word = words.next() else { throw Misplaced(node, "a condition names a field") }
    var isNegated = false
    if word == "not", let name = words.next() { (isNegated, word) = (true, name) }
    let bar = word.firstIndex(of: "|") ?? word.endIndex
    let path = try TemplatePath(word[..<bar], node)
    var format: TemplateFormat?
    if bar < word.endIndex {
      format = try TemplateFormat(word[word.index(after: bar)...], node)
    }
    var test = Test.isPresent
    func value() throws -> String {
      guard let value = words.next() else {
        throw Misplaced(node, "the condition has no value after its last word")
      }
      return value
    }
    func number() throws -> Double {
      guard let number = Double(try value()), number.isFinite else {
        throw Misplaced(node, "<, <=, > and >= compare with a number")
      }
      return number
    }
    switch words.peek {
    case "==":
      _ = words.next()
      test = .isOneOf([try value()])
    case "!=":
      _ = words.next()
      test = .isOther(than: try value())
    case "in":
      _ = words.next()
      var list = [try value()]
      while words.takeComma() { list.append(try value()) }
      test = .isOneOf(list)
    case let word?:
      guard let order = Order(rawValue: word) else { break }
      _ = words.next()
      test = .compares(order, try number())
    case nil: break
    }
    return Comparison(path, isNegated: isNegated, test, format: format)
  }

  /// Decides the comparisons with values of the theme, and keeps the others.
  ///
  /// - Returns: Whether the condition holds; `nil` if it depends on an item.
  mutating func decide(_ theme: TemplateScope) -> Bool? {
    alternatives = alternatives.compactMap { all in
      var open: [Comparison] = []
      for comparison in all {
        if comparison.path.root != .theme {
          open.append(comparison)
        } else if !holds(comparison, theme) {
          return nil
        }
      }
      return open
    }
    if alternatives.isEmpty { return false }
    return alternatives.contains(where: \.isEmpty) ? true : nil
  }

  /// Whether the condition holds for the fields of `scope`.
  func holds(_ scope: TemplateScope) -> Bool {
    alternatives.contains { $0.allSatisfy { holds($0, scope) } }
  }

  private func holds(_ comparison: Comparison, _ scope: TemplateScope) -> Bool {
    let value = scope[comparison.path]
    let result: Bool
    switch comparison.test {
    case .isPresent:
      if let format = comparison.format, let value, value.isPresent {
        result = !format.isEmpty(value, scope)
      } else {
        result = value?.isPresent ?? false
      }
    case .isOneOf(let words):
      result = words.contains { isEqual(value, $0, comparison.path) }
    case .isOther(let word): result = !isEqual(value, word, comparison.path)
    case .compares(let order, let number):
      result = value?.number.map { order.holds($0, number) } ?? false
    }
    return result != comparison.isNegated
  }

  /// A language also equals its first subtags: `ar-EG` is `ar`.
  private func isEqual(_ value: TemplateValue?, _ word: String, _ path: TemplatePath) -> Bool {
    guard let words = value?.words else { return false }
    guard path.isLanguage else { return words == word }
    let (tag, start) = (words.prefix(64).lowercased(), word.lowercased())
    return tag == start || tag.hasPrefix(start + "-")
  }
}

/// The words of a condition; a quoted word may have spaces, and a comma is a word of its own.
private struct ConditionWords {
  private var words: [(text: String, isQuoted: Bool)] = []
  private var place = 0

  var count: Int { words.count }

  init(_ text: String, _ node: Node) throws {
    guard text.utf8.count <= 4096 else {
      throw Misplaced(node, "the condition has more than 4096 bytes")
    }
    var rest = text[...]
    while let first = rest.first {
      if first == " " || first == "\n" {
        rest.removeFirst()
      } else if first == "," {
        words.append((",", false))
        rest.removeFirst()
      } else if first == "'" || first == "\"" {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: first) else {
          throw Misplaced(node, "a quotation mark without its partner")
        }
        words.append((String(rest[..<end]), true))
        rest = rest[rest.index(after: end)...]
      } else {
        let word = rest.prefix { $0 != " " && $0 != "," && $0 != "\n" }
        words.append((String(word), false))
        rest = rest[word.endIndex...]
      }
    }
  }

  /// The next word, if it is not quoted.
  var peek: String? {
    guard place < words.count, !words[place].isQuoted else { return nil }
    return words[place].text
  }

  mutating func next() -> String? {
    guard place < words.count else { return nil }
    place += 1
    return words[place - 1].text
  }

  mutating func takeComma() -> Bool {
    guard peek == "," else { return false }
    place += 1
    return true
  }
}
