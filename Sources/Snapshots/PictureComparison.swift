import GalleyHandles
public import GalleyImages
public import GalleyPNG
public import GalleyPrimitives
import Glibc

/// The differences that two equal pictures may have.
public struct PictureTolerance: Hashable, Sendable, Codable {
  /// The largest difference of a channel, 0 to 255, at which two pixels count as equal.
  public var channel: Int
  /// The largest part of the pixels that may differ, 0 to 1.
  public var pixels: Double

  /// Makes a tolerance; by default there is none.
  public init(channel: Int = 0, pixels: Double = 0) {
    self.channel = channel
    self.pixels = pixels
  }
}

/// The difference between two pictures, pixel by pixel.
public struct PictureComparison: Sendable {
  /// The size of the first picture.
  public let first: PixelSize
  /// The size of the second picture.
  public let second: PixelSize
  /// The number of pixels that differ by more than the tolerance; all beyond the smaller picture do.
  public private(set) var differentPixelCount = 0
  /// The largest difference of a channel in pixels of both pictures.
  public private(set) var largestDifference = 0
  private let tolerance: PictureTolerance
  /// The pixels of the difference picture, as wide and as tall as the larger picture on each side.
  private var pixels: [UInt32] = []

  /// Compares the files `first` and `second`: PNG, JPEG or WebP, with edges up to 32,767 pixels.
  ///
  /// - Throws: ``/GalleyImages/ImageError`` for a file that cannot be decoded, with its name of `names`.
  /// - Complexity: O(pixels).
  public init(
    _ first: [UInt8], _ second: [UInt8], tolerance: PictureTolerance = PictureTolerance(),
    names: (first: String, second: String) = ("first", "second")
  ) throws(ImageError) {
    let one = try ImageReader.picture(of: ImageFile(name: names.first, bytes: first))
    let other = try ImageReader.picture(of: ImageFile(name: names.second, bytes: second))
    self.first = PixelSize(width: one.width, height: one.height)
    self.second = PixelSize(width: other.width, height: other.height)
    self.tolerance = tolerance
    pixels.reserveCapacity(canvas.width * canvas.height)
    for y in 0..<canvas.height { compareRow(y, of: one, with: other) }
  }

  /// The size of the larger picture on each side.
  private var canvas: PixelSize {
    PixelSize(width: max(first.width, second.width), height: max(first.height, second.height))
  }

  /// Whether the pictures have one size, and no more pixels differ than the tolerance allows.
  public var isEqual: Bool {
    first == second
      && Double(differentPixelCount) <= tolerance.pixels * Double(first.width * first.height)
  }

  /// The differences in words; `nil` for equal pictures.
  public var words: String? {
    if isEqual { return nil }
    guard first == second else {
      return "\(first.width) × \(first.height) and \(second.width) × \(second.height) pixels"
    }
    return """
      \(differentPixelCount.counted("pixel")) of \(first.width * first.height) differ, by up to \
      \(largestDifference) of 255
      """
  }

  /// A PNG of the first picture, pale, in which each different pixel is red.
  ///
  /// - Throws: ``/GalleyPNG/PNGError``.
  public func png() throws(PNGError) -> [UInt8] {
    let encoder = WholePictureEncoder(width: canvas.width)
    pixels.withUnsafeBytes {
      encoder.append($0, stride: 4 * canvas.width, rows: 0..<canvas.height)
    }
    return try encoder.finish(scale: 1)
  }

  private mutating func compareRow(_ y: Int, of one: PixelImage, with other: PixelImage) {
    let ones = y < one.height ? one.pixels + y * one.width : nil
    let others = y < other.height ? other.pixels + y * other.width : nil
    if let ones, let others, one.width == other.width, memcmp(ones, others, 4 * one.width) == 0 {
      for x in 0..<one.width { pixels.append(Self.pale(ones[x])) }
      return
    }
    for x in 0..<canvas.width {
      guard let ones, let others, x < one.width, x < other.width else {
        differentPixelCount += 1
        pixels.append(Self.red)
        continue
      }
      let difference = ones[x] == others[x] ? 0 : Self.difference(ones[x], others[x])
      largestDifference = max(largestDifference, difference)
      let isDifferent = difference > tolerance.channel
      if isDifferent { differentPixelCount += 1 }
      pixels.append(isDifferent ? Self.red : Self.pale(ones[x]))
    }
  }

  private static let red: UInt32 = 0xFFE0_1020

  /// A pixel with a fifth of its darkness.
  private static func pale(_ pixel: UInt32) -> UInt32 {
    let gray = ((pixel >> 16 & 255) + (pixel >> 8 & 255) * 2 + (pixel & 255)) / 4
    return 0xFF00_0000 | (204 + gray / 5) * 0x01_0101
  }

  /// The largest difference of a channel.
  private static func difference(_ one: UInt32, _ other: UInt32) -> Int {
    var largest = 0
    for shift in [0, 8, 16, 24] as [UInt32] {
      largest = max(largest, abs(Int(one >> shift & 255) - Int(other >> shift & 255)))
    }
    return largest
  }
}
