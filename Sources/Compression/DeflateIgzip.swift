internal import CISAL

/// ISA-L's stateless deflate with its stream and tables.
///
/// Levels 1 and 2 give equal bytes on AVX-512, AVX2 and SSE4.2; level 3 does not, so it is not used.
final class IgzipStream {
  // Allocated here, freed in deinit, and used by this object alone.
  private let slot: IgzipSlot
  private var stream: UnsafeMutablePointer<isal_zstream> { slot.stream }
  private let table: UnsafeMutableBufferPointer<UInt8>
  private let level: UInt32

  init(level: UInt32, tableSize: Int) {
    self.level = level
    self.table = .allocate(capacity: tableSize)
    // The buckets of levels 1 and 2, ISA-L's IGZIP_HASH8K and IGZIP_HASH_HIST.
    self.slot = IgzipSlot(bucketCount: level == 1 ? 8 << 10 : 32 << 10)
  }

  deinit {
    table.deallocate()
  }

  func deflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int {
    isal_deflate_stateless_init(stream)
    // The initializer leaves this field as it was; 0 is the whole window.
    stream.pointee.hist_bits = 0
    stream.pointee.level = level
    stream.pointee.level_buf = table.baseAddress
    stream.pointee.level_buf_size = UInt32(table.count)
    stream.pointee.flush = UInt16(FULL_FLUSH)
    stream.pointee.end_of_stream = 0
    // ISA-L only reads its input, though its field is not const.
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(output.count)
    let status = isal_deflate_stateless(stream)
    precondition(status == COMP_OK, "igzip failed with \(status) on \(input.count) bytes")
    return Int(stream.pointee.total_out)
  }
}
