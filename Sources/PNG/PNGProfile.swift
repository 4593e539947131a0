/// How hard the encoder tries.
///
/// The pixels are the same with each; all but the time and the size of the file is.
public enum PNGProfile: String, Hashable, Sendable, CaseIterable, Codable {
  /// About a millisecond a megapixel of text; the default.
  case fast
  /// A little smaller and slower than fast.
  case balanced
  /// The smallest, several times as slow.
  ///
  /// A card picture or a page is deflated as a whole by ``WholePictureEncoder``; strips, which can
  /// be joined, are a little larger.
  case small
}

/// What a PNG's pixels hold, 8 bits a channel.
public enum PNGColorType: UInt8, Hashable, Sendable, CaseIterable, Codable {
  /// Red, green, blue; opaque.
  case rgb = 2
  /// Red, green, blue, and straight alpha.
  case rgba = 6

  /// Bytes a pixel in the file, before it is deflated.
  public var bytesPerPixel: Int { self == .rgb ? 3 : 4 }

  /// Bytes a pixel row of `width` pixels has before it is deflated, its filter byte included.
  func rowByteCount(width: Int) -> Int { 1 + width * bytesPerPixel }
}
