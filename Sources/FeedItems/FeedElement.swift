import GalleyPrimitives

/// The next element of a feed: an item, or the error of an element that is not one.
public enum FeedElement: Hashable, Sendable {
  /// An item.
  case item(FeedItem)
  /// An element that the reader skips.
  case bad(FeedElementError)
}

/// The position of a bad element in its feed, and its fault.
public struct FeedElementError: Error, Hashable, Sendable {
  /// The index among all elements of the feed, from 0.
  public var index: Int
  /// The offset of the element's first byte in the feed.
  public var byteOffset: Int
  /// The offset of the faulty byte in the feed.
  public var faultOffset: Int
  /// The number of the line, from 1, in JSON Lines.
  public var line: Int?
  /// The fault.
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
  /// One line for messages: the element, the position and the fault.
  public var description: String {
    let place = line.map { "line \($0), byte \(faultOffset)" } ?? "byte \(faultOffset)"
    return "item \(index) (\(place)): \(fault)"
  }
}

/// A fault that makes an element of a feed unusable.
public enum FeedElementFault: Hashable, Sendable {
  /// The element is a JSON value of another kind than an object.
  case notAnObject(found: JSONKind)
  /// The value of `key` is neither text nor a number.
  case wrongType(key: String, found: JSONKind)
  /// The line is not JSON.
  case syntax(String)
  /// Arrays and objects nest deeper than the limit.
  case tooDeep(limit: Int)
  /// The element is longer than the limit, in bytes.
  case tooLarge(limit: Int)
  /// The article of this name is a symbolic link, which could lead out of the folder, or a pipe or another file that is
  /// not a regular one.
  case notRegularFile(name: String, isLink: Bool)
}

extension FeedElementFault: CustomStringConvertible {
  /// The fault in words, without its position.
  public var description: String {
    switch self {
    case .notAnObject(let found): "expected an object, found \(found.noun)"
    case .wrongType(let key, let found): "`\(key)` is \(found.noun), not text"
    case .syntax(let reason): "malformed JSON: \(reason)"
    case .tooDeep(let limit): "nests deeper than the limit of \(limit)"
    case .tooLarge(let limit): "longer than the limit of \(limit.counted("byte"))"
    case .notRegularFile(let name, let isLink):
      isLink
        ? "`\(name)` is a symbolic link, which is not followed" : "`\(name)` is not a regular file"
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

  /// The kind with its article, for a sentence.
  var noun: String {
    switch self {
    case .object, .array: "an \(rawValue)"
    case .string, .number, .boolean: "a \(rawValue)"
    case .null: rawValue
    }
  }
}
