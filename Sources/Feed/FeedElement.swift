/// What a feed has next: an item, or an element that cannot be one.
public enum FeedElement: Hashable, Sendable {
  /// An element that was read.
  case item(FeedItem)
  /// An element that was passed over.
  case bad(FeedElementError)
}

/// Why one element of a feed cannot be an item, and where it stands.
public struct FeedElementError: Error, Hashable, Sendable {
  /// The place among all elements of the feed, counted from 0.
  public var index: Int
  /// Where the element begins in the feed, in bytes.
  public var byteOffset: Int
  /// Where the fault lies in the feed, in bytes.
  public var faultOffset: Int
  /// The line, counted from 1, in JSON Lines.
  public var line: Int?
  /// What is wrong.
  public var fault: FeedElementFault

  /// A fault of the element at `index`.
  public init(
    index: Int, byteOffset: Int, faultOffset: Int, line: Int? = nil, fault: FeedElementFault
  ) {
    self.index = index
    self.byteOffset = byteOffset
    self.faultOffset = faultOffset
    self.line = line
    self.fault = fault
  }
}

extension FeedElementError: CustomStringConvertible {
  /// One line for people: which element, where, and what is wrong.
  public var description: String {
    let place = line.map { "line \($0), byte \(faultOffset)" } ?? "byte \(faultOffset)"
    return "item \(index) (\(place)): \(fault)"
  }
}

/// What is wrong with an element of a feed.
public enum FeedElementFault: Hashable, Sendable {
  /// The element is some other JSON value than an object.
  case notAnObject(found: JSONKind)
  /// The value of `key` is neither text nor a number.
  case wrongType(key: String, found: JSONKind)
  /// A line which is not JSON.
  case syntax(String)
  /// Arrays and objects nest deeper than the limit.
  case tooDeep(limit: Int)
  /// The element is longer than the limit, in bytes.
  case tooLarge(limit: Int)
}

extension FeedElementFault: CustomStringConvertible {
  /// The fault in words, without its place.
  public var description: String {
    switch self {
    case .notAnObject(let found): "expected an object, found \(found.noun)"
    case .wrongType(let key, let found): "`\(key)` is \(found.noun), not text"
    case .syntax(let reason): "malformed JSON: \(reason)"
    case .tooDeep(let limit): "nests deeper than the limit of \(limit)"
    case .tooLarge(let limit): "longer than the limit of \(limit) bytes"
    }
  }
}

/// A kind of JSON value.
public enum JSONKind: String, Hashable, Sendable, CaseIterable {
  /// `{…}`.
  case object
  /// `[…]`.
  case array
  /// `"…"`.
  case string
  /// A number.
  case number
  /// `true` or `false`.
  case boolean
  /// `null`.
  case null

  /// The kind as it stands in a sentence.
  var noun: String {
    switch self {
    case .object, .array: "an \(rawValue)"
    case .string, .number, .boolean: "a \(rawValue)"
    case .null: rawValue
    }
  }

  /// The kind of the value that begins with `byte`, in JSON known to be well-formed.
  init(firstByte byte: UInt8) {
    switch byte {
    case .openBrace: self = .object
    case .openBracket: self = .array
    case .quote: self = .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean
    case UInt8(ascii: "n"): self = .null
    default: self = .number
    }
  }
}
