/// Working memory with one owner, kept from use to use.
///
/// A fresh page costs more than the work done in it, so scratch only grows.
package struct Scratch: ~Copyable {
  /// The memory; its contents are whatever was last written.
  // Allocated and freed here alone; the owner sees to it that no pointer outlives a `reserve`.
  package private(set) var bytes: UnsafeMutableRawBufferPointer

  /// Scratch of no size.
  package init() {
    bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  deinit { bytes.deallocate() }

  /// Makes room for `count` bytes; the first `kept` of the old ones stay.
  package mutating func reserve(_ count: Int, keeping kept: Int = 0) {
    guard count > bytes.count else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: kept == 0 ? count : max(count, bytes.count * 2), alignment: 64)
    let old = bytes[..<min(kept, bytes.count)]
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: old))
    bytes.deallocate()
    bytes = larger
  }
}
