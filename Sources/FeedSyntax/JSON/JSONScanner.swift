import GalleyFeedItems

/// Finds the end of one JSON value in successive pieces of bytes, and checks its syntax (RFC 8259).
///
/// The state is a value: a piece may end at any byte, even within an escape. Nesting takes one bit
/// for each level, and no stack. In strings, only escapes and control characters are checked.
/// Ill-formed UTF-8 is accepted; the text decoder repairs it.
package struct JSONScanner {
  /// The result for a piece.
  package enum Outcome: Equatable {
    /// The piece ends within the value.
    case incomplete
    /// The value has ended before the first byte that is not passed.
    case complete
    /// The first byte that is not passed is not allowed there.
    case malformed(String)
  }

  private enum State: UInt8 {
    case value, valueOrEnd, keyOrEnd, key, colon, separator
    case string, escape, hex, literal, done
    case minus, zero, integer, point, fraction, exponent, exponentSign, exponentDigits

    var isNumber: Bool { rawValue >= State.minus.rawValue }
  }

  /// The largest depth before a syntax error, since each level takes a bit of memory.
  private static let depthCeiling = 1 << 24

  private var state = State.value
  /// Whether the string is the name of a member.
  private var isKey = false
  /// The number of missing digits of a `\u` escape.
  private var hexDigitsLeft = 0
  /// The missing bytes of a literal, the next one in the lowest byte.
  private var literalRest: UInt32 = 0
  private var depth = 0
  /// A bit for each open level: 1 for an object.
  private var levels: [UInt64] = []
  private let outerDepth: Int
  private let maximumDepth: Int
  /// Whether a level was deeper than the limit.
  package private(set) var isTooDeep = false

  /// A scanner for a value within `outerDepth` arrays and objects.
  package init(outerDepth: Int = 0, maximumDepth: Int) {
    self.outerDepth = outerDepth
    self.maximumDepth = maximumDepth
  }

  /// Prepares for the next value, and keeps the memory.
  package mutating func reset() {
    state = .value
    depth = 0
    isTooDeep = false
  }

  /// Scans `bytes` from `index`, and moves `index` to the first byte that is not passed.
  ///
  /// - Complexity: O(bytes passed).
  package mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, from index: inout Int) -> Outcome
  {
    while index < bytes.count {
      if state == .string {
        // Most bytes pass through this loop alone.
        while index < bytes.count, bytes[index].isPlainInString { index += 1 }
        guard index < bytes.count else { return .incomplete }
        if let fault = stepInString(bytes[index]) { return .malformed(fault) }
        index += 1
      } else {
        // A number ends before the next byte, which is not part of it.
        let isBareNumber = depth == 0 && state.isNumber
        if let fault = step(bytes[index]) { return .malformed(fault) }
        if state == .done, isBareNumber { return .complete }
        index += 1
      }
      if state == .done { return .complete }
    }
    return .incomplete
  }

  /// Scans the end of the text, which ends a number, and returns whether the value has ended.
  package mutating func scanEnd() -> Bool { depth == 0 && endNumber() }

  /// Whether `bytes` are one well-formed value, nested no deeper than `maximumDepth`.
  ///
  /// - Complexity: O(bytes).
  package static func isValue(_ bytes: [UInt8], maximumDepth: Int = 512) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(maximumDepth: maximumDepth)
      var index = 0
      switch scanner.scan(bytes, from: &index) {
      case .malformed: return false
      case .incomplete: return !scanner.isTooDeep && scanner.scanEnd()
      case .complete: return !scanner.isTooDeep && bytes[index...].allSatisfy(\.isJSONSpace)
      }
    }
  }
}

extension JSONScanner {
  /// Moves on by `byte` outside strings; returns a description of the error, if there is one.
  private mutating func step(_ byte: UInt8) -> String? {
    switch state {
    case .value, .valueOrEnd, .keyOrEnd, .key, .colon, .separator:
      return byte.isJSONSpace ? nil : stepBetween(byte)
    case .string:
      return stepInString(byte)
    case .escape:
      return stepEscape(byte)
    case .hex:
      guard byte.hexValue != nil else { return "expected four hexadecimal digits after `\\u`" }
      hexDigitsLeft -= 1
      if hexDigitsLeft == 0 { state = .string }
      return nil
    case .literal:
      guard UInt32(byte) == literalRest & 0xFF else { return "expected `true`, `false` or `null`" }
      literalRest >>= 8
      if literalRest == 0 { endValue() }
      return nil
    case .minus, .zero, .integer, .point, .fraction, .exponent, .exponentSign, .exponentDigits:
      return stepNumber(byte)
    case .done:
      return "the value has ended"
    }
  }

