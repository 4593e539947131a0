import GalleyHandles
internal import GalleyPrimitives

/// An image within its own name: a `data:` URI.
///
/// - SeeAlso: RFC 2397.
enum EmbeddedImage {
  /// The most bytes of a URI.
  static let byteLimit = 8 << 20

  /// Whether a name is such a URI.
  static func isEmbedded(_ name: String) -> Bool {
    name.utf8.prefix(5).elementsEqual("data:".utf8) { $0 | 0x20 == $1 || $0 == $1 }
  }

  /// A short name for the URI in caches: nothing outside of this process can make two URIs have the same.
  static func key(of name: String) -> String {
    let hash = Array(name.utf8).withUnsafeBytes { ContentKey(hashing: $0, seed: seed) }
    return "data:\(hash)"
  }

  private static let seed = UInt64.random(in: .min ... .max)

  /// The bytes of the image.
  ///
  /// White space within base64 is passed over, and its padding may be missing. The content decides the format; the
  /// type only has to be that of an image.
  ///
  /// - Complexity: O(bytes).
  static func bytes(of name: String) throws(ImageError.Cause) -> [UInt8] {
    guard name.utf8.count <= byteLimit else { throw .fileTooLarge(byteLimit: byteLimit) }
    let content = Array(name.utf8.dropFirst(5))
    guard let comma = content.firstIndex(of: UInt8(ascii: ",")) else {
      throw .embeddedDamage("it has no comma")
    }
    let head = String(decoding: content[..<comma], as: UTF8.self).lowercased()
    let words = head.split(separator: ";", omittingEmptySubsequences: false).map {
      $0.filter { !$0.isWhitespace }
    }
    let type = words[0].isEmpty ? "text/plain" : words[0]
    guard type.hasPrefix("image/") else { throw .embeddedType(type) }
    let data = try percentDecoded(content[(comma + 1)...])
    return words.last == "base64" ? try base64Decoded(data) : data
  }

  static func percentDecoded(
    _ text: ArraySlice<UInt8>
  ) throws(ImageError.Cause) -> [UInt8] {
    guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == UInt8(ascii: "%") else {
        bytes.append(text[index])
        index += 1
        continue
      }
      guard index + 2 < text.endIndex, let high = digit(text[index + 1]),
        let low = digit(text[index + 2])
      else { throw .embeddedDamage("% without two digits") }
      bytes.append(high << 4 | low)
      index += 3
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// The values of the characters of base64; 64 for white space, 65 for padding, 255 for all others.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, digit) in digits.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
    // The alphabet for file names and URLs.
    values[Int(UInt8(ascii: "-"))] = 62
    values[Int(UInt8(ascii: "_"))] = 63
    for space in [9, 10, 12, 13, 32] { values[space] = 64 }
    values[Int(UInt8(ascii: "="))] = 65
    return values
  }()

  private static func base64Decoded(_ text: [UInt8]) throws(ImageError.Cause) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 3)
    let values = values
    var (buffer, bitCount, paddingCount) = (UInt32(0), 0, 0)
    for character in text {
      let value = values[Int(character)]
      guard value < 64, paddingCount == 0 else {
        guard value == 64 || value == 65 else { throw .embeddedDamage("it is no base64") }
        if value == 65 { paddingCount += 1 }
        continue
      }
      buffer = buffer << 6 | UInt32(value)
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bitCount)))
      }
    }
    guard bitCount < 6, paddingCount <= 2 else { throw .embeddedDamage("its base64 breaks off") }
    return bytes
  }
}
