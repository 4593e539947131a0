import GalleyCompression
import GalleyHandles
import GalleyImages
import GalleyPrimitives
import Testing

@Suite("PNG with large texts and profiles", .timeLimit(.minutes(15)))
struct LargeNoteTests {
  private func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    let checked = Array(type.utf8) + content
    return number(content.count) + checked
      + number(Int(checked.withUnsafeBytes { crc32($0) }))
  }

  /// A pixel of red, with a text of so many bytes, or a profile that is inflated to as many.
  private func picture(_ type: String, byteCount: Int) -> [UInt8] {
    let content = [UInt8](repeating: 32, count: byteCount)
    let note: [UInt8] =
      type == "tEXt"
      ? Array("Comment".utf8) + [0] + content.dropFirst(8)
      : Array("a".utf8) + [0, 0] + zlib(content)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]) + chunk(type, note)
      + chunk("IDAT", zlib([0, 255, 0, 0])) + chunk("IEND", [])
  }

  /// A stream of zlib that stores `bytes`.
  private func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 1]
    var start = 0
    repeat {
      let count = min(0xFFFF, bytes.count - start)
      stream.append(start + count == bytes.count ? 1 : 0)
      for value in [count, ~count] {
        stream += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      }
      stream += bytes[start..<start + count]
      start += count
    } while start < bytes.count
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream
      + [high >> 8, high, low >> 8, low].map { UInt8(truncatingIfNeeded: $0) }
  }

  @Test("keep their pixels and numbers", arguments: ["tEXt", "iCCP"], [4 << 20, (4 << 20) + 1])
  func keepsPixels(type: String, byteCount: Int) throws {
    let file = ImageFile(name: "x", bytes: picture(type, byteCount: byteCount))
    let image = try ImageReader.image(
      of: file, atLeast: PixelSize(width: 1, height: 1), profiles: ColorProfiles())
    #expect(image.pixels[0] == 0xFFFF_0000)
  }
}
