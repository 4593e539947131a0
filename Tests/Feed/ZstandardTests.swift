import Foundation
import GalleyFeed
import GalleyFeedItems
import GalleyRandomness
import TestSupport
import Testing

@Suite("Feeds in Zstandard", .timeLimit(.minutes(15)))
struct ZstandardTests {
  @Test("Zstandard is read, in one frame or several", arguments: [1, 5, 1 << 16])
  func zstandard(chunk: Int) {
    let lines = TransportTests.feed.split(separator: "\n").map { "\($0)\n" }
    let frames = lines.flatMap { ZstdBytes.raw(Array($0.utf8)) }
    for bytes in [ZstdBytes.raw(Array(TransportTests.feed.utf8)), frames] {
      let reading = Reading(bytes: bytes, chunk: chunk)
      #expect(reading.error == nil)
      #expect(reading.items.map(\.title) == TransportTests.titles)
    }
    let cut = Reading(bytes: Array(frames.dropLast()), chunk: chunk)
    #expect(
      cut.error == .damaged(byteOffset: frames.count - 1, reason: "the data ends too early"))
    #expect(cut.items.first?.title == TransportTests.titles[0])
  }

  @Test("what libzstd compresses is read, with checksums, whatever its last bytes are")
  func checksums() throws {
    var random = SeededGenerator(seed: 23)
    for number in 0..<400 {
      // Blanks and numbers at the end look like the head of a block that is stored as it is.
      let blanks = String(repeating: " ", count: random.below(6))
      let newlines = String(repeating: "\n", count: random.below(3))
      let title = (0..<random.below(200)).map { _ in ["a", " ", "b", "0"][random.below(4)] }
        .joined()
      let line = "{\"title\":\"\(number)\",\"body\":\"\(title)\"}"
      let content = Array(("\n" + line + "\n" + line + blanks + newlines).utf8)
      let frame = try ZstdFrame.compressed(content, level: 1 + random.below(19))
      for chunk in [1, 5, 1 << 16] {
        let reading = Reading(bytes: frame + (number % 2 == 0 ? frame : []), chunk: chunk)
        #expect(reading.error == nil, "\(number), \(chunk)")
        #expect(reading.items.count == (number % 2 == 0 ? 4 : 2), "\(number), \(chunk)")
      }
    }
  }

  @Test("frames that are skipped, and empty blocks, have no content")
  func skippedFrames() {
    let frame = ZstdBytes.raw(Array(TransportTests.feed.utf8))
    let empty = ZstdBytes.raw([])
    let skipped = [0x5A, 0x2A, 0x4D, 0x18] + GzipBytes.little(UInt32(5)) + [1, 2, 3, 4, 5]
    let nothing = [0x50, 0x2A, 0x4D, 0x18] + GzipBytes.little(UInt32(0))
    for chunk in [1, 4, 1 << 16] {
      for bytes in [empty + skipped + frame + nothing + skipped, skipped + frame] {
        let reading = Reading(bytes: bytes, chunk: chunk)
        #expect(reading.error == nil)
        #expect(reading.items.map(\.title) == TransportTests.titles)
      }
      // The format of version 0.7, which libzstd reads too.
      let old = Reading(bytes: frame + [0x27, 0xB5, 0x2F, 0xFD] + frame.dropFirst(4), chunk: chunk)
      #expect(
        old.error
          == .damaged(byteOffset: frame.count + 1, reason: "Unknown frame descriptor"))
      #expect(old.items.map(\.title) == TransportTests.titles)
    }
  }

  @Test("the size of the pieces changes neither the items of a damaged Zstandard nor its error")
  func damagedZstandardPieces() throws {
    // Two frames, of one block and of several, with checksums.
    let compressed = try [UInt8](
      Data(contentsOf: URL(filePath: Repository.path("Fuzz/Corpus/feed-auto/zstd"))))
    #expect(Reading(bytes: compressed).items.count == 40)
    let lines = (0..<6).map { Array("{\"title\":\"\($0)\"}\n".utf8) }
    let one = ZstdBytes.raw(lines.flatMap(\.self))
    var samples: [[UInt8]] = []
    for whole in [one, lines.flatMap(ZstdBytes.raw), compressed] {
      for index in whole.indices.dropFirst(4) {
        var bytes = whole
        bytes[index] ^= 0x41
        samples.append(bytes)
        samples.append(Array(whole[..<index]))
      }
    }
    #expect(TransportTests.itemCount(inPiecesOf: samples) > samples.count)
    // Several bytes of a head, which say lengths and kinds.
    var random = SeededGenerator(seed: 22)
    samples = (0..<5000).map { number in
      let wholes = [
        one, lines.flatMap(ZstdBytes.raw), ZstdBytes.repeated(0x20, count: 40),
        lines.flatMap(ZstdBytes.windowed), ZstdBytes.windowed(lines.flatMap(\.self)),
        // The last block is as long as the head of one.
        ZstdBytes.raw(lines[0]) + ZstdBytes.windowed(Array("{}\n".utf8)),
      ]
      var bytes = wholes[number % wholes.count]
      for _ in 0...random.below(3) {
        let index = 4 + random.below(min(20, bytes.count - 4))
        bytes[index] = [0, 1, 4, 5, 0x80, 0xFF, UInt8(random.below(256))][random.below(7)]
      }
      return bytes
    }
    #expect(TransportTests.itemCount(inPiecesOf: samples) > 500)
  }
}

/// Zstandard without compression, made after RFC 8878.
enum ZstdBytes {
  /// One frame with one raw block.
  static func raw(_ bytes: [UInt8]) -> [UInt8] { frame(bytes.count, kind: 0, bytes) }

  /// One frame with one raw block, and a window of 1 KiB.
  static func windowed(_ bytes: [UInt8]) -> [UInt8] {
    var frame = raw(bytes)
    frame[4] = 0x80
    frame.insert(0, at: 5)
    return frame
  }

  /// One frame with one block that repeats a byte.
  static func repeated(_ byte: UInt8, count: Int) -> [UInt8] { frame(count, kind: 1, [byte]) }

  private static func frame(_ count: Int, kind: UInt32, _ content: [UInt8]) -> [UInt8] {
    // A single segment with a content size of four bytes, and the last block.
    let block = GzipBytes.little(UInt32(count) << 3 | kind << 1 | 1)
    return [0x28, 0xB5, 0x2F, 0xFD, 0xA0] + GzipBytes.little(UInt32(count)) + block.prefix(3)
      + content
  }
}
