internal import CLinux

/// The addresses that the process may use; for a program, not for a library in another program.
package enum AddressSpace {
  /// The limit in bytes, as `ulimit -v` or `-d` sets it; `nil` if there is none.
  package static var limit: Int? {
    let limit = galley_memory_limit()
    return limit < 0 ? nil : Int(limit)
  }

  /// Lets all threads allocate from one heap.
  ///
  /// Otherwise glibc reserves 64 to 128 MiB of addresses for each thread, whether it needs them or not.
  package static func shareHeap() { _ = mallopt(M_ARENA_MAX, 1) }
}
