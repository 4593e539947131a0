import Foundation
import TestSupport
import Testing

@Suite("Videos", .timeLimit(.minutes(15)))
struct VideoTests {
  private let everyday = Repository.feed("everyday.jsonl")

  /// A folder with a program called `ffmpeg` that runs `script`, whose last argument is the video.
  private func program(_ script: String) throws -> TestFolder {
    let folder = try TestFolder()
    let path = folder.path("ffmpeg")
    try Data("#!/bin/sh\nfor video; do :; done\n\(script)\n".utf8)
      .write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return folder
  }

  private func scroll(_ video: String, program: TestFolder, temporary: TestFolder) throws
    -> CommandOutput
  {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try GalleyRunner.scroll(
      [everyday, "--video", video, "--seconds", "0.2", "--quiet"],
      environment: ["PATH": program.path + ":" + path, "TMPDIR": temporary.path])
  }

  @Test("appear when the program has made them, and leave no temporary")
  func appears() throws {
    let (folder, temporary) = (try TestFolder(), try TestFolder())
    let program = try program("printf film > \"$video\"")
    let run = try scroll(folder.path("new/scroll.mp4"), program: program, temporary: temporary)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.bytes("new/scroll.mp4") == Array("film".utf8))
    #expect(try temporary.names() == [])
  }

  @Test("stay as they were where the program fails")
  func stays() throws {
    let (folder, temporary) = (try TestFolder(), try TestFolder())
    try Data("older".utf8).write(to: URL(fileURLWithPath: folder.path("scroll.mp4")))
    let program = try program("printf half > \"$video\"; echo too bad >&2; exit 3")
    let run = try scroll(folder.path("scroll.mp4"), program: program, temporary: temporary)
    #expect(run.status == 74)
    #expect(run.errors.contains("too bad"), "\(run.errors)")
    #expect(try folder.bytes("scroll.mp4") == Array("older".utf8))
    #expect(try temporary.names() == [])
  }

  @Test("are missing, with status 71 and the reason, where the program cannot be started")
  func notStarted() throws {
    let (folder, temporary) = (try TestFolder(), try TestFolder())
    let program = try program("exit 0")
    // The file stays executable; its interpreter does not exist.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: program.path("ffmpeg")))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data("#!/nonexistent/interpreter\n".utf8))
    try file.close()
    let run = try scroll(folder.path("scroll.mp4"), program: program, temporary: temporary)
    #expect(run.status == 71, "\(run.errors)")
    #expect(run.errors.contains("cannot start ffmpeg: "), "\(run.errors)")
    #expect(try folder.names() == [])
  }

  @Test("leave no temporary when the run is interrupted")
  func interrupted() throws {
    let (folder, temporary) = (try TestFolder(), try TestFolder())
    // The program interrupts the command that runs it.
    let program = try program("kill -INT $PPID; sleep 1")
    let run = try scroll(folder.path("scroll.mp4"), program: program, temporary: temporary)
    #expect(run.status == 130)
    #expect(try folder.names() == [])
    #expect(try temporary.names() == [])
  }

  @Test("leave no temporary at whatever moment the run is interrupted")
  func interruptedAnywhere() throws {
    let (galley, temporary) = (try GalleyRunner(), try TestFolder())
    // The program makes files as fast as it can, until it is killed.
    let program = try program(
      "folder=${video%/*}; n=0; while :; do echo film >\"$folder/part $n\"; n=$((n + 1)); done")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for _ in 0..<Effort.count(8, full: 200) {
      let running = try galley.start(
        ["scroll", everyday, "--video", "scroll.mp4", "--seconds", "0.3", "--quiet"],
        environment: ["PATH": program.path + ":" + path, "TMPDIR": temporary.path], isDirect: true)
      let moment = UInt32.random(in: 0..<1_500_000)
      usleep(moment)
      kill(running.process.processIdentifier, SIGINT)
      let run = try running.wait()
      #expect(run.status == 130, "after \(moment) µs: \(run.errors)")
      #expect(try galley.folder.names() == [], "after \(moment) µs")
      #expect(try temporary.names() == [], "after \(moment) µs")
    }
  }

  @Test("need ffmpeg")
  func refusals() throws {
    let empty = try TestFolder()
    let run = try GalleyRunner.scroll(
      [everyday, "--video", empty.path("a.mp4")], environment: ["PATH": empty.path])
    #expect(run.status == 69)
    #expect(run.errors.contains("ffmpeg"))
  }
}
