/// Writes deflate blocks that repeat a pixel row, without a search for matches.
///
/// Long stretches of equal rows are the margins and gaps of a card. Each repeat is a copy of the bytes one row
/// earlier, which may lie in an earlier block. The last block is empty and ends on a byte boundary.
///
/// - SeeAlso: RFC 1951, §3.2.
struct RepeatedRows {
  /// The longest row in bytes that deflate can refer back to.
  static let longestRow = 32_768

  /// The bytes of a row, with its filter byte: the distance of a copy.
  let rowByteCount: Int

  private let distanceCode: Int
  private let extraBits: Int
  private let extra: UInt64

  /// - Precondition: `rowByteCount` is 4 to ``longestRow``.
  init(rowByteCount: Int) {
    precondition(4...Self.longestRow ~= rowByteCount, "deflate cannot refer back so far")
    self.rowByteCount = rowByteCount
    // §3.2.5: the two highest bits of the distance, less 1, select the code.
    let distance = rowByteCount - 1
    let bits = Int.bitWidth - 1 - distance.leadingZeroBitCount
    extraBits = bits - 1
    distanceCode = 2 * bits + (distance >> extraBits & 1)
    extra = UInt64(distance & (1 << extraBits - 1))
  }

  /// The room that ``write(_:into:)`` needs for some rows.
  func bound(_ rowCount: Int) -> Int {
    // A copy of 258 bytes takes 15 bits at most.
    rowByteCount * rowCount / 128 + 64
  }

  /// Writes `rowCount` repeats of the row before, and returns the bytes used.
  ///
  /// - Precondition: `output` has ``bound(_:)`` bytes; `rowCount` rows are 516 bytes and more.
  func write(_ rowCount: Int, into output: UnsafeMutableRawBufferPointer) -> Int {
    let count = rowByteCount * rowCount
    precondition(count >= 516 && output.count >= bound(rowCount))
    var writer = BitWriter(output)
    // A copy has 3 to 258 bytes, so a short rest is shared by two.
    var (copies, rest) = (count / 258, count % 258)
    if rest == 1 || rest == 2 {
      copies -= 1
      rest += 258
    }
    writeHead(&writer)
    // The length 258 and the distance have codes of one bit, 1 and 0.
    for _ in 0..<copies { writer.append(1 | extra << 2, bits: 2 + extraBits) }
    writer.append(0, bits: 1)
    if rest > 0 { writeFixed(rest > 258 ? [100, rest - 100] : [rest], &writer) }
    writer.flush()
    return writer.count
  }

  /// Writes the head of a block whose only symbols are its end, the length 258 and the distance (§3.2.7).
  private func writeHead(_ writer: inout BitWriter) {
    writer.append(0b100, bits: 3)
    // Codes for 286 literals and lengths, for the distances up to ours, and for 18 code lengths.
    writer.append(286 - 257, bits: 5)
    writer.append(UInt64(distanceCode), bits: 5)
    writer.append(18 - 4, bits: 4)
    // Code lengths in the order 16, 17, 18, 0, 8, …, 14, 1: those of 17, 18, 0 and 1.
    for length in [0, 3, 1, 3] as [UInt64] { writer.append(length, bits: 3) }
    for _ in 0..<13 { writer.append(0, bits: 3) }
    writer.append(2, bits: 3)
    writeZeros(256, &writer)
    writeOne(&writer)
    writeZeros(28, &writer)
    writeOne(&writer)
    writeZeros(distanceCode, &writer)
    writeOne(&writer)
  }

  /// Writes that a symbol has a code of one bit.
  private func writeOne(_ writer: inout BitWriter) { writer.append(0b01, bits: 2) }

  /// Writes that `count` symbols have no code.
  private func writeZeros(_ count: Int, _ writer: inout BitWriter) {
    var left = count
    while left > 0 {
      switch left {
      case 11...:
        let step = min(138, left)
        writer.append(UInt64(step - 11) << 1, bits: 8)
        left -= step
      case 3...10:
        writer.append(0b111 | UInt64(left - 3) << 3, bits: 6)
        left = 0
      default:
        writer.append(0b011, bits: 3)
        left -= 1
      }
    }
  }

  /// Writes copies of some lengths in a block with the fixed codes (§3.2.6).
  private func writeFixed(_ lengths: [Int], _ writer: inout BitWriter) {
    writer.append(0b010, bits: 3)
    for length in lengths {
      let above = length - 3
      let bits = max(0, Int.bitWidth - 3 - max(1, above).leadingZeroBitCount)
      let symbol = length == 258 ? 285 : 257 + (bits << 2) + (above >> bits)
      if symbol < 280 {
        writer.append(reversed: UInt64(symbol - 256), bits: 7)
      } else {
        writer.append(reversed: UInt64(0xC0 + symbol - 280), bits: 8)
      }
      if length < 258 { writer.append(UInt64(above & (1 << bits - 1)), bits: bits) }
      writer.append(reversed: UInt64(distanceCode), bits: 5)
      writer.append(extra, bits: extraBits)
    }
    writer.append(0, bits: 7)
  }
}

/// Writes bits from the lowest one on, as deflate has them.
private struct BitWriter {
  private let output: UnsafeMutableRawBufferPointer
  private var pending: UInt64 = 0
  private var pendingCount = 0
  /// The bytes written.
  private(set) var count = 0

  init(_ output: UnsafeMutableRawBufferPointer) { self.output = output }

  /// Appends at most 32 bits.
  mutating func append(_ bits: UInt64, bits bitCount: Int) {
    pending |= bits << UInt64(pendingCount)
    pendingCount += bitCount
    guard pendingCount >= 32 else { return }
    output.storeBytes(
      of: UInt32(truncatingIfNeeded: pending).littleEndian, toByteOffset: count, as: UInt32.self)
    pending >>= 32
    pendingCount -= 32
    count += 4
  }

  /// Appends a Huffman code, whose highest bit comes first.
  mutating func append(reversed code: UInt64, bits bitCount: Int) {
    var (code, bits) = (code, UInt64(0))
    for _ in 0..<bitCount {
      bits = bits << 1 | code & 1
      code >>= 1
    }
    append(bits, bits: bitCount)
  }

  /// Ends in an empty stored block, and with it on a byte boundary.
  mutating func flush() {
    append(0, bits: 3)
    append(0, bits: (8 - pendingCount % 8) % 8)
    while pendingCount > 0 {
      output[count] = UInt8(truncatingIfNeeded: pending)
      pending >>= 8
      pendingCount -= 8
      count += 1
    }
    for byte in [0, 0, 0xFF, 0xFF] as [UInt8] {
      output[count] = byte
      count += 1
    }
  }
}
