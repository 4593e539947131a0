import Foundation
import GalleyFonts
import TestSupport
import Testing

@testable import GalleyHandles

@Suite("FontFile", .timeLimit(.minutes(15)))
struct FontFileTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A file with `bytes`.
  private func file(_ bytes: [UInt8]) throws -> URL {
    let url = folder.url.appendingPathComponent("font")
    try Data(bytes).write(to: url)
    return url
  }

  @Test("is mapped once while it is in use, and anew once the file is another")
  func isShared() throws {
    let url = try file([1, 2, 3])
    let first = try #require(FontFile.shared(url.path))
    #expect(FontFile.shared(url.path) === first)
    #expect(Array(first.bytes) == [1, 2, 3])
    try Data([4, 5, 6, 7]).write(to: url, options: .atomic)
    let second = try #require(FontFile.shared(url.path))
    #expect(second !== first)
    #expect(Array(second.bytes) == [4, 5, 6, 7])
    #expect(Array(first.bytes) == [1, 2, 3])
  }

  @Test("has the same bytes after its pages were let go of")
  func survivesRelease() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let url = try file(bytes)
    let mapped = try #require(FontFile.shared(url.path))
    #expect(Array(mapped.bytes) == bytes)
    mapped.releasePages()
    #expect(Array(mapped.bytes) == bytes)
  }

  @Test("keeps its bytes while another process writes over the file or cuts it off")
  func isOwn() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let url = try file(bytes)
    let mapped = try #require(FontFile.shared(url.path))
    let handle = try FileHandle(forWritingTo: url)
    try handle.write(contentsOf: Data(count: 50_000))
    #expect(Array(mapped.bytes) == bytes)
    mapped.releasePages()
    try handle.truncate(atOffset: 10)
    #expect(Array(mapped.bytes) == bytes)
  }

  @Test("gives its bytes to a library's mapping of the file, and to no memory that can be written")
  func replacesMapping() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let url = try file(bytes)
    let mapped = try #require(FontFile.shared(url.path))
    let other = try #require(FontFile(url.path, isCopied: false))
    var memory = bytes
    memory[50_000] ^= 1
    let changed = memory
    memory.withUnsafeBytes { mapped.replace($0) }
    #expect(memory == changed)
    mapped.replace(other.bytes)
    let handle = try FileHandle(forWritingTo: url)
    try handle.write(contentsOf: Data(count: 50_000))
    try handle.truncate(atOffset: 10)
    #expect(Array(other.bytes) == bytes)
  }

  private static let han = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"

  @Test("has one face for HarfBuzz")
  func hasOneFace() throws {
    let file = try #require(FontFile.shared(Self.han))
    #expect(file.harfBuzzFace(2) == file.harfBuzzFace(2))
    #expect(file.harfBuzzFace(2) != file.harfBuzzFace(0))
  }

  @Test("knows which faces of a collection draw the same glyphs", arguments: 0..<10)
  func knowsLikes(index: Int) throws {
    let file = try #require(FontFile.shared(Self.han))
    let first = file.firstFace(like: index)
    #expect(first <= index && file.firstFace(like: first) == first)
    #expect((0...2).contains(index) == (first == 0) || index > 4)
    #expect(file.firstFace(like: index | 3 << 16) == first | 3 << 16)
    let library = try #require(FreeTypeLibrary())
    let faces = try [index, first].map {
      try FontFace(library: library, path: Self.han, index: $0)
    }
    var inked = 0
    for glyph in stride(from: UInt32(1), to: 65_535, by: 4999) {
      let masks = faces.map { face in
        face.withMask(of: glyph, style: GlyphStyle(size: 28), shift: 16) { bitmap in
          [bitmap.left, bitmap.top, bitmap.width, bitmap.height]
            + (bitmap.bytes.map { bytes in
              (0..<bitmap.height * bitmap.stride).map { Int(bytes[$0]) }
            } ?? [])
        }
      }
      #expect(masks[0] == masks[1])
      if masks[0][2] > 0 { inked += 1 }
    }
    #expect(inked > 7)
    #expect(faces[0].lines.ascent == faces[1].lines.ascent)
    #expect(faces[0].lines.strikethrough == faces[1].lines.strikethrough)
  }

  @Test("takes a face for itself where the file is no collection, or is cut off")
  func distrustsCollections() throws {
    let head: [UInt8] = [0x74, 0x74, 0x63, 0x66, 0, 1, 0, 0, 0, 0, 0, 2]
    let directory: [UInt8] = [0, 0, 0, 20, 0, 0, 0, 20]
    // One table, `head`, which would lie beyond the end.
    var table: [UInt8] = [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    table += Array("head".utf8)
    table += [0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 54]
    let files: [[UInt8]] = [
      [1, 2, 3], head, head + directory, head + directory + table,
      head + [255, 255, 255, 255] + directory, head + directory + Array(table.prefix(14)),
    ]
    for bytes in files {
      let url = try file(bytes)
      let mapped = try #require(FontFile.shared(url.path))
      for index in [0, 1, 7, 1 << 16 | 1] { #expect(mapped.firstFace(like: index) == index) }
    }
  }

  @Test("is not there for a path without a file, a folder, and a file without bytes")
  func refuses() throws {
    #expect(FontFile.shared("/nowhere/font.ttf") === nil)
    #expect(FontFile.shared("/") === nil)
    let url = try file([])
    #expect(FontFile.shared(url.path) === nil)
  }

  /// The bytes of a file that lie in memory, summed over all mappings of it.
  private static func residentByteCount(_ path: String) throws -> Int {
    var (count, isOfFile) = (0, false)
    // It has no size, so that it is read as a stream.
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
    let maps = try file.readToEnd() ?? Data()
    for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ")
      if fields.first?.contains("-") == true { isOfFile = line.hasSuffix(" " + path) }
      if isOfFile, fields.first == "Rss:" { count += (Int(fields[1]) ?? 0) << 10 }
    }
    return count
  }

  @Test("lets go of the pages that Pango looked at to open it")
  func otherMappings() async {
    await #expect(processExitsWith: .success) {
      let fonts = FontMap(configuration: try FontLibrary().configuration)
      let request = FontRequest(family: "Noto Sans CJK SC", size: 17, weight: 400, isItalic: false)
      let index = try #require(fonts.load(request, language: "zh"))
      let path = fonts.faces[index].path
      // The pages that all workers share are left.
      try #require(FontFile.shared(path)).releasePages()
      #expect(try Self.residentByteCount(path) == 0)
    }
  }

  @Test("keeps memory that is no mapping of a file")
  func otherMemory() {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 << 20, alignment: 1 << 12)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 7)
    FontFile.releasePages(of: UnsafeRawBufferPointer(memory))
    #expect(memory.allSatisfy { $0 == 7 })
  }
}
