import Foundation
import GalleyCells
import GalleyPrimitives
import GalleyText

extension Theme {
  /// Replaces values of the base theme by those of a theme file.
  ///
  /// - Parameters:
  ///   - value: The file's value for the part.
  ///   - known: The part as JSON.
  ///   - member: The part itself; its type decides which values are allowed.
  ///   - path: The keys of the part.
  /// - Returns: The part as JSON, with the new values.
  /// - Throws: ``Malformed``, with the key, its value, and the allowed values.
  static func merge(
    _ value: Any, into known: Any, of member: Any, at path: [String]
  ) throws -> Any {
    let place = path.joined(separator: ".")
    func refusal(_ allowed: String) -> Malformed {
      let text = "\(value)".split(whereSeparator: \.isNewline).joined(separator: " ")
      let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
      return Malformed(
        value is NSNull ? "\(place) has no value: \(allowed)" : "\(place) is \(shown): \(allowed)")
    }
    switch member {
    case is Bool:
      guard value is Bool else { throw refusal("true or false is expected") }
      return value
    case is Int:
      guard let number = value as? Int, (0...8192).contains(number) else {
        throw refusal("a whole number from 0 to 8192 is expected")
      }
      return number
    case is Double:
      let isSigned = signedKeys.contains(path.last ?? "")
      guard let number = number(value, from: isSigned ? -8192 : 0) else {
        throw refusal("a number from \(isSigned ? -8192 : 0) to 8192 is expected")
      }
      return number
    case is [Any]:
      // A list without elements is a list of each type.
      let isNumeric = type(of: member) == [Double].self
      guard let values = value as? [Any] else {
        let elements =
          isNumeric ? "numbers" : type(of: member) == [String].self ? "texts" : "colours"
        throw refusal("a list of \(elements) is expected")
      }
      let element: Any = isNumeric ? 0.0 : ""
      return try values.map { try merge($0, into: element, of: element, at: path) }
    case is [String: String]:
      guard let families = value as? [String: String] else {
        throw refusal("scripts with families are expected, as in {Arab: Noto Naskh Arabic}")
      }
      return families
    default:
      break
    }
    guard let parts = known as? [String: Any] else {
      guard let text = value as? String else {
        throw refusal(
          member is Color
            ? "a text such as \"#1A2B3C\" is expected, with its quotes, since YAML takes # for a comment"
            : "a text is expected")
      }
      if let names = names(of: member), !names.contains(text) {
        throw refusal("one of \(names.joined(separator: ", ")) is expected")
      }
      return value
    }
    let members = Mirror(reflecting: member).children
    if let number = number(value), members.allSatisfy({ $0.value is Double }) {
      // One number stands for all sides, or all corners.
      return parts.mapValues { _ in number }
    }
    guard let keys = value as? [String: Any] else {
      throw refusal("keys are expected: \(parts.keys.sorted().joined(separator: ", "))")
    }
    return try merge(keys, into: parts, of: members, at: path)
  }

  private static func merge(
    _ keys: [String: Any], into known: [String: Any], of members: Mirror.Children, at path: [String]
  ) throws -> Any {
    var parts = known
    for (key, value) in keys.sorted(by: { $0.key < $1.key }) {
      guard let old = parts[key], let member = members.first(where: { $0.label == key })?.value
      else {
        let all = parts.keys.sorted().joined(separator: ", ")
        let name = (path + [key]).joined(separator: ".").shown(limit: 80)
        let near = key.nearest(of: parts.keys).map { "did you mean '\($0)'? There" } ?? "there"
        throw Malformed("there is no '\(name)'; \(near) are \(all)")
      }
      parts[key] = try merge(value, into: old, of: member, at: path + [key])
    }
    return parts
  }

  /// Returns the allowed names of a member that is an enumeration.
  private static func names(of member: Any) -> [String]? {
    switch member {
    case is CornerRounding: CornerRounding.allCases.map(\.rawValue)
    case is GlyphHinting: GlyphHinting.allCases.map(\.rawValue)
    case is Byline: Byline.allCases.map(\.rawValue)
    case is ImageFit: ImageFit.allCases.map(\.rawValue)
    case is MissingImage: MissingImage.allCases.map(\.rawValue)
    case is TimeFormat.Style: TimeFormat.Style.allCases.map(\.rawValue)
    case is ParagraphStyle.Alignment: ParagraphStyle.Alignment.allCases.map(\.rawValue)
    case is ParagraphStyle.Wrap: ParagraphStyle.Wrap.allCases.map(\.rawValue)
    case is ParagraphStyle.WordBreak: ParagraphStyle.WordBreak.allCases.map(\.rawValue)
    case is ParagraphStyle.Strictness: ParagraphStyle.Strictness.allCases.map(\.rawValue)
    case is ParagraphStyle.Autospace: ParagraphStyle.Autospace.allCases.map(\.rawValue)
    default: nil
    }
  }

  /// The lengths that may be below 0.
  private static let signedKeys: Set = ["tracking", "x", "y"]

  /// Returns a length; `nil` for any other value.
  private static func number(_ value: Any, from least: Double = 0) -> Double? {
    guard let number = value as? Double ?? (value as? Int).map(Double.init) else { return nil }
    return number.isFinite && (least...8192).contains(number) ? number : nil
  }
}
