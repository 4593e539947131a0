internal import CDeflate
internal import CISAL

/// The CRC-32 of PNG chunks, continued from `crc`; a first call passes 0.
///
/// - Complexity: O(bytes), some 50 bytes a nanosecond.
package func crc32(_ bytes: UnsafeRawBufferPointer, continuing crc: UInt32 = 0) -> UInt32 {
  guard let start = bytes.baseAddress else { return crc }
  return crc32_gzip_refl(
    crc, start.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
}

/// The Adler-32 of zlib streams, continued from `adler`; a first call passes 1.
///
/// libdeflate's is four times as fast as ISA-L's.
///
/// - Complexity: O(bytes), some 50 bytes a nanosecond.
package func adler32(_ bytes: UnsafeRawBufferPointer, continuing adler: UInt32 = 1) -> UInt32 {
  guard let start = bytes.baseAddress else { return adler }
  return libdeflate_adler32(adler, start, bytes.count)
}
