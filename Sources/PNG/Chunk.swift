import GalleyCompression

/// A PNG chunk: length, type, payload, CRC.
///
/// - SeeAlso: PNG (Third Edition), §5.3.
enum Chunk {
  /// The bytes before the payload.
  static let headSize = 8
  /// The bytes of a chunk without its payload.
  static let overhead = 12
  /// The longest payload that the format allows.
  static let maximumPayload = Int(Int32.max)

  /// Returns the first four bytes of `type`, in file order.
  static func code(_ type: StaticString) -> UInt32 {
    type.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  static let imageData = code("IDAT")

  /// Appends a whole chunk to `bytes`.
  static func append(_ type: UInt32, _ payload: [UInt8], to bytes: inout [UInt8]) {
    payload.withUnsafeBytes { append(type, $0, to: &bytes) }
  }

  /// Appends a whole chunk to `bytes`.
  static func append(
    _ type: UInt32, _ payload: UnsafeRawBufferPointer, to bytes: inout [UInt8]
  ) {
    let start = bytes.count
    bytes.append(bigEndian: UInt32(payload.count))
    bytes.append(bigEndian: type)
    bytes.append(contentsOf: payload)
    let crc = bytes.withUnsafeBytes { crc32(.init(rebasing: $0[(start + 4)...])) }
    bytes.append(bigEndian: crc)
  }

  /// Completes a chunk whose payload is already in place.
  ///
  /// The payload starts ``headSize`` bytes after the start of `bytes` and ends four bytes before
  /// its end.
  static func close(_ type: UInt32, around bytes: UnsafeMutableRawBufferPointer) {
    let payloadEnd = bytes.count - 4
    bytes.store(bigEndian: UInt32(payloadEnd - headSize), at: 0)
    bytes.store(bigEndian: type, at: 4)
    let crc = crc32(UnsafeRawBufferPointer(rebasing: bytes[4..<payloadEnd]))
    bytes.store(bigEndian: crc, at: payloadEnd)
  }
}

extension [UInt8] {
  /// Appends the four bytes of `value`, most significant first.
  mutating func append(bigEndian value: UInt32) {
    for shift in [24, 16, 8, 0] as [UInt32] { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Stores the four bytes of `value`, most significant first.
  func store(bigEndian value: UInt32, at offset: Int) {
    storeBytes(of: value.bigEndian, toByteOffset: offset, as: UInt32.self)
  }
}
