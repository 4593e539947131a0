public import Foundation

/// The first difference between two layouts as JSON.
public struct LayoutDifference: Hashable, Sendable, CustomStringConvertible {
  /// The place in the JSON, such as `parts[1].rect.height`; empty for the whole document.
  public var path: String
  /// The first value there.
  public var first: String
  /// The second value there.
  public var second: String

  /// The place and both values.
  public var description: String {
    "layout\(path.isEmpty ? "" : " at \(path)"): \(first) and \(second)"
  }

  /// Finds the first difference between two JSON documents, by names in their order; `nil` for equal ones.
  ///
  /// Numbers that differ by at most a millionth are equal. A document that is no JSON is compared as bytes.
  public init?(_ first: Data, _ second: Data) {
    guard first != second else { return nil }
    guard let one = try? JSONSerialization.jsonObject(with: first, options: .fragmentsAllowed),
      let other = try? JSONSerialization.jsonObject(with: second, options: .fragmentsAllowed)
    else {
      self.init(path: "", first: "\(first.count) bytes", second: "\(second.count) bytes")
      return
    }
    self.init(one, other, at: "")
  }

  private init(path: String, first: String, second: String) {
    self.path = path
    self.first = first
    self.second = second
  }

  private init?(_ one: Any?, _ other: Any?, at path: String) {
    switch (one, other) {
    case (let one as [String: Any], let other as [String: Any]):
      for key in Set(one.keys).union(other.keys).sorted() {
        let inner = path.isEmpty ? key : path + "." + key
        guard let found = Self(one[key], other[key], at: inner) else { continue }
        self = found
        return
      }
      return nil
    case (let one as [Any], let other as [Any]):
      for index in 0..<max(one.count, other.count) {
        let inner = "\(path)[\(index)]"
        let pair = (
          one.indices.contains(index) ? one[index] : nil,
          other.indices.contains(index) ? other[index] : nil
        )
        guard let found = Self(pair.0, pair.1, at: inner) else { continue }
        self = found
        return
      }
      return nil
    case (let one as NSNumber, let other as NSNumber)
    where abs(one.doubleValue - other.doubleValue) <= 1e-6:
      return nil
    default:
      let (first, second) = (Self.words(one), Self.words(other))
      guard first != second else { return nil }
      self.init(path: path, first: first, second: second)
    }
  }

  private static func words(_ value: Any?) -> String {
    switch value {
    case nil: "nothing"
    case let text as String: "\"\(text)\""
    case is [String: Any]: "an object"
    case let list as [Any]: "an array of \(list.count)"
    case let value?: "\(value)"
    }
  }
}
