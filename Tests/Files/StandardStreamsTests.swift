import Foundation
import GalleyFiles
import Testing

@Suite("Standard streams", .timeLimit(.minutes(15)))
struct StandardStreamsTests {
  /// A pipe whose ends do not wait.
  private final class Channel: Sendable {
    let reading: Int32
    let writing: Int32

    init() {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
      (reading, writing) = (ends[0], ends[1])
    }
  }

  @Test("a non-blocking pipe passes everything on, however slow both sides are")
  func passesEverything() throws {
    let channel = Channel()
    let sent = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let writer = Thread {
      // The reader finds nothing at first.
      usleep(20_000)
      let code = sent.withUnsafeBytes { StandardStreams.write($0, to: channel.writing) }
      if code == 0 { close(channel.writing) }
    }
    writer.start()
    var received: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 30_000)
    while true {
      // The writer finds the pipe full.
      if received.isEmpty { usleep(50_000) }
      let count = chunk.withUnsafeMutableBytes {
        StandardStreams.read(into: $0, from: channel.reading)
      }
      guard count > 0 else {
        #expect(count == 0)
        break
      }
      received += chunk[..<count]
    }
    close(channel.reading)
    #expect(received == sent)
  }

  @Test("a descriptor that cannot be used gives the system's error")
  func refuses() {
    let closed: Int32 = 1_000_000
    #expect([1].withUnsafeBytes { StandardStreams.write($0, to: closed) } == EBADF)
    var byte: UInt8 = 0
    let count = withUnsafeMutableBytes(of: &byte) { StandardStreams.read(into: $0, from: closed) }
    #expect(count == -Int(EBADF))
  }
}
