internal import CLinux
import Glibc

/// Standard input, output and error, in any state in which the process may get them.
///
/// They belong to other processes as well, and each of these may have closed a stream, have ended, or have made
/// the stream non-blocking.
package enum StandardStreams {
  /// Opens a substitute for each of the three streams that is closed.
  ///
  /// Otherwise the next file that is opened would get the number of that stream, and messages or records would
  /// go into the file. A substitute is opened for the wrong direction, so that its use fails with `EBADF`, like
  /// that of a closed stream.
  ///
  /// Call it before any file is opened.
  package static func reserve() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is `number`, since all below it are open by now.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes `text` to standard error; text that cannot be written is lost.
  ///
  /// Waits for a reader that is slow, as a write to a blocking stream does.
  package static func tell(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  }

  /// Gives what C libraries print to their stream of errors to `take`, line by line, on any thread.
  ///
  /// Descriptor 2 stays as it is. `take` returns the number of bytes that it was given.
  ///
  /// Call it once, before any other thread is started.
  package static func divertMessages(
    to take: @escaping @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int) -> Int
  ) { galley_divert_messages(take) }

  /// Writes all of `bytes` to an open descriptor; the result is 0 or an `errno`.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    Descriptor(descriptor, closes: false).write(bytes)
  }

  /// Reads some bytes of an open descriptor, waiting for them; the result is their number, 0 at the end,
  /// or `-errno`.
  package static func read(
    into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32
  ) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: wait(for: POLLIN, of: descriptor)
      case let code: return -Int(code)
      }
    }
  }

  /// Waits until a non-blocking descriptor can be read or written, or has an error.
  static func wait(for event: Int32, of descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    poll(&request, 1, -1)
  }
}
