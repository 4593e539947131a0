import Foundation
import TestSupport
import Testing

@testable import GalleyHandles

@Suite("The scan of a font", .timeLimit(.minutes(5)))
struct FontScanTests {
  private let folder: TestFolder
  private let sound: [UInt8]

  init() throws {
    folder = try TestFolder()
    sound = try Array(Data(contentsOf: URL(fileURLWithPath: Self.path("variable"))))
  }

  private static func path(_ name: String) -> String {
    Repository.path("Fuzz/Corpus/fonts/\(name)")
  }

  @Test("refuses a file that fontconfig reads for seconds, and no other one after it")
  func time() {
    let clock = ContinuousClock()
    var scan = FontScan()
    #expect(FontFileCheck.fault(at: Self.path("variable"), scan: &scan) == nil)
    let time = clock.measure {
      #expect(FontFileCheck.fault(at: Self.path("instances"), scan: &scan) == .slow)
    }
    // 50 instances of 1.1 million characters take some 10 s; the processor may have other work.
    #expect(time < .seconds(30))
    let again = clock.measure {
      #expect(FontFileCheck.fault(at: Self.path("instances"), scan: &scan) == .slow)
    }
    // The first one has taken the time of both.
    #expect(again < .seconds(10))
    for name in ["glyf", "cff", "variable", "colour", "collection", "strikes"] {
      #expect(FontFileCheck.fault(at: Self.path(name), scan: &scan) == nil, "\(name)")
    }
  }

  @Test("is of at most 4,096 faces and named instances")
  func instances() throws {
    for (count, fault) in [(4094, nil), (4095, .tooLarge)] as [(Int, SkippedFont.Reason?)] {
      // The header ends with the number and the size of the instances.
      let table = bytes(1, 0, 16, 2, 0, 20, count, 8)
      #expect(try self.fault(of: "fvar", table) == fault, "\(count)")
    }
  }

  @Test("is of at most 256 maps of characters, and 1,024 scripts")
  func maps() throws {
    for (count, fault) in [(256, nil), (257, .tooLarge)] as [(Int, SkippedFont.Reason?)] {
      #expect(try self.fault(of: "cmap", bytes(0, count)) == fault, "\(count) maps")
    }
    for table in ["GSUB", "GPOS"] {
      for (count, fault) in [(1024, nil), (1025, .tooLarge)] as [(Int, SkippedFont.Reason?)] {
        let header = bytes(1, 0, 10, 0, 0, count)
        #expect(try self.fault(of: table, header) == fault, "\(count) scripts of \(table)")
      }
    }
  }

  @Test("is of at most 4,096 substitutions, and as many positions")
  func lookups() throws {
    for table in ["GSUB", "GPOS"] {
      for (count, fault) in [(4096, nil), (4097, .tooLarge)] as [(Int, SkippedFont.Reason?)] {
        // All have the place of the first one, without subtables.
        let header = bytes(1, 0, 10, 10, 12, 0, count) + [UInt8](repeating: 0, count: 2 * count)
        #expect(try self.fault(of: table, header) == fault, "\(count) of \(table)")
      }
    }
  }

  @Test("is of at most 8,192 subtables of substitutions, and of positions, and 256 of kerning")
  func subtables() throws {
    for table in ["GSUB", "GPOS"] {
      for (count, fault) in [(2730, nil), (2731, .tooLarge)] as [(Int, SkippedFont.Reason?)] {
        // Three lookups at one place, and one without subtables.
        let lookups = bytes(4, 10, 10, 10, 16) + bytes(1, 0, count, 0, 0, 0)
        let header = bytes(1, 0, 10, 10, 12, 0) + lookups
        let isAtLimit = try self.fault(of: table, header) == fault
        #expect(isAtLimit, "\(count) of \(table)")
      }
    }
    for (header, fault) in [
      (bytes(0, 256), nil), (bytes(0, 257), .tooLarge), (bytes(1, 0, 0, 256), nil),
      (bytes(1, 0, 0, 257), .tooLarge), (bytes(1, 0, 1, 0), .tooLarge),
    ] as [([UInt8], SkippedFont.Reason?)] {
      #expect(try self.fault(of: "kern", header) == fault)
    }
  }

