import GalleyHandles

/// How a stored image is to be turned before it is shown, numbered as in Exif.
package struct ImageOrientation: Hashable, Sendable {
  /// 1...8; 1 is upright.
  package let number: Int

  /// As it is stored.
  package static let upright = ImageOrientation(number: 1)

  private init(number: Int) { self.number = number }

  /// Whether the stored rows become columns.
  package var swapsAxes: Bool { number >= 5 }

  /// The orientation in a JPEG file's Exif segment; upright if there is none.
  ///
  /// - SeeAlso: Exif 2.3, tag 0x0112; TIFF 6.0 for the directory.
  init(jpeg bytes: [UInt8]) {
    var offset = 2
    while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
      let marker = bytes[offset + 1]
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      // Pixels follow the start of scan; a segment's length counts itself.
      guard marker != 0xDA, length >= 2, offset + 2 + length <= bytes.count else { break }
      let segment = bytes[offset + 4..<offset + 2 + length]
      if marker == 0xE1, segment.starts(with: Array("Exif\0\0".utf8)) {
        self = Self.read(tiff: Array(segment.dropFirst(6)))
        return
      }
      offset += 2 + length
    }
    self = .upright
  }

  private static func read(tiff bytes: [UInt8]) -> ImageOrientation {
    let isLittleEndian = bytes.starts(with: Array("II".utf8))
    guard isLittleEndian || bytes.starts(with: Array("MM".utf8)) else { return .upright }
    func number(_ offset: Int, bytes count: Int) -> Int? {
      guard offset >= 0, offset + count <= bytes.count else { return nil }
      let digits = bytes[offset..<offset + count]
      return isLittleEndian
        ? digits.reversed().reduce(0) { $0 << 8 | Int($1) }
        : digits.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(4, bytes: 4), let count = number(directory, bytes: 2) else {
      return .upright
    }
    for entry in 0..<min(count, 256) {
      let offset = directory + 2 + 12 * entry
      guard let tag = number(offset, bytes: 2) else { break }
      if tag == 0x0112, let value = number(offset + 8, bytes: 2), (1...8).contains(value) {
        return ImageOrientation(number: value)
      }
    }
    return .upright
  }

  /// `image` turned upright; `nil` for lack of memory.
  func upright(_ image: PixelImage) -> PixelImage? {
    guard number != 1 else { return image }
    let (width, height) = (image.width, image.height)
    guard
      let turned = PixelImage(
        width: swapsAxes ? height : width, height: swapsAxes ? width : height)
    else { return nil }
    let mirrorsX = [2, 3, 7, 8].contains(number)
    let mirrorsY = [3, 4, 6, 7].contains(number)
    for y in 0..<turned.height {
      for x in 0..<turned.width {
        let (column, row) = swapsAxes ? (y, x) : (x, y)
        let fromX = mirrorsX ? width - 1 - column : column
        let fromY = mirrorsY ? height - 1 - row : row
        turned.pixels[y * turned.width + x] = image.pixels[fromY * width + fromX]
      }
    }
    return turned
  }
}
