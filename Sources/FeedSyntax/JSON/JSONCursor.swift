package import GalleyFeedItems

/// Iterates over the members of objects in JSON that a ``JSONScanner`` has found well-formed.
///
/// Positions are indexes of the element's bytes. The cursor passes nested values; a caller that
/// needs one makes a cursor at its position.
package struct JSONCursor {
  /// A value: its kind and its position.
  package struct Value {
    package var kind: JSONKind
    /// The bytes of the value; for a string, the bytes between its quotes.
    package var range: Range<Int>

    package init(kind: JSONKind, range: Range<Int>) {
      self.kind = kind
      self.range = range
    }
  }

  // Lent by `ByteWindow.withKept` during the call that makes this cursor. A cursor never leaves
  // that closure.
  package let bytes: UnsafeBufferPointer<UInt8>
  package private(set) var position: Int

  /// A cursor at the value at `position`, before which white space may stand.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
    passSpace()
  }

  /// The kind of the value here.
  package var kind: JSONKind { JSONKind(firstByte: bytes[position]) }

  /// Enters the object or array here.
  package mutating func enter() { position += 1 }

  /// The next element of the array that the cursor entered; `nil` at its end.
  package mutating func nextElement() -> Value? {
    passSeparator()
    if bytes[position] == .closeBracket { return nil }
    return passValue()
  }

  /// The next member of the object that the cursor entered; `nil` at its end.
  package mutating func nextMember() -> (key: Range<Int>, value: Value)? {
    guard let key = nextKey() else { return nil }
    return (key, passValue())
  }

  /// The name of the next member of the object that the cursor entered, before whose value the cursor is then;
  /// `nil` at its end.
  package mutating func nextKey() -> Range<Int>? {
    passSeparator()
    if bytes[position] == .closeBrace { return nil }
    let key = passString()
    passSpace()
    position += 1  // the colon
    passSpace()
    return key
  }

  /// Whether the array that the cursor entered has another element, before which the cursor is then.
  package mutating func hasElement() -> Bool {
    passSeparator()
    return bytes[position] != .closeBracket
  }

  /// Leaves the object or array at whose end the cursor is.
  package mutating func leave() { position += 1 }

  /// Passes the value here.
  package mutating func passValue() -> Value {
    let start = position
    let kind = kind
    switch kind {
    case .string: return Value(kind: kind, range: passString())
    case .object, .array: passNested()
    case .number, .boolean, .null:
      while position < bytes.count, !bytes[position].endsNumber { position += 1 }
    }
    return Value(kind: kind, range: start..<position)
  }

  private mutating func passNested() {
    var depth = 0
    repeat {
      switch bytes[position] {
      case .quote:
        _ = passString()
        continue
      case .openBrace, .openBracket: depth += 1
      case .closeBrace, .closeBracket: depth -= 1
      default: break
      }
      position += 1
    } while depth > 0
  }

  private mutating func passString() -> Range<Int> {
    let start = position + 1
    position = start
    while bytes[position] != .quote {
      position += bytes[position] == .backslash ? 2 : 1
    }
    position += 1
    return start..<position - 1
  }

  private mutating func passSeparator() {
    passSpace()
    guard bytes[position] == .comma else { return }
    position += 1
    passSpace()
  }

  private mutating func passSpace() {
    while position < bytes.count, bytes[position].isJSONSpace { position += 1 }
  }
}

extension JSONKind {
  /// The kind of the well-formed value that begins with `byte`.
  package init(firstByte byte: UInt8) {
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
