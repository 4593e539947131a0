internal import CZlib

/// The chunks of a PNG and its inflated data, read strictly by the format with zlib.
package struct PNGStructure {
  package struct Malformed: Error, CustomStringConvertible {
    package var description: String
    init(_ description: String) { self.description = description }
  }

  /// Type and payload size of each chunk.
  package var chunks: [(type: String, size: Int)] = []
  /// The filter byte and pixels of each row.
  package var raw: [UInt8] = []

  /// Reads `bytes`; a wrong CRC, a wrong Adler-32 or anything after the end is an error.
  package init(_ bytes: [UInt8]) throws(Malformed) {
    guard bytes.starts(with: [137, 80, 78, 71, 13, 10, 26, 10]) else {
      throw Malformed("signature")
    }
    var stream: [UInt8] = []
    var position = 8
    func number(at offset: Int) -> Int {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    while position + 12 <= bytes.count {
      let size = number(at: position)
      guard position + 12 + size <= bytes.count else { throw Malformed("length at \(position)") }
      let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
      let checked = Array(bytes[position + 4..<position + 8 + size])
      guard Int(crc32(0, checked, UInt32(checked.count))) == number(at: position + 8 + size) else {
        throw Malformed("CRC of \(type) at \(position)")
      }
      chunks.append((type, size))
      if type == "IDAT" { stream += checked[4...] }
      position += 12 + size
    }
    guard position == bytes.count, chunks.last?.type == "IEND" else { throw Malformed("end") }
    try inflateAll(stream)
  }

  private mutating func inflateAll(_ stream: [UInt8]) throws(Malformed) {
    var state = z_stream()
    var stream = stream
    var block = [UInt8](repeating: 0, count: 1 << 16)
    guard inflateInit_(&state, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw Malformed("no memory")
    }
    defer { inflateEnd(&state) }
    var status = Z_OK
    let count = stream.count
    stream.withUnsafeMutableBufferPointer { input in
      state.next_in = input.baseAddress
      state.avail_in = UInt32(count)
      while status == Z_OK {
        block.withUnsafeMutableBufferPointer { output in
          state.next_out = output.baseAddress
          state.avail_out = UInt32(output.count)
          status = inflate(&state, Z_NO_FLUSH)
        }
        raw += block[..<(block.count - Int(state.avail_out))]
      }
    }
    guard status == Z_STREAM_END else { throw Malformed("zlib stream: \(status)") }
    guard state.avail_in == 0 else { throw Malformed("\(state.avail_in) bytes after the stream") }
  }
}
