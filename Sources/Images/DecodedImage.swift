import GalleyHandles

/// An image as its decoder gives it: premultiplied pixels, and the colour profile that they are in.
struct DecodedImage {
  var image: PixelImage
  /// The bytes of an ICC profile; `nil` for sRGB.
  var profile: [UInt8]?
}
