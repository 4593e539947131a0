import GalleyHandles
import GalleyPrimitives

/// Appends parts of an SVG; no text of a feed ends an element or an attribute.
extension [UInt8] {
  /// Appends a text, in which characters with a meaning in XML are escaped, and those that it forbids are left out.
  mutating func append(escaped text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\"": append("&quot;")
      case "'": append("&#39;")
      case "\u{FFFE}", "\u{FFFF}": break
      case _ where scalar.value < 32 || 0x7F...0x9F ~= scalar.value: break
      default: append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Appends an attribute with a number.
  mutating func append(attribute name: String, _ number: Double) {
    append(" \(name)=\"")
    append(number: number)
    append("\"")
  }

  /// Appends the attributes of a colour, `fill` or `stroke`.
  mutating func append(paint name: String, _ color: Color) {
    append(" \(name)=\"#")
    for channel in [color.red, color.green, color.blue] { append(hex: UInt32(channel), count: 2) }
    append("\"")
    if !color.isOpaque { append(attribute: name + "-opacity", Double(color.alpha) / 255) }
  }

  /// Appends the steps of a path.
  mutating func append(steps path: VectorPath) {
    for element in path.elements {
      switch element {
      case .move(let x, let y):
        append("M")
        append(x, y)
      case .line(let x, let y):
        append("L")
        append(x, y)
      case .curve(let x1, let y1, let x2, let y2, let x, let y):
        append("C")
        append(x1, y1, x2, y2, x, y)
      case .close: append("Z")
      }
    }
  }

  /// Appends bytes as base64.
  mutating func append(base64 bytes: [UInt8]) {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    reserveCapacity(count + bytes.count / 3 * 4 + 4)
    var index = 0
    while index < bytes.count {
      let part = bytes[index..<Swift.min(index + 3, bytes.count)]
      var bits: UInt32 = 0
      for place in 0..<3 {
        bits = bits << 8 | (place < part.count ? UInt32(bytes[index + place]) : 0)
      }
      for place in 0..<4 {
        append(
          place <= part.count
            ? letters[Int(bits >> (18 - 6 * UInt32(place)) & 63)] : UInt8(ascii: "="))
      }
      index += 3
    }
  }
}