  @Test("is of at most 256 tables of kerning, and 1,024 chains and subtables, in Apple's tables")
  func appleTables() throws {
    let zeros = [UInt8](repeating: 0, count: 64)
    // Two chains of 16 bytes without features, and of 12 with short numbers.
    func chains(_ first: Int, _ second: Int, isLong: Bool) -> [UInt8] {
      [first, second].flatMap { count in
        isLong ? bytes(0, 0, 0, 16, 0, 0, count >> 16, count) : bytes(0, 0, 0, 12, 0, count)
      } + zeros
    }
    for (tag, table, fault) in [
      ("kerx", bytes(4, 0, 0, 256), nil), ("kerx", bytes(4, 0, 0, 257), .tooLarge),
      ("kerx", bytes(4, 0, 1, 0), .tooLarge),
      ("morx", bytes(2, 0, 0, 1024) + zeros, nil), ("morx", bytes(2, 0, 0, 1025), .tooLarge),
      ("morx", bytes(2, 0, 0, 2) + chains(1000, 24, isLong: true), nil),
      ("morx", bytes(2, 0, 0, 2) + chains(1000, 25, isLong: true), .tooLarge),
      ("morx", bytes(2, 0, 0, 2) + chains(0, 1 << 16, isLong: true), .tooLarge),
      ("mort", bytes(1, 0, 0, 2) + chains(1000, 24, isLong: false), nil),
      ("mort", bytes(1, 0, 0, 2) + chains(1000, 25, isLong: false), .tooLarge),
    ] as [(String, [UInt8], SkippedFont.Reason?)] {
      #expect(try self.fault(of: tag, table) == fault, "\(tag) \(table)")
    }
  }

  @Test("has at most 256 Ki products of positions, regions and axes of their variations")
  func variations() throws {
    func fault(_ lookups: Int, _ regions: Int, _ axes: Int, version: Int = 3) throws
      -> SkippedFont.Reason?
    {
      // A store with two items, of which the second one has the regions.
      let items = bytes(1, 0, 0) + bytes(1, 0, regions)
      let list = bytes(axes, regions)
      let store = bytes(1, 0, 16 + items.count, 2, 0, 16, 0, 22) + items + list
      let positions =
        bytes(1, 0, 10, 10, 12, 0, lookups) + [UInt8](repeating: 0, count: 2 * lookups)
      return try self.fault(
        of: "GDEF", bytes(1, version, 0, 0, 0, 0, 0, 0, 18) + store, "GPOS", positions)
    }
    #expect(try fault(64, 2048, 2) == nil)
    #expect(try fault(64, 2049, 2) == .tooLarge)
    #expect(try fault(65, 2048, 2) == .tooLarge)
    #expect(try fault(64, 2048, 3) == .tooLarge)
    #expect(try fault(1, 4096, 2) == nil)
    #expect(try fault(1, 4097, 2) == .tooLarge)
    // Other versions have no store.
    #expect(try fault(4096, 60_000, 1, version: 2) == nil)
  }

  @Test("has at most 64 Ki products of regions and axes for a width or a height")
  func metricVariations() throws {
    func fault(_ tag: String, _ regions: Int, _ axes: Int) throws -> SkippedFont.Reason? {
      let items = bytes(1, 0, 0) + bytes(1, 0, regions)
      let store = bytes(1, 0, 16 + items.count, 2, 0, 16, 0, 22) + items + bytes(axes, regions)
      let head = tag == "MVAR" ? bytes(1, 0, 0, 8, 0, 12) : bytes(1, 0, 0, 12, 0, 0)
      return try self.fault(of: tag, head + store)
    }
    for tag in ["HVAR", "VVAR", "MVAR"] {
      #expect(try fault(tag, 32_768, 2) == nil)
      #expect(try fault(tag, 32_769, 2) == .tooLarge)
      #expect(try fault(tag, 32_768, 3) == .tooLarge)
    }
  }

