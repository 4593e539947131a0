/// Walks the members of objects in JSON that a ``JSONScanner`` has found well-formed.
///
/// Positions are indexes into the element's bytes. The walk never goes down by itself: nested
/// values are passed over, and a caller that wants them starts a cursor there.
struct JSONCursor {
  /// A value: its kind, and where it stands.
  struct Value {
    var kind: JSONKind
    /// The bytes of the value; of a string, those between its quotes.
    var range: Range<Int>
  }

  // Lent by `ByteWindow.withKept` for the time of the call that made this cursor, which does not
  // outlive it: cursors are made and used inside that closure only.
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int

  /// A cursor on the value at `position`, which may have white space before it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
    passSpace()
  }

  /// The kind of the value here.
  var kind: JSONKind { JSONKind(firstByte: bytes[position]) }

  /// Goes into the object or array here.
  mutating func enter() { position += 1 }

  /// The next element of the array that was entered; `nil` at its end.
  mutating func nextElement() -> Value? {
    passSeparator()
    if bytes[position] == .closeBracket { return nil }
    return passValue()
  }

  /// The next member of the object that was entered; `nil` at its end.
  mutating func nextMember() -> (key: Range<Int>, value: Value)? {
    passSeparator()
    if bytes[position] == .closeBrace { return nil }
    let key = passString()
    passSpace()
    position += 1  // the colon
    passSpace()
    return (key, passValue())
  }

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
