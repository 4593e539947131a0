import Glibc
import GalleyHandles

/// Rows of pixels in PNG's uncompressed form: a filter byte 0, then the channels.
///
/// Filter 0 is the fastest and gives the smallest files for text. This is working memory with one
/// owner.
struct RawRows: ~Copyable {
  private var scratch = Scratch()
  private var dither = Dither()
  private(set) var byteCount = 0

  /// The rows so far; valid until the next mutation.
  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: scratch.bytes[..<byteCount])
  }

  /// Removes the rows and keeps the memory.
  mutating func removeAll() { byteCount = 0 }

  /// Appends rows of `pixels`: native-endian premultiplied ARGB32 or RGB24, Cairo's formats.
  ///
  /// Dithering starts anew, unless the rows `continue` those of the last call.
  mutating func append(
    _ pixels: UnsafeRawBufferPointer, stride: Int, width: Int, rows: Range<Int>,
    as colorType: PNGColorType, continues: Bool = false
  ) {
    guard let start = pixels.baseAddress, !rows.isEmpty else { return }
    if colorType.bitDepth < 8, !continues { dither.start(width: width) }
    let rowByteCount = colorType.rowByteCount(width: width)
    var target = grow(by: rows.count * rowByteCount)
    var converted: (source: UnsafeRawPointer, target: UnsafeMutableRawPointer)?
    for row in rows {
      let source = start + row * stride
      if colorType.bitDepth < 8 {
        target.storeBytes(of: 0, as: UInt8.self)
        dither.convert(source, into: target + 1, count: width, bitDepth: colorType.bitDepth)
      } else if let converted, memcmp(source, converted.source, 4 * width) == 0 {
        // Most rows of a card are margins and gaps, equal to the row above, which is already
        // converted.
        target.copyMemory(from: converted.target, byteCount: rowByteCount)
      } else {
        target.storeBytes(of: 0, as: UInt8.self)
        convert(source, into: target + 1, count: width, as: colorType)
      }
      converted = (source, target)
      target += rowByteCount
    }
  }

  /// Appends rows of eight bits a channel, up to a run of rows that equal the row before.
  ///
  /// Stops at the first run of at least `runs.lowerBound` rows, of which at most `runs.upperBound` count, and which
  /// are not appended, or once there are `byteLimit` bytes.
  ///
  /// The rows of each of the `known` runs equal its first one, and the others are not read; those that end are removed.
  ///
  /// - Returns: The run, or an empty one where it stopped.
  mutating func append(
    _ pixels: UnsafeRawBufferPointer, stride: Int, width: Int, rows: Range<Int>,
    as colorType: PNGColorType, untilRunOf runs: ClosedRange<Int>, byteLimit: Int,
    known: inout ArraySlice<Range<Int>>
  ) -> Range<Int> {
    guard let start = pixels.baseAddress else { return rows.upperBound..<rows.upperBound }
    let rowByteCount = colorType.rowByteCount(width: width)
    var first = rows.lowerBound
    while first < rows.upperBound, byteCount < byteLimit {
      let source = start + first * stride
      var next = first + 1
      // Most rows of a card are margins and gaps, equal to the row above.
      let end = min(rows.upperBound, first + 1 + runs.upperBound)
      while next < end {
        while let run = known.first, run.upperBound <= next { known.removeFirst() }
        if let run = known.first, run.lowerBound < next {
          next = min(end, run.upperBound)
        } else if stride == 0 || memcmp(start + next * stride, source, 4 * width) == 0 {
          next += 1
        } else {
          break
        }
      }
      let target = grow(by: rowByteCount)
      target.storeBytes(of: 0, as: UInt8.self)
      convert(source, into: target + 1, count: width, as: colorType)
      let repeats = first + 1..<next
      if repeats.count >= runs.lowerBound { return repeats }
      if !repeats.isEmpty {
        let copies = grow(by: repeats.count * rowByteCount)
        let row = copies - rowByteCount
        for index in 0..<repeats.count {
          (copies + index * rowByteCount).copyMemory(from: row, byteCount: rowByteCount)
        }
      }
      first = next
    }
    return first..<first
  }

  private func convert(
    _ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int,
    as colorType: PNGColorType
  ) {
    switch colorType {
    case .rgb: convertToRGB(source, into: target, count: count)
    case .rgba: convertToStraightRGBA(source, into: target, count: count)
    case .gray1, .gray2, .gray4, .gray8: convertToGray(source, into: target, count: count)
    }
  }

  /// Appends `rowCount` rows that all have the premultiplied pixels of `row`.
  mutating func append(
    repeating row: [UInt32], rowCount: Int, as colorType: PNGColorType, continues: Bool = false
  ) {
    guard rowCount > 0 else { return }
    let rowByteCount = colorType.rowByteCount(width: row.count)
    // Dithered rows of equal pixels differ.
    let converted = colorType.bitDepth < 8 ? rowCount : 1
    row.withUnsafeBytes {
      append(
        $0, stride: 0, width: row.count, rows: 0..<converted, as: colorType, continues: continues)
    }
    guard converted < rowCount else { return }
    let first = grow(by: (rowCount - 1) * rowByteCount) - rowByteCount
    for index in 1..<rowCount {
      (first + index * rowByteCount).copyMemory(from: first, byteCount: rowByteCount)
    }
  }

  /// Reserves `count` more bytes and returns their start.
  private mutating func grow(by count: Int) -> UnsafeMutableRawPointer {
    scratch.reserve(byteCount + count, keeping: byteCount)
    guard let start = scratch.bytes.baseAddress else { preconditionFailure("rows have bytes") }
    defer { byteCount += count }
    return start + byteCount
  }
}

/// Converts premultiplied ARGB32 pixels to bytes R, G, B, A with straight alpha.
///
/// Rounds as Cairo does, (channel × 255 + alpha / 2) / alpha; a channel above its alpha, which no
/// drawing makes, counts as 255.
///
/// - Complexity: O(count), about 1 pixel per nanosecond.
func convertToStraightRGBA(
  _ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int
) {
  for index in 0..<count {
    let pixel = source.load(fromByteOffset: 4 * index, as: UInt32.self)
    let alpha = pixel >> 24
    var straight: UInt32
    switch alpha {
    case 255:
      straight = pixel.byteSwapped >> 8 | 0xFF00_0000
    case 0:
      straight = 0
    default:
      straight = alpha << 24
      for shift in [0, 8, 16] as [UInt32] {
        let channel = (pixel >> (16 - shift) & 0xFF) * 255 + alpha / 2
        straight |= min(255, channel / alpha) << shift
      }
    }
    target.storeBytes(of: straight.littleEndian, toByteOffset: 4 * index, as: UInt32.self)
  }
}
