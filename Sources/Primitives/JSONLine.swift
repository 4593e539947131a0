/// Writes a JSON object faster than an encoder, for records with many numbers.
///
/// The caller writes keys in alphabetical order.
package struct JSONLine {
  /// The bytes so far.
  package private(set) var bytes: [UInt8] = []

  /// An empty line.
  package init() {}

  /// Writes an object.
  package mutating func object(_ body: (inout JSONLine) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "{"))
    body(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes an array.
  package mutating func array(_ body: (inout JSONLine) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "["))
    body(&self)
    bytes.append(UInt8(ascii: "]"))
  }

  /// Writes a key, before its value.
  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: ":")])
  }

  /// Writes a number; an integer has no fraction.
  package mutating func value(_ number: Double) {
    if let whole = Int(exactly: number), abs(whole) < 1 << 53 { return value(whole) }
    guard number.isFinite else { return null() }
    append(number.description)
  }

  package mutating func value(_ number: Int) { append(String(number)) }

  package mutating func value(_ flag: Bool) { append(flag ? "true" : "false") }

  /// Writes a text, or null.
  package mutating func value(_ text: String?) {
    guard let text else { return null() }
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 { appendEscaped(byte) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func null() { append("null") }

  private mutating func append(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<0x20, 0x7F:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    default:
      bytes.append(byte)
    }
  }

  /// Writes a comma before a key or a value, unless it is the first one.
  private mutating func separate() {
    // A value ends with a quote, a digit, a letter or a closing bracket, never with one of these.
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    default: bytes.append(UInt8(ascii: ","))
    }
  }
}
