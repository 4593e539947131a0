internal import CLinux

/// The use of freed memory; for a program, not for a library in another program.
package enum FreedMemory {
  /// Lets the allocator keep at most 256 KiB of freed memory for each thread.
  ///
  /// Otherwise glibc raises that limit with each larger block that is freed, up to 64 MiB.
  package static func returnSoon() { _ = mallopt(M_TRIM_THRESHOLD, 256 << 10) }
}
