/// The bytes of JSON's syntax.
extension UInt8 {
  @inlinable package static var quote: UInt8 { UInt8(ascii: "\"") }
  static let backslash = UInt8(ascii: "\\")
  @inlinable package static var comma: UInt8 { UInt8(ascii: ",") }
  @inlinable package static var colon: UInt8 { UInt8(ascii: ":") }
  @inlinable package static var openBrace: UInt8 { UInt8(ascii: "{") }
  @inlinable package static var closeBrace: UInt8 { UInt8(ascii: "}") }
  @inlinable package static var openBracket: UInt8 { UInt8(ascii: "[") }
  @inlinable package static var closeBracket: UInt8 { UInt8(ascii: "]") }
  @inlinable package static var newline: UInt8 { UInt8(ascii: "\n") }

  /// Whether this byte is white space between values of JSON.
  @inlinable package var isJSONSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }

  /// Whether a string of JSON may have this byte without an escape, and continues after it.
  var isPlainInString: Bool { self >= 0x20 && self != .quote && self != .backslash }

  /// Whether a number may end before this byte.
  var endsNumber: Bool {
    isJSONSpace || self == .comma || self == .closeBrace || self == .closeBracket
  }

  /// The value of a hexadecimal digit.
  var hexValue: UInt16? {
    switch self {
    case 0x30...0x39: UInt16(self - 0x30)
    case 0x41...0x46: UInt16(self - 0x41 + 10)
    case 0x61...0x66: UInt16(self - 0x61 + 10)
    default: nil
    }
  }

  /// This byte as a message names it.
  package var shown: String {
    (0x21...0x7E).contains(self)
      ? "`\(Character(UnicodeScalar(self)))`" : "byte 0x" + String(self, radix: 16, uppercase: true)
  }
}