  private mutating func stepBetween(_ byte: UInt8) -> String? {
    switch (state, byte) {
    case (.valueOrEnd, .closeBracket), (.keyOrEnd, .closeBrace): close()
    case (.value, _), (.valueOrEnd, _): return beginValue(byte)
    case (.key, .quote), (.keyOrEnd, .quote): beginString(isKey: true)
    case (.key, _), (.keyOrEnd, _): return "expected a name in quotes, found \(byte.shown)"
    case (.colon, .colon): state = .value
    case (.colon, _): return "expected `:`, found \(byte.shown)"
    case (.separator, .comma): state = isInObject ? .key : .value
    case (.separator, .closeBrace) where isInObject: close()
    case (.separator, .closeBracket) where !isInObject: close()
    default: return "expected `,` or `\(isInObject ? "}" : "]")`, found \(byte.shown)"
    }
    return nil
  }

  private mutating func beginValue(_ byte: UInt8) -> String? {
    switch byte {
    case .openBrace, .openBracket: return open(isObject: byte == .openBrace)
    case .quote: beginString(isKey: false)
    case UInt8(ascii: "-"): state = .minus
    case UInt8(ascii: "0"): state = .zero
    case _ where byte.isDigit: state = .integer
    // The rest of each literal, its first byte lowest.
    case UInt8(ascii: "t"): beginLiteral(0x65_75_72)
    case UInt8(ascii: "f"): beginLiteral(0x65_73_6C_61)
    case UInt8(ascii: "n"): beginLiteral(0x6C_6C_75)
    default: return "expected a value, found \(byte.shown)"
    }
    return nil
  }

  private mutating func beginString(isKey: Bool) {
    self.isKey = isKey
    state = .string
  }

  private mutating func beginLiteral(_ rest: UInt32) {
    literalRest = rest
    state = .literal
  }

  private mutating func stepInString(_ byte: UInt8) -> String? {
    switch byte {
    case .quote: if isKey { state = .colon } else { endValue() }
    case .backslash: state = .escape
    default: return "a string holds the control character \(byte.shown), unescaped"
    }
    return nil
  }

  private mutating func stepEscape(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "u"):
      hexDigitsLeft = 4
      state = .hex
    case .quote, .backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      state = .string
    default:
      return "no escape begins with `\\` and \(byte.shown)"
    }
    return nil
  }
}

extension JSONScanner {
  private mutating func stepNumber(_ byte: UInt8) -> String? {
    let isExponent = byte | 0x20 == UInt8(ascii: "e")
    switch state {
    case .minus where byte == UInt8(ascii: "0"): state = .zero
    case .minus where byte.isDigit, .integer where byte.isDigit: state = .integer
    case .zero where byte == UInt8(ascii: "."), .integer where byte == UInt8(ascii: "."):
      state = .point
    case .point where byte.isDigit, .fraction where byte.isDigit: state = .fraction
    case .zero where isExponent, .integer where isExponent, .fraction where isExponent:
      state = .exponent
    case .exponent where byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"):
      state = .exponentSign
    case .exponent where byte.isDigit, .exponentSign where byte.isDigit,
      .exponentDigits where byte.isDigit:
      state = .exponentDigits
    default:
      guard byte.endsNumber, endNumber() else {
        return "a number does not go on with \(byte.shown)"
      }
      // The byte follows the number, and is not part of it.
      if state != .done, !byte.isJSONSpace { return stepBetween(byte) }
    }
    return nil
  }

  /// Ends a number if it is complete, and returns whether it is.
  private mutating func endNumber() -> Bool {
    switch state {
    case .zero, .integer, .fraction, .exponentDigits:
      endValue()
      return true
    default:
      return false
    }
  }

  private mutating func endValue() { state = depth == 0 ? .done : .separator }

  private var isInObject: Bool {
    depth > 0 && levels[(depth - 1) / 64] >> UInt64((depth - 1) % 64) & 1 == 1
  }

  private mutating func open(isObject: Bool) -> String? {
    guard depth < Self.depthCeiling else { return "nests deeper than \(Self.depthCeiling) levels" }
    if depth / 64 == levels.count { levels.append(0) }
    let bit: UInt64 = 1 << UInt64(depth % 64)
    if isObject { levels[depth / 64] |= bit } else { levels[depth / 64] &= ~bit }
    depth += 1
    if depth + outerDepth > maximumDepth { isTooDeep = true }
    state = isObject ? .keyOrEnd : .valueOrEnd
    return nil
  }

  private mutating func close() {
    depth -= 1
    endValue()
  }
}
