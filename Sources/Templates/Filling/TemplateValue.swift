public import Foundation

/// The data that a template shows: a text, a number, a list, or fields with names.
public enum TemplateValue: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A number.
  case number(Double)
  /// A truth value.
  case flag(Bool)
  /// Values in order.
  case list([TemplateValue])
  /// Values by name.
  case fields([String: TemplateValue])

  /// Makes data of a JSON document; `null` counts as a missing field.
  ///
  /// - Throws: `CocoaError` if the document is not JSON.
  public init(json: Data) throws {
    let object = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
    self = TemplateValue(object) ?? .fields([:])
  }

  private init?(_ object: Any) {
    switch object {
    case let text as String: self = .text(text)
    case let number as NSNumber:
      // The encoding tells truth values from numbers.
      let isFlag = number.objCType.pointee == CChar(UInt8(ascii: "c"))
      self = isFlag ? .flag(number.boolValue) : .number(number.doubleValue)
    case let list as [Any]: self = .list(list.compactMap { TemplateValue($0) })
    case let fields as [String: Any]: self = .fields(fields.compactMapValues { TemplateValue($0) })
    default: return nil
    }
  }

  /// The name of the words that a value with fields has of its own.
  private static let ownWords = ""

  /// The fields of this value, which as a text is `words`.
  package func withWords(_ words: String) -> TemplateValue {
    guard case .fields(var fields) = self else { return .text(words) }
    fields[Self.ownWords] = .text(words)
    return .fields(fields)
  }

  /// This list, in which the text of each value with fields is its address or its name; `nil` for no list.
  var listWithWords: TemplateValue? {
    guard case .list(let list) = self else { return nil }
    let values = list.map { value -> TemplateValue in
      guard case .fields(let fields) = value, fields[Self.ownWords] == nil else { return value }
      let words = ["url", "src", "href", "name"].lazy.compactMap { fields[$0] }.first
      var named = fields
      if fields["description"] == nil { named["description"] = fields["alt"] }
      guard case .text(let text)? = words else { return .fields(named) }
      return TemplateValue.fields(named).withWords(text)
    }
    return .list(values)
  }

  /// This list of values with fields, each with the fields of the value in `other` that has the same words.
  func merged(with other: TemplateValue?) -> TemplateValue {
    guard case .list(let list) = self, case .list(let others)? = other else { return self }
    let merged = list.map { value -> TemplateValue in
      guard case .fields(let fields) = value,
        case .fields(let known)? = others.first(where: { $0.words == value.words })
      else { return value }
      return .fields(fields.merging(known) { own, _ in own })
    }
    return .list(merged)
  }

  /// Whether the value counts as present: a text that is not empty, a list with values, a number, or true.
  var isPresent: Bool {
    switch self {
    case .text(let text): !text.isEmpty
    case .number: true
    case .flag(let flag): flag
    case .list(let list): !list.isEmpty
    case .fields(let fields): fields[Self.ownWords]?.isPresent ?? !fields.isEmpty
    }
  }

  /// The value at a path of names and of numbers in lists; `nil` if there is none.
  subscript(path: ArraySlice<String>) -> TemplateValue? {
    guard let name = path.first else { return self }
    switch self {
    case .fields(let fields): return fields[name]?[path.dropFirst()]
    case .list(let list):
      guard let index = Int(name), list.indices.contains(index) else { return nil }
      return list[index][path.dropFirst()]
    case .text, .number, .flag: return nil
    }
  }

  /// The value as text; a list has commas.
  var words: String {
    switch self {
    case .text(let text): text
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .list(let list): list.map(\.words).joined(separator: ", ")
    case .fields(let fields): fields[Self.ownWords]?.words ?? ""
    }
  }

  /// The value as a number: a number, a text that is one, or the length of a list; `nil` for any other.
  var number: Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .text(let text):
      text.utf8.count <= 32 ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
    case .list(let list): Double(list.count)
    case .fields(let fields): fields[Self.ownWords]?.number
    case .flag: nil
    }
  }

  /// The name of the text that a program has written, of a value whose words are for readers.
  private static let writtenWords = "\0"

  /// This date, of which `written` is the form of a program.
  package func withWritten(_ written: String) -> TemplateValue {
    var fields: [String: TemplateValue] = [Self.ownWords: self]
    if case .fields(let own) = self { fields = own }
    fields[Self.writtenWords] = .text(written)
    return .fields(fields)
  }

  /// The text that a program has written; for most values, their words.
  var written: String {
    if case .fields(let fields) = self, let text = fields[Self.writtenWords] { return text.words }
    return words
  }
}
