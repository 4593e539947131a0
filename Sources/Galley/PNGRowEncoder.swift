import GalleyPNG

/// Encodes the pixel rows of one picture, with the bytes of a feed's card picture of the same profile.
final class PNGRowEncoder {
  private let width: Int
  private let whole: WholePictureEncoder?
  private let encoder: StripEncoder
  private var strips: [Strip] = []

  /// Makes an encoder; `strips` has the same profile and colour type.
  init(width: Int, profile: PNGProfile, colorType: PNGColorType, strips encoder: StripEncoder) {
    self.width = width
    self.encoder = encoder
    whole = profile == .small ? WholePictureEncoder(width: width, colorType: colorType) : nil
  }

  /// Appends rows of pixels.
  func append(_ pixels: UnsafeRawBufferPointer, stride: Int, rowCount: Int) {
    if let whole {
      whole.append(pixels, stride: stride, rows: 0..<rowCount)
    } else {
      strips.append(encoder.encode(pixels, stride: stride, width: width, rows: 0..<rowCount))
    }
  }

  /// Returns the file.
  func finish(scale: Double) throws(PNGError) -> [UInt8] {
    if let whole { return try whole.finish(scale: scale) }
    return try AssembledPNG(strips, scale: scale).bytes
  }
}