  @Test("refuses bitmaps with compressed texts, and with large profiles of colours")
  func notes() throws {
    func fault(_ type: String, _ length: Int, flag: Int = 1, of table: String = "CBDT") throws
      -> SkippedFont.Reason?
    {
      let chunk = bytes(length >> 16, length) + Array(type.utf8) + Array("word".utf8)
      return try self.fault(
        of: table, bytes(3, 0) + chunk + [0, UInt8(flag)] + [UInt8](repeating: 0x7A, count: 4200))
    }
    for table in ["CBDT", "sbix", "EBDT", "bdat"] {
      for type in ["zTXt", "iTXt"] {
        #expect(try fault(type, 1, of: table) == .notesInBitmaps)
        #expect(try fault(type, 4209, of: table) == .notesInBitmaps)
        // No length of a part of the table.
        for length in [0, 4210, 1 << 30] { #expect(try fault(type, length, of: table) == nil) }
      }
      #expect(try fault("iTXt", 100, flag: 0, of: table) == nil)
      #expect(try fault("iCCP", 3072, of: table) == nil)
      #expect(try fault("iCCP", 3073, of: table) == .notesInBitmaps)
      #expect(try fault("iCCP", 1 << 30, of: table) == .notesInBitmaps)
      #expect(try fault("tEXt", 100, of: table) == nil)
    }
    // Without a keyword it is other data.
    let other = bytes(3, 0, 0, 100) + Array("zTXt".utf8) + [UInt8](repeating: 0x7A, count: 200)
    #expect(try self.fault(of: "CBDT", other) == nil)
  }

  @Test("searches bitmaps that the faces of a collection share once")
  func sharedBitmaps() throws {
    let clock = ContinuousClock()
    // No strikes, and 32 MB behind them.
    let table = bytes(1, 0, 0, 0) + [UInt8](repeating: 0x7A, count: 32 << 20)
    let time = try clock.measure {
      let fault = try fault(of: "sbix", table, faceCount: 1000)
      #expect(fault == nil)
    }
    // A search for each face would read 96 GB.
    #expect(time < .seconds(10), "\(time)")
  }

  @Test("compares names at most as often as the limit says, for each face and instance")
  func names() throws {
    // A face and its variable font: 2 × 8,192² is the limit.
    func table(_ count: Int, byteCount: Int) -> [UInt8] {
      bytes(0, count, 6 + 12 * count)
        + (0..<count).flatMap { bytes(3, 1, 0x409, 999, $0 == 0 ? byteCount : 0, 0) }
    }
    let instances = bytes(1, 0, 16, 2, 1, 20, 0, 8)
    #expect(try fault(of: "name", table(8192, byteCount: 0), "fvar", instances) == nil)
    #expect(try fault(of: "name", table(8192, byteCount: 1), "fvar", instances) == .tooLarge)
    #expect(try fault(of: "name", table(8191, byteCount: 16_383), "fvar", instances) == nil)
    #expect(try fault(of: "name", table(8191, byteCount: 16_384), "fvar", instances) == .tooLarge)
  }

  /// The fault of the sound font with other tables, or of a collection of equal faces.
  private func fault(
    of tag: String, _ table: [UInt8], _ other: String = "GDEF", _ otherTable: [UInt8] = [],
    faceCount: Int = 0
  ) throws -> SkippedFont.Reason? {
    var tables = try [String: [UInt8]](uniqueKeysWithValues: soundTables())
    tables[tag] = table
    tables[other] = otherTable.isEmpty ? tables[other] : otherTable
    let start = faceCount > 0 ? 12 + 4 * faceCount : 0
    var head = start > 0 ? Array("ttcf".utf8) + bytes(1, 0, 0, faceCount) : []
    for _ in 0..<faceCount { head += bytes(0, start) }
    var records = head + sound[0..<4] + bytes(tables.count, 0, 0, 0)
    var content: [UInt8] = []
    for (tag, table) in tables.sorted(by: { $0.key < $1.key }) {
      let place = start + 12 + 16 * tables.count + content.count
      records += Array(tag.utf8) + bytes(0, 0, place >> 16, place, table.count >> 16, table.count)
      content += table + [UInt8](repeating: 0, count: -table.count & 3)
    }
    let path = folder.path("\(UUID().uuidString).ttf")
    try Data(records + content).write(to: URL(fileURLWithPath: path))
    return FontFileCheck.fault(at: path)
  }

  private func soundTables() throws -> [(String, [UInt8])] {
    func number(_ place: Int) -> Int { sound[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (0..<number(4) >> 16).map { index in
      let record = 12 + 16 * index
      let place = number(record + 8)
      return (
        String(decoding: sound[record..<record + 4], as: UTF8.self),
        Array(sound[place..<place + number(record + 12)])
      )
    }
  }

  private func bytes(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }
}
