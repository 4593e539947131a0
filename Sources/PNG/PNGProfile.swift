/// The effort of the encoder.
///
/// The profile affects only the time and the size of the file, not the pixels.
public enum PNGProfile: String, Hashable, Sendable, CaseIterable, Codable {
  /// About a millisecond per megapixel of text; the default.
  case fast
  /// Slightly smaller and slower than fast.
  case balanced
  /// The smallest files, at several times the cost.
  ///
  /// ``WholePictureEncoder`` deflates a card picture or a page as a whole. Strips, which can be
  /// joined, are slightly larger.
  case small
}

/// The colour type of a PNG's pixels.
public enum PNGColorType: String, Hashable, Sendable, CaseIterable, Codable {
  /// Red, green, blue, 8 bits each; opaque.
  case rgb
  /// Red, green, blue, and straight alpha, 8 bits each.
  case rgba
  /// Black and white, dithered.
  case gray1
  /// Four greys, dithered.
  case gray2
  /// Sixteen greys, dithered: the levels of most screens of electronic ink.
  case gray4
  /// 256 greys.
  case gray8

  /// The number of the colour type in the file's header.
  var code: UInt8 {
    switch self {
    case .rgb: 2
    case .rgba: 6
    case .gray1, .gray2, .gray4, .gray8: 0
    }
  }

  /// Bits of a channel.
  public var bitDepth: Int {
    switch self {
    case .rgb, .rgba, .gray8: 8
    case .gray1: 1
    case .gray2: 2
    case .gray4: 4
    }
  }

  /// Bits per pixel in the file, before compression.
  public var bitsPerPixel: Int {
    switch self {
    case .rgb: 24
    case .rgba: 32
    case .gray1, .gray2, .gray4, .gray8: bitDepth
    }
  }

  /// Returns the bytes of a row of `width` pixels before compression, including its filter byte.
  func rowByteCount(width: Int) -> Int { 1 + (width * bitsPerPixel + 7) / 8 }
}
