internal import CLinux

/// What happens to memory that is freed; for programs, not for libraries within others.
package enum FreedMemory {
  /// Lets the allocator keep no more than 256 KiB of it for each thread.
  ///
  /// Otherwise glibc raises that limit with each larger block that is freed, up to 64 MiB.
  package static func returnSoon() { _ = mallopt(M_TRIM_THRESHOLD, 256 << 10) }
}
