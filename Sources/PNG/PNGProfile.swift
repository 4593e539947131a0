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

/// The colour type of a PNG's pixels, with 8 bits per channel.
public enum PNGColorType: UInt8, Hashable, Sendable, CaseIterable, Codable {
  /// Red, green, blue; opaque.
  case rgb = 2
  /// Red, green, blue, and straight alpha.
  case rgba = 6

  /// Bytes per pixel in the file, before compression.
  public var bytesPerPixel: Int { self == .rgb ? 3 : 4 }

  /// Returns the bytes of a row of `width` pixels before compression, including its filter byte.
  func rowByteCount(width: Int) -> Int { 1 + width * bytesPerPixel }
}
