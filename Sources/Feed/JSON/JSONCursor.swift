/// Iterates over the members of objects in JSON that a ``JSONScanner`` has found well-formed.
///
/// Positions are indexes of the element's bytes. The cursor passes nested values; a caller that
/// needs one makes a cursor at its position.
struct JSONCursor {
  /// A value: its kind and its position.
  struct Value {
    var kind: JSONKind
    /// The bytes of the value; for a string, the bytes between its quotes.
    var range: Range<Int>
  }

  // Lent by `ByteWindow.withKept` during the call that makes this cursor. A cursor never leaves
  // that closure.
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int

  /// A cursor at the value at `position`, before which white space may stand.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
    passSpace()
  }

  /// The kind of the value here.
  var kind: JSONKind { JSONKind(firstByte: bytes[position]) }

  /// Enters the object or array here.
  mutating func enter() { position += 1 }

  /// The next element of the array that the cursor entered; `nil` at its end.
  mutating func nextElement() -> Value? {
    passSeparator()
    if bytes[position] == .closeBracket { return nil }
    return passValue()
  }

  /// The next member of the object that the cursor entered; `nil` at its end.
  mutating func nextMember() -> (key: Range<Int>, value: Value)? {
    guard let key = nextKey() else { return nil }
    return (key, passValue())
  }

  /// The name of the next member of the object that the cursor entered, before whose value the cursor is then;
  /// `nil` at its end.
  mutating func nextKey() -> Range<Int>? {
    passSeparator()
    if bytes[position] == .closeBrace { return nil }
    let key = passString()
    passSpace()
    position += 1  // the colon
    passSpace()
    return key
  }

  /// Whether the array that the cursor entered has another element, before which the cursor is then.
  mutating func hasElement() -> Bool {
    passSeparator()
    return bytes[position] != .closeBracket
  }

  /// Leaves the object or array at whose end the cursor is.
  mutating func leave() { position += 1 }

  /// Passes the value here.
  mutating func passValue() -> Value {
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
