import Foundation
import Glibc
import TestCalls
import TestSupport
import Testing

@testable import GalleyFiles

/// The error number of opening `path` from within.
private func openError(_ path: String, _ flags: Int32 = O_RDONLY) -> Int32 {
  let file = open(path, flags | O_CLOEXEC, 0o666)
  guard file < 0 else {
    close(file)
    return 0
  }
  return errno
}

/// Ends the process without the work that is registered for its end: the leak sanitizer would start another process, which
/// a sandbox refuses.
private func leave() -> Never { _exit(EXIT_SUCCESS) }

/// Each test is a process of its own, because a sandbox cannot be left.
@Suite("Sandbox", .timeLimit(.minutes(15)))
struct SandboxTests {
  @Test("refuses to open a file that is not allowed, and to write where only reading is")
  func files() async {
    await #expect(processExitsWith: .success) {
      let (inputs, outputs, others) = (try TestFolder(), try TestFolder(), try TestFolder())
      let feed = try inputs.write("{}", to: "feed.jsonl")
      let secret = try others.write("secret", to: "secret")
      setenv("TMPDIR", others.path, 1)
      var sandbox = Sandbox()
      sandbox.read(feed)
      sandbox.write(fileAt: outputs.path("new/a.png"))
      let gaps = sandbox.enter()
      if gaps.contains(where: { if case .files = $0 { true } else { false } }) { return }
      try #require(openError(feed) == 0)
      try #require(openError(secret) == EACCES)
      try #require(openError("/etc/passwd") == EACCES)
      try #require(openError(others.path("new"), O_WRONLY | O_CREAT) == EACCES)
      try #require(openError(feed, O_WRONLY) == EACCES)
      try #require(openError(SampleFonts.soundPath) == 0)
      var file = try AtomicFile(outputs.path("new/a.png"), temporaries: TemporaryFiles())
      try file.write([1, 2, 3])
      try file.commit(durable: false)
      try #require(try outputs.bytes("new/a.png") == [1, 2, 3])
      leave()
    }
  }

  @Test(
    "lets the folder for temporary files be used if standard output is written, and not otherwise")
  func temporaryFolder() async {
    await #expect(processExitsWith: .success) {
      let (temporary, outputs) = (try TestFolder(), try TestFolder())
      setenv("TMPDIR", temporary.path, 1)
      var sandbox = Sandbox()
      sandbox.write(fileAt: "-")
      sandbox.write(fileAt: outputs.path("a.png"))
      if sandbox.enter().contains(where: { if case .files = $0 { true } else { false } }) { return }
      _ = try AtomicFile(spoolingTo: 1, named: "standard output", temporaries: TemporaryFiles())
      try #require(openError(temporary.path("new"), O_WRONLY | O_CREAT) == 0)
      try #require(
        openError(FileManager.default.currentDirectoryPath + "/galley-sandbox", O_WRONLY | O_CREAT)
          == EACCES)
      leave()
    }
  }

  @Test("refuses to signal other processes")
  func processes() async {
    await #expect(processExitsWith: .success) {
      let parent = getppid()
      let gaps = Sandbox().enter()
      if gaps.contains(where: { if case .calls = $0 { true } else { false } }) { return }
      try #require(kill(parent, 0) == -1 && errno == EPERM)
      // A process may still end itself by a signal.
      signal(SIGUSR2, SIG_IGN)
      try #require(raise(SIGUSR2) == 0)
      leave()
    }
  }

  @Test("refuses rights of files by their path, limits of other processes, and typed characters")
  func rights() async {
    await #expect(processExitsWith: .success) {
      let folder = try TestFolder()
      let path = try folder.write("a", to: "a")
      var sandbox = Sandbox()
      sandbox.write(fileAt: folder.path("b"))
      let file = open(path, O_RDWR)
      let gaps = sandbox.enter()
      if gaps.contains(where: { if case .calls = $0 { true } else { false } }) { return }
      try #require(chmod(path, 0o600) == -1 && errno == EPERM)
      try #require(chown(path, 1, 1) == -1 && errno == EPERM)
      try #require(lchown(path, 1, 1) == -1 && errno == EPERM)
      // An open file keeps its calls: a new file gets the rights of the old one.
      try #require(fchmod(file, 0o600) == 0)
      try #require(unrefused_calls(path) == 0)
      leave()
    }
  }

  @Test("refuses to empty a file that may only be read, also where Landlock does not see it")
  func truncation() async {
    for version: Int32 in [2, 3, 9] {
      await #expect(processExitsWith: .success) { [version = version as Int32] in
        let (inputs, outputs) = (try TestFolder(), try TestFolder())
        let (input, secret) = (try inputs.write("a", to: "a"), try inputs.write("b", to: "b"))
        let output = try outputs.write("c", to: "c")
        var sandbox = Sandbox()
        sandbox.read(input)
        sandbox.write(fileAt: output)
        if !sandbox.enter(landlockVersion: min(version, Sandbox.landlockVersion)).isEmpty { return }
        try #require(truncate(input, 0) == -1 && truncate(secret, 0) == -1)
        for mode in [O_RDONLY, O_ACCMODE] {
          try #require(openError(input, mode | O_TRUNC) != 0)
          try #require(openError(secret, mode | O_TRUNC) != 0)
        }
        try #require(try inputs.bytes("a").count == 1)
        // openat2 does no more than the other two.
        let folder = try ConfinedFolder(path: inputs.path)
        try #require(try folder.read("a", byteLimit: 10).count == 1)
        try #require(openError(output, O_WRONLY | O_TRUNC) == 0)
        try #require(try outputs.bytes("c").isEmpty)
        leave()
      }
    }
  }

  @Test("refuses connections and programs")
  func calls() async {
    await #expect(processExitsWith: .success) {
      let gaps = Sandbox().enter()
      if gaps.contains(where: { if case .calls = $0 { true } else { false } }) { return }
      for family in [AF_INET, AF_INET6, AF_UNIX] {
        try #require(socket(family, Int32(SOCK_STREAM.rawValue), 0) == -1 && errno == EPERM)
      }
      var address = sockaddr()
      try #require(connect(0, &address, socklen_t(MemoryLayout<sockaddr>.size)) == -1)
      try #require(errno == EPERM)
      var arguments: [UnsafeMutablePointer<CChar>?] = [nil]
      try #require(execv("/bin/true", &arguments) == -1 && errno == EPERM)
      // Threads and files still work.
      var thread = pthread_t()
      try #require(pthread_create(&thread, nil, { _ in nil }, nil) == 0)
      pthread_join(thread, nil)
      leave()
    }
  }
}
