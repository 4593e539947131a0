import GalleyBoxes
public import GalleyPrimitives

/// An image of a cell, from the assets folder or from bytes in memory.
///
/// A row does not stretch it, and a column stretches its width, unless it has an alignment of its own. Without a
/// frame it has its own extent: a layout unit per pixel of its file, or half of one if its name ends
/// in `@2x`. A missing image takes no space, unless it has a frame, and is reported.
public struct Image: Element {
  /// The image.
  public var content: ElementImage

  /// Makes an image by its name among the assets.
  ///
  /// - Parameters:
  ///   - name: The name, with or without an extension.
  ///   - size: The image's own extent, in layout units; `nil` for that of the file.
  public init(_ name: String, size: Size? = nil) {
    content = ElementImage(name: name, size: size)
  }

  /// Makes an image from the bytes of a PNG, JPEG, WebP or any other format that assets may have.
  ///
  /// The bytes become the image's name, as a `data:` URI, so that the image is hashable and codable, equal bytes
  /// are one image in all caches, and no assets folder is needed. An image above 6 MiB, or one that cannot be
  /// read, is missing and reported, like any other.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the image's file.
  ///   - size: The image's own extent, in layout units; `nil` for a layout unit per pixel.
  /// - Complexity: O(bytes), at each call.
  public init(bytes: [UInt8], size: Size? = nil) {
    self.init("data:image/*;base64," + Self.base64(bytes), size: size)
  }

  /// The image as a tree; it keeps its extent if the space is short.
  public var tree: ElementTree {
    var box = FlexStyle(.column)
    box.shrink = 0
    return ElementTree(.image(content), box: box)
  }

  /// Sets how the image fits its box.
  public func fit(_ fit: ImageFit) -> Image {
    var result = self
    result.content.fit = fit
    return result
  }

  /// Sets the words in place of the image if it is missing, where the theme's `missingImage` is `alt`.
  public func description(_ words: String) -> Image {
    var result = self
    result.content.description = words
    return result
  }

  /// Sets the point that stays in view where the box shows only a part, in fractions of the image.
  public func focus(x: Double, y: Double) -> Image {
    var result = self
    result.content.focus = FocalPoint(x: x, y: y)
    return result
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The bytes as base64 without padding.
  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = digits
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 3 * 4 + 4)
    var (buffer, bitCount) = (UInt32(0), UInt32(0))
    for byte in bytes {
      buffer = (buffer & 0x3F) << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        text.append(digits[Int(buffer >> bitCount & 0x3F)])
      }
    }
    if bitCount > 0 { text.append(digits[Int(buffer << (6 - bitCount) & 0x3F)]) }
    return String(decoding: text, as: UTF8.self)
  }
}
