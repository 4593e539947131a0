import Glibc

/// The memory of this process that is resident, as the kernel counts it.
package final class ResidentMemory: Sendable {
  private let file: Descriptor?

  /// Opens the kernel's count; without `/proc` it is always 0.
  package init() {
    let number = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    file = number < 0 ? nil : Descriptor(number)
  }

  /// The number of bytes now.
  ///
  /// - Complexity: One system call.
  package var byteCount: Int {
    guard let file else { return 0 }
    let bytes = withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      Array(buffer.prefix(max(0, pread(file.number, buffer.baseAddress, buffer.count, 0))))
    }
    let words = bytes.split(separator: UInt8(ascii: " "))
    guard words.count > 1 else { return 0 }
    return (Int(String(decoding: words[1], as: UTF8.self)) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
