public import GalleyEncoders
public import GalleyPrimitives

/// The reason why a feed cannot be rendered with the given options.
public enum RenderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The width or the scale is out of bounds.
  case unsupportedSize(width: Double, scale: Double)
  /// A page's height is not a whole number of device pixels, or is out of bounds.
  case unsupportedPageHeight(Double, scale: Double)
  /// ``RenderOptions/maximumRowPixels`` is less than 1.
  case invalidRowLimit(Int)
  /// A row has more device pixels than ``RenderOptions/maximumRowPixels``.
  case rowTooLarge(PixelSize, pixelLimit: Int)
  /// Pages of one document are asked for in a format that has no pages.
  case unsupportedDocument(PictureFormat)
  /// Transparent pictures are asked for in a format that has no alpha.
  case opaqueFormat(PictureFormat)
  /// An output is a file that the run reads: the feed, or an image of a row.
  case replacesInput(path: String)
  /// A picture has the name of another output of the run: its manifest, or its records.
  case replacesOutput(path: String)

  /// One line that names the limit.
  public var description: String {
    switch self {
    case .unsupportedSize(let width, let scale):
      "width \(width.plain) at scale \(scale.plain) is out of bounds: "
        + (Self.wholeLengths(near: width, at: scale, in: 16...8192)
          ?? "width 16 to 8192, scale 0.5 to 4, together at most 16384 device pixels")
    case .unsupportedPageHeight(let height, let scale):
      "page height \(height.plain) at scale \(scale.plain) is out of bounds: "
        + (Self.wholeLengths(near: height, at: scale, in: 1 / scale...65_536 / scale)
          ?? "a whole number of 1 to 65536 device pixels")
    case .invalidRowLimit(let limit): "the limit of a row's pixels is \(limit): it is at least 1"
    case .rowTooLarge(let size, let limit):
      """
      the row has \(size.width) by \(size.height) device pixels, more than \(limit); allow more, or make the \
      scale, the fonts or the text smaller
      """
    case .unsupportedDocument(let format):
      """
      only a PDF has pages in one file, and \(format.kind.rawValue) does not: a pattern such as \
      'dir/{page:04}.\(format.kind.rawValue)' makes a file of each page
      """
    case .opaqueFormat(let format):
      """
      transparent pictures need PNG in colour, WebP, PDF or SVG: \(format.kind.rawValue)\
      \(format.kind == .png ? " in greys" : "") has no alpha
      """
    case .replacesInput(let path):
      "\(path) is read by this run, which would replace it: choose another output"
    case .replacesOutput(let path):
      "\(path) is the name of a picture and of another file that this run writes: choose another output"
    }
  }
}

extension RenderError {
  /// Names the nearest lengths that are whole numbers of device pixels; `nil` for a length out of `bounds`, and
  /// for one that is a whole number already.
  private static func wholeLengths(
    near length: Double, at scale: Double, in bounds: ClosedRange<Double>
  ) -> String? {
    let pixels = length * scale
    guard bounds.contains(length), (0.5...4).contains(scale), pixels < 16_384,
      pixels != pixels.rounded()
    else { return nil }
    let near = [pixels.rounded(.down), pixels.rounded(.up)].map { ($0 / scale).plain }
    return """
      it makes \(pixels.plain) device pixels, not a whole number: take \(near[0]) or \(near[1])
      """
  }
}

extension Double {
  /// The shortest decimal of this number, without a fraction of 0.
  fileprivate var plain: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
