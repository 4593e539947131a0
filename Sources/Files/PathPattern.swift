import Foundation

/// A path with a placeholder for a number, such as `out/{page:04}.png`.
///
/// The placeholder is `{name}`, or `{name:0N}` for at least N digits. A pattern has exactly one, and no
/// other brace.
public struct PathPattern: Hashable, Sendable {
  private let head: String
  private let tail: String
  private let digits: Int

  /// Makes a pattern for numbers called `name`; `nil` if `text` has no placeholder, or other braces.
  public init?(_ text: String, name: String) {
    guard let open = text.range(of: "{\(name)"),
      let close = text[open.upperBound...].firstIndex(of: "}")
    else { return nil }
    let format = text[open.upperBound..<close]
    guard format.isEmpty || format.first == ":" else { return nil }
    let width = format.dropFirst()
    guard width.allSatisfy({ $0.isASCII && $0.isNumber }),
      let digits = Int(width.isEmpty ? "0" : width),
      digits <= 20
    else { return nil }
    head = String(text[..<open.lowerBound])
    tail = String(text[text.index(after: close)...])
    self.digits = digits
    guard !(head + tail).contains(where: "{}".contains) else { return nil }
  }

  /// Makes the pattern of `head`, a number of at least `digits` digits, and `tail`.
  package init(head: String, digits: Int, tail: String) {
    self.head = head
    self.digits = digits
    self.tail = tail
  }

  /// Returns the path of a number.
  public func path(_ number: Int) -> String {
    let text = String(number)
    return head + String(repeating: "0", count: max(0, digits - text.count)) + text + tail
  }
}
