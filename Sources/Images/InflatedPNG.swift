internal import CISAL
internal import CSPNG
import GalleyCompression

/// Gives libspng a PNG whose pixels are inflated already, since ISA-L inflates them in a fraction of zlib's time.
///
/// It presents the chunks of the file in their order; in place of the compressed data it has the same data in stored
/// blocks, which zlib only copies. Pieces are made when libspng asks for them, so that a large picture is never in
/// memory as a whole. All checksums are compared here. A file with any fault ends the stream, and the caller lets
/// libspng read the file itself, which names the fault.
final class InflatedPNG {
  private enum Stage {
    case signature, chunks, pixels, afterPixels
  }

  private let file: UnsafeBufferPointer<UInt8>
  // Allocated in `init`, freed in `deinit`, and used by this object alone.
  private let state: UnsafeMutablePointer<inflate_state>
  private var stage = Stage.signature
  /// The first byte of the file that is not presented yet.
  private var place = 0
  /// The end of the data of the compressed chunk at `place`.
  private var dataEnd = 0
  /// The bytes of the stream that are ready, of which `taken` are gone.
  private var piece: [UInt8] = []
  private var taken = 0
  private var adler: UInt32 = 1
  private var isFirstPiece = true

  /// The largest length of a stored block.
  private static let blockSize = 65_535
  /// The least size of a file for which the stream pays.
  static let leastFileSize = 64 << 10

  /// A stream of `file`, which the caller lends until libspng is done.
  init(_ file: UnsafeBufferPointer<UInt8>) {
    self.file = file
    state = .allocate(capacity: 1)
    isal_inflate_init(state)
    state.pointee.crc_flag = UInt32(ISAL_ZLIB)
    piece.reserveCapacity(Self.blockSize + 64)
  }

  deinit { state.deallocate() }

  /// Makes this stream the source of a decoder; it has to live as long as the decoder reads.
  func connect(to context: OpaquePointer) -> Int32 {
    // This stream compares the checksums of the file, and its own chunks have none.
    let code = spng_set_crc_action(
      context, Int32(SPNG_CRC_USE.rawValue), Int32(SPNG_CRC_USE.rawValue))
    guard code == 0 else { return code }
    return spng_set_png_stream(
      context,
      { _, user, target, count in
        guard let user, let target else { return Int32(SPNG_IO_ERROR.rawValue) }
        let stream = Unmanaged<InflatedPNG>.fromOpaque(user).takeUnretainedValue()
        return stream.read(into: target, count: count)
          ? 0 : Int32(SPNG_IO_ERROR.rawValue)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func read(into target: UnsafeMutableRawPointer, count: Int) -> Bool {
    var done = 0
    while done < count {
      if taken == piece.count {
        piece.removeAll(keepingCapacity: true)
        taken = 0
        guard makePiece() else { return false }
      }
      let part = min(count - done, piece.count - taken)
      piece.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        (target + done).copyMemory(from: start + taken, byteCount: part)
      }
      done += part
      taken += part
    }
    return true
  }

  /// Makes the next piece; `false` at the end of the file, and at a fault.
  private func makePiece() -> Bool {
    switch stage {
    case .signature:
      guard file.count >= 8 else { return false }
      piece += file[..<8]
      place = 8
      stage = .chunks
      return true
    case .chunks, .afterPixels:
      while let chunk = chunk() {
        if chunk.isPixels {
          guard stage == .chunks else {
            // Compressed data after its end, which libspng ignores too.
            place = chunk.end
            continue
          }
          stage = .pixels
          begin(chunk)
          return makePixels()
        }
        piece += file[place..<chunk.end]
        place = chunk.end
        return true
      }
      return false
    case .pixels: return makePixels()
    }
  }

  /// A chunk of the file, whose checksum is right.
  private struct Chunk {
    var isPixels: Bool
    var data: Range<Int>
    var end: Int { data.upperBound + 4 }
  }

  /// The chunk at `place`; `nil` if there is no sound one.
  private func chunk() -> Chunk? {
    guard file.count - place >= 12 else { return nil }
    let length = number(place)
    guard length <= file.count - place - 12 else { return nil }
    let data = place + 8..<place + 8 + length
    let checked = UnsafeRawBufferPointer(
      rebasing: UnsafeRawBufferPointer(file)[data.lowerBound - 4..<data.upperBound])
    guard crc32(checked) == UInt32(number(data.upperBound)) else { return nil }
    return Chunk(isPixels: file[place + 4..<place + 8].elementsEqual("IDAT".utf8), data: data)
  }

  private func number(_ offset: Int) -> Int {
    file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private func begin(_ chunk: Chunk) {
    place = chunk.data.lowerBound
    dataEnd = chunk.data.upperBound
  }

  /// Makes a chunk with the next block of pixels.
  private func makePixels() -> Bool {
    piece += [0, 0, 0, 0]
    piece += "IDAT".utf8
    if isFirstPiece { piece += [0x78, 0x01] }
    isFirstPiece = false
    let head = piece.count
    piece += [UInt8](repeating: 0, count: 5 + Self.blockSize)
    guard let count = inflate(at: head + 5) else { return false }
    piece.removeLast(Self.blockSize - count)
    piece[head + 1] = UInt8(truncatingIfNeeded: count)
    piece[head + 2] = UInt8(truncatingIfNeeded: count >> 8)
    piece[head + 3] = ~piece[head + 1]
    piece[head + 4] = ~piece[head + 2]
    if state.pointee.block_state == ISAL_BLOCK_FINISH {
      piece += [1, 0, 0, 0xFF, 0xFF]
      append(adler)
      stage = .afterPixels
      place = dataEnd + 4
    }
    let length = UInt32(piece.count - 8)
    for index in 0..<4 { piece[index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
    append(0)
    return true
  }

  private func append(_ number: UInt32) {
    for shift in [24, 16, 8, 0] { piece.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
  }

  /// Inflates up to ``blockSize`` bytes into the piece, and returns their number; `nil` at a fault.
  private func inflate(at offset: Int) -> Int? {
    let isSound = piece.withUnsafeMutableBufferPointer { piece -> Bool in
      guard let output = piece.baseAddress, let input = file.baseAddress else { return false }
      state.pointee.next_out = output + offset
      state.pointee.avail_out = UInt32(Self.blockSize)
      while true {
        let count = min(dataEnd - place, 1 << 30)
        // ISA-L only reads its input, though its field is not const.
        state.pointee.next_in = UnsafeMutablePointer(mutating: input + place)
        state.pointee.avail_in = UInt32(count)
        guard isal_inflate(state) == ISAL_DECOMP_OK else { return false }
        place += count - Int(state.pointee.avail_in)
        guard state.pointee.avail_out > 0, state.pointee.block_state != ISAL_BLOCK_FINISH else {
          return true
        }
        // Only now: ISA-L may hold bytes of the pixels after it has read all of its input.
        guard place == dataEnd else { continue }
        place = dataEnd + 4
        guard let next = chunk(), next.isPixels else { return false }
        begin(next)
      }
    }
    guard isSound else { return nil }
    let count = Self.blockSize - Int(state.pointee.avail_out)
    adler = piece.withUnsafeBytes { bytes in
      adler32(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]), continuing: adler)
    }
    return count
  }
}
