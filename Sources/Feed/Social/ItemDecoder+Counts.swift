import GalleyFeedItems
import GalleyFeedSyntax

extension ItemDecoder {
  /// The count of a number or of a string of digits; `nil` for other values.
  mutating func count(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    string(value, in: bytes).flatMap { Int($0.string) }.flatMap { $0 < 0 ? nil : $0 }
  }

  /// The number of the elements of a collection of ActivityStreams.
  mutating func count(
    ofCollection value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    count(members(of: value, in: bytes)["totalItems"], in: bytes)
  }

  /// A truth value; `nil` for values of other kinds.
  func flag(_ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard let value, value.kind == .boolean else { return nil }
    return bytes[value.range.lowerBound] == UInt8(ascii: "t")
  }

  /// A short text; `nil` for other values.
  mutating func word(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> String? {
    guard let word = string(value, in: bytes), word.string.utf8.count <= 64 else { return nil }
    return word.string
  }

  /// The name of an account with `@` before it.
  mutating func handle(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> String? {
    guard let name = string(value, in: bytes), name.cut == nil, name.string.utf8.count <= 1024
    else { return nil }
    return "@" + name.string.drop { $0 == "@" }
  }
}
