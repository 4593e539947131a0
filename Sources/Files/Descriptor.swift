import Glibc

/// An open file descriptor, closed at the end of the last reference.
final class Descriptor: Sendable {
  /// The system's number for it.
  let number: Int32
  private let closes: Bool

  /// Takes over `number`, or borrows it if it is not to be closed.
  init(_ number: Int32, closes: Bool = true) {
    self.number = number
    self.closes = closes
  }

  deinit {
    if closes { close(number) }
  }

  /// Writes all of `bytes` at the current offset; the result is 0 or an `errno`.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    repeated(bytes.count) { done in
      Glibc.write(number, bytes.baseAddress.map { $0 + done }, bytes.count - done)
    }
  }

  /// Writes all of `bytes` at `offset`; the result is 0 or an `errno`.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
    repeated(bytes.count) { done in
      pwrite(
        number, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
    }
  }

  /// Copies this whole file to `target`, from its start; the result is 0 or an `errno`.
  func copy(to target: Descriptor) -> Int32 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while true {
      let count = pread(number, buffer.baseAddress, buffer.count, off_t(offset))
      if count == 0 { return 0 }
      guard count > 0 else {
        if errno == EINTR { continue }
        return errno
      }
      let code = target.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      guard code == 0 else { return code }
      offset += count
    }
  }

  /// Repeats `call` until `count` bytes are written: a call may be interrupted, write fewer bytes, or find a
  /// full pipe that another process made non-blocking.
  private func repeated(_ count: Int, _ call: (_ done: Int) -> Int) -> Int32 {
    var done = 0
    while done < count {
      let written = call(done)
      switch written < 0 ? errno : 0 {
      case 0:
        guard written > 0 else { return EIO }
        done += written
      case EINTR:
        continue
      case EAGAIN:
        StandardStreams.wait(for: POLLOUT, of: number)
      case let code:
        return code
      }
    }
    return 0
  }
}
