import Foundation
import GalleyHandles
import TestSupport
import Testing

@testable import GalleyPNG

@Suite("Write faults", .timeLimit(.minutes(15)))
struct WriteFaultTests {
  private let picture = TestPicture(.noise, width: 400, height: 100)
  private let old = [UInt8]("an older picture".utf8)

  /// Writes a picture of about 400 KB in eight strips.
  private func write(_ path: String) throws(PNGError) {
    let encoder = StripEncoder()
    var writer = try PNGFileWriter(path: path, width: 400, scale: 1)
    for start in stride(from: 0, to: 100, by: 25) {
      try writer.append(picture.strip(encoder, rows: start..<start + 25))
      try writer.append(picture.strip(encoder, rows: 0..<100))
    }
    try writer.finish(durable: true)
  }

  @Test("a missing folder is made with the file, and a file in a folder's place is a failure")
  func missingFolder() throws {
    let folder = try TestFolder()
    try write(folder.path("missing/a.png"))
    #expect(try folder.names() == ["missing"])
    let path = folder.path("missing/a.png/b.png")
    #expect(throws: PNGError.cannotCreate(path: path, errno: ENOTDIR)) { try write(path) }
  }

  @Test("a folder of that name is a failure to create")
  func isFolder() throws {
    let folder = try TestFolder()
    let path = folder.path("a.png")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: PNGError.cannotCreate(path: path, errno: EISDIR)) { try write(path) }
    #expect(throws: PNGError.cannotCreate(path: path + "/", errno: EISDIR)) {
      try write(path + "/")
    }
    #expect(try folder.names() == ["a.png"])
  }

  @Test("an empty path is a failure to create")
  func emptyPath() {
    #expect(throws: PNGError.cannotCreate(path: "", errno: ENOENT)) { try write("") }
  }

  @Test("a full device is a failure to write, and stays a device")
  func fullDevice() throws {
    #expect(throws: PNGError.writeFailed(path: "/dev/full", errno: ENOSPC)) {
      try write("/dev/full")
    }
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type]
    #expect(type as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test("a closed pipe is EPIPE")
  func brokenPipe() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    var writer = try PNGFileWriter(
      spoolingTo: pipe.fileHandleForWriting.fileDescriptor, named: "-", width: 400, scale: 1)
    try writer.append(picture.strip(StripEncoder()))
    do throws(PNGError) {
      try writer.finish()
      Issue.record("nobody reads")
    } catch {
      #expect(error == .writeFailed(path: "-", errno: EPIPE))
    }
  }

  @Test(
    "a full disk leaves the old file and no temporary",
    .enabled(if: SmallDisk.isAvailable, "mounting a tmpfs takes root"))
  func fullDisk() throws {
    for size in ["64k", "128k", "200k"] {
      let disk = try SmallDisk(size: size)
      let path = disk.folder.path("a.png")
      #expect(throws: PNGError.writeFailed(path: path, errno: ENOSPC)) { try write(path) }
      #expect(try disk.folder.names().isEmpty)
      try Data(old).write(to: URL(fileURLWithPath: path))
      #expect(throws: PNGError.writeFailed(path: path, errno: ENOSPC)) { try write(path) }
      #expect(try disk.folder.names() == ["a.png"])
      #expect(try disk.folder.bytes("a.png") == old)
    }
  }

  @Test(
    "a read-only disk is a failure to create",
    .enabled(if: SmallDisk.isAvailable, "mounting a tmpfs takes root"))
  func readOnlyDisk() throws {
    let disk = try SmallDisk(size: "64k", isReadOnly: true)
    let path = disk.folder.path("a.png")
    #expect(throws: PNGError.cannotCreate(path: path, errno: EROFS)) { try write(path) }
  }
}
