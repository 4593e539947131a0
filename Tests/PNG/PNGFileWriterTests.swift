import Foundation
import GalleyPrimitives
import GalleyRandomness
import TestSupport
import Testing

@testable import GalleyPNG

@Suite("PNGFileWriter", .timeLimit(.minutes(15)))
struct PNGFileWriterTests {
  private let picture = TestPicture(.text, width: 33, height: 24)

  @Test("writes the same bytes as assembly in memory", arguments: PNGColorType.allCases)
  func agreesWithAssembly(colorType: PNGColorType) throws {
    let folder = try TestFolder()
    let encoder = StripEncoder(colorType: colorType)
    let strips = [0..<5, 5..<5, 5..<24].map { picture.strip(encoder, rows: $0) }
    let assembled = try AssembledPNG(strips, scale: 2)

    var writer = try PNGFileWriter(
      path: folder.path("a.png"), width: 33, colorType: colorType, scale: 2)
    for strip in strips { try writer.append(strip) }
    #expect(writer.rowCount == 24)
    try writer.finish()
    #expect(try folder.bytes("a.png") == assembled.bytes)

    try assembled.write(to: folder.path("b.png"), durable: true)
    try writePicture(assembled.bytes, to: folder.path("c.png"))
    #expect(try folder.bytes("b.png") == assembled.bytes)
    #expect(try folder.bytes("c.png") == assembled.bytes)
    #expect(try folder.names() == ["a.png", "b.png", "c.png"])
  }

  @Test("spools to a pipe")
  func spools() throws {
    let strip = picture.strip(StripEncoder())
    let pipe = Pipe()
    var writer = try PNGFileWriter(
      spoolingTo: pipe.fileHandleForWriting.fileDescriptor, named: "-", width: 33, scale: 1)
    try writer.append(strip)
    try writer.finish()
    try pipe.fileHandleForWriting.close()
    let bytes = try pipe.fileHandleForReading.readToEnd().map { [UInt8]($0) }
    #expect(try bytes == AssembledPNG([strip], scale: 1).bytes)
  }

  @Test("leaves no file if it is not finished, or has no rows")
  func leavesNothing() throws {
    let folder = try TestFolder()
    do {
      var writer = try PNGFileWriter(path: folder.path("a.png"), width: 33, scale: 1)
      try writer.append(picture.strip(StripEncoder()))
      // Where the file system has files without a name, not even a temporary one is seen.
      #expect(try folder.names().count <= 1)
      #expect(!(try folder.names().contains("a.png")))
    }
    #expect(try folder.names().isEmpty)
    #expect(throws: PNGError.unsupportedSize(width: 33, rowCount: 0)) {
      try PNGFileWriter(path: folder.path("a.png"), width: 33, scale: 1).finish()
    }
    #expect(throws: PNGError.unsupportedSize(width: 0, rowCount: 1)) {
      try PNGFileWriter(path: folder.path("a.png"), width: 0, scale: 1).finish()
    }
    #expect(try folder.names().isEmpty)
  }

  @Test("refuses rows beyond the format's limit")
  func refusesRows() throws {
    let folder = try TestFolder()
    var writer = try PNGFileWriter(path: folder.path("a.png"), width: 7, scale: 1)
    let limit = Int(Int32.max)
    func strip(_ rowCount: Int) -> Strip {
      Strip(bytes: [], width: 7, rowCount: rowCount, colorType: .rgb, adler: Adler32())
    }
    try writer.append(strip(limit))
    do throws(PNGError) {
      try writer.append(strip(1))
      Issue.record("a row too many was taken")
    } catch {
      #expect(error == .unsupportedSize(width: 7, rowCount: limit + 1))
    }
    #expect(writer.rowCount == limit)
  }

  @Test("streams millions of rows in bounded memory")
  func tall() async {
    // In a separate process: other tests need memory too.
    await #expect(processExitsWith: .success) {
      let folder = try TestFolder()
      let rowCount = 3_000_000
      let encoder = StripEncoder()
      let before = try Self.residentBytes()
      var writer = try PNGFileWriter(path: folder.path("tall.png"), width: 16, scale: 1)
      var random = SeededGenerator(seed: 3)
      var colors: [Color] = []
      for _ in 0..<1000 {
        colors.append(Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random)))
        if let color = colors.last {
          try writer.append(encoder.encode(repeating: color, width: 16, rowCount: rowCount / 1000))
        }
      }
      try writer.finish(durable: false)

      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.path("tall.png")))
      let decoder = try PNGRowDecoder { buffer in
        read(file.fileDescriptor, buffer.baseAddress, buffer.count) == buffer.count
      }
      #expect(decoder.height == rowCount)
      var row = [UInt8](repeating: 0, count: 48)
      var wrong = 0
      for index in 0..<rowCount {
        let hasMore = try decoder.next(&row)
        if !hasMore && index < rowCount - 1 { wrong += 1 }
        let color = colors[index / (rowCount / 1000)]
        if row[0] != color.red || row[22] != color.green || row[47] != color.blue { wrong += 1 }
      }
      #expect(wrong == 0)
      // The raw rows are 147 MB.
      #expect(try Self.residentBytes() - before < 96 << 20)
    }
  }

  private static func residentBytes() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .ascii)
      .split(separator: " ")
    return try #require(Int(fields[1])) * 4096
  }
}
