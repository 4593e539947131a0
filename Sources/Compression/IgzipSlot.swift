internal import CISAL
import GalleyFiles
import Glibc

/// Memory for igzip's stream at an address that makes its output a function of its input.
///
/// ISA-L's x86 match finder files the third byte of its input under a hash of the stream's address
/// instead of the byte's own (`shr $16, %rcx` on a register that holds the stream, in the path
/// without history). The entry is harmless, since matches are verified, but which match is found
/// later depends on where the stream happens to lie: one byte differed in some of 200 runs. Here
/// all streams lie where that hash is 0.
struct IgzipSlot: ~Copyable {
  private static let size = (MemoryLayout<isal_zstream>.size + 0xFFFF) & ~0xFFFF

  let stream: UnsafeMutablePointer<isal_zstream>

  /// Maps a slot for a match finder of `bucketCount` hash buckets, a power of two.
  init(bucketCount: Int) {
    let base = Self.map(near: nil) ?? 0
    var found: UInt?
    if base != 0 {
      munmap(UnsafeMutableRawPointer(bitPattern: base), Self.size)
      found = Self.search(from: base & ~0xFFFF, bucketCount: bucketCount)
    }
    guard let found, let memory = UnsafeMutableRawPointer(bitPattern: found) else {
      MemoryFailure.end("the deflater")
    }
    stream = memory.bindMemory(to: isal_zstream.self, capacity: 1)
    stream.initialize(to: isal_zstream())
  }

  deinit { munmap(stream, Self.size) }

  /// Maps a slot near `start` whose hash is 0.
  ///
  /// One address in `bucketCount` will do; each is a step of 64 KiB away, most of them free. Below there
  /// is room as a rule; under Valgrind, which begins at the bottom, above.
  private static func search(from start: UInt, bucketCount: Int) -> UInt? {
    let mask = UInt32(bucketCount - 1)
    let steps = UInt(bucketCount * 256)
    // A loop of its own, since the tests make many encoders without an optimizer.
    func find(_ addresses: (UInt) -> UInt, count: UInt) -> UInt? {
      crcOfByte.withUnsafeBufferPointer { table in
        var step: UInt = 0
        while step < count {
          let address = addresses(step)
          let key = UInt32(truncatingIfNeeded: address >> 16)
          if crc32c(key, table) & mask == 0, let found = map(near: address) { return found }
          step += 1
        }
        return nil
      }
    }
    return find({ start - $0 << 16 }, count: min(steps, start >> 17))
      ?? find({ start + ($0 + 1) << 16 }, count: steps)
  }

  /// Maps memory at exactly `address`, or anywhere; `nil` if something is there already.
  private static func map(near address: UInt?) -> UInt? {
    // Fails instead of replacing another mapping; Glibc's module does not have the constant.
    let noReplace: Int32 = address == nil ? 0 : 0x100000
    let memory = mmap(
      UnsafeMutableRawPointer(bitPattern: address ?? 0), size, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | noReplace, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    let place = UInt(bitPattern: memory)
    guard address == nil || address == place else {
      munmap(memory, size)
      return nil
    }
    return place
  }
}

/// The CRC-32C of four bytes as x86's `crc32` instruction computes it: from 0, without inversion.
private func crc32c(_ value: UInt32, _ table: UnsafeBufferPointer<UInt32>) -> UInt32 {
  table[Int(value >> 24)] ^ table[256 + Int(value >> 16 & 0xFF)]
    ^ table[512 + Int(value >> 8 & 0xFF)] ^ table[768 + Int(value & 0xFF)]
}

/// The CRC-32C of a byte that is followed by none to three zero bytes.
private let crcOfByte: [UInt32] = (0..<4).flatMap { zeros in
  (0..<256).map { byte in
    var crc = UInt32(byte)
    for _ in 0..<8 * (zeros + 1) { crc = crc >> 1 ^ (crc & 1 == 1 ? 0x82F6_3B78 : 0) }
    return crc
  }
}
