/// A colour in sRGB, with 8 bits per channel and straight (not premultiplied) alpha.
public struct Color: Hashable, Sendable {
  /// The red channel.
  public var red: UInt8
  /// The green channel.
  public var green: UInt8
  /// The blue channel.
  public var blue: UInt8
  /// The coverage: 255 is opaque.
  public var alpha: UInt8

  /// Makes a colour from its channels.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes an opaque colour from `0xRRGGBB`.
  public init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// Parses `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA`; `nil` if `hex` has another form.
  public init?(hex: String) {
    let digits = Array(hex.utf8.dropFirst())
    guard hex.utf8.first == UInt8(ascii: "#"), [3, 4, 6, 8].contains(digits.count) else {
      return nil
    }
    var nibbles: [UInt8] = []
    for digit in digits {
      guard let nibble = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      nibbles.append(UInt8(nibble))
    }
    if nibbles.count <= 4 { nibbles = nibbles.flatMap { [$0, $0] } }
    func channel(_ index: Int) -> UInt8 { nibbles[2 * index] << 4 | nibbles[2 * index + 1] }
    self.init(
      red: channel(0), green: channel(1), blue: channel(2),
      alpha: nibbles.count == 8 ? channel(3) : 255)
  }

  /// Opaque black.
  public static let black = Color(rgb: 0x000000)
  /// Opaque white.
  public static let white = Color(rgb: 0xFFFFFF)
  /// Fully transparent.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Whether the colour is fully opaque.
  public var isOpaque: Bool { alpha == 255 }

  /// This colour as a premultiplied, native-endian ARGB32 pixel, Cairo's format.
  public var premultipliedPixel: UInt32 {
    func multiply(_ channel: UInt8) -> UInt32 {
      // Rounds channel * alpha / 255 exactly, as pixman does.
      let product = UInt32(channel) * UInt32(alpha) + 128
      return (product + product >> 8) >> 8
    }
    return UInt32(alpha) << 24 | multiply(red) << 16 | multiply(green) << 8 | multiply(blue)
  }
}

extension Color: Codable {
  /// Reads hexadecimal notation, as in `"#1A2B3C"`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let hex = try container.decode(String.self)
    guard let color = Color(hex: hex) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(hex)' is not a colour such as #RRGGBB or #RRGGBBAA")
    }
    self = color
  }

  /// Writes `#RRGGBB`, or `#RRGGBBAA` for a translucent colour.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Color: CustomStringConvertible {
  /// Hexadecimal notation, with the alpha of a translucent colour.
  public var description: String {
    let channels = [red, green, blue] + (isOpaque ? [] : [alpha])
    return channels.reduce("#") { text, channel in
      text + (channel < 16 ? "0" : "") + String(channel, radix: 16, uppercase: true)
    }
  }
}
