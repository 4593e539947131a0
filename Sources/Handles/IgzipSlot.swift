internal import CISAL
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
      // One address in `bucketCount` will do; each is a step of 64 KiB away, most of them free. Below
      // there is room as a rule; under Valgrind, which begins at the bottom, above.
      let start = base & ~0xFFFF
      let steps = UInt(bucketCount * 256)
      let below = (0..<min(steps, base >> 17)).lazy.map { start - $0 << 16 }
      let above = (1..<steps).lazy.map { start + $0 << 16 }
      for address in [AnySequence(below), AnySequence(above)].joined()
      where crc32c(UInt32(truncatingIfNeeded: address >> 16)) & UInt32(bucketCount - 1) == 0 {
        found = Self.map(near: address)
        if found != nil { break }
      }
    }
    guard let found, let memory = UnsafeMutableRawPointer(bitPattern: found) else {
      preconditionFailure("no memory for the deflater")
    }
    stream = memory.bindMemory(to: isal_zstream.self, capacity: 1)
    stream.initialize(to: isal_zstream())
  }

  deinit { munmap(stream, Self.size) }

  /// Maps memory at exactly `address`, or anywhere; `nil` if something is there already.
  private static func map(near address: UInt?) -> UInt? {
    // Fails instead of replacing what is mapped there; Glibc's module does not have the constant.
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
private func crc32c(_ value: UInt32) -> UInt32 {
  crcOfByte[0][Int(value >> 24)] ^ crcOfByte[1][Int(value >> 16 & 0xFF)]
    ^ crcOfByte[2][Int(value >> 8 & 0xFF)] ^ crcOfByte[3][Int(value & 0xFF)]
}

/// The CRC-32C of a byte that is followed by none to three zero bytes.
private let crcOfByte: [[UInt32]] = (0..<4).map { zeros in
  (0..<256).map { byte in
    var crc = UInt32(byte)
    for _ in 0..<8 * (zeros + 1) { crc = crc >> 1 ^ (crc & 1 == 1 ? 0x82F6_3B78 : 0) }
    return crc
  }
}
