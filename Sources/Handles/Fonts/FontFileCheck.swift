internal import CHarfBuzz
internal import CLinux

/// Whether the file at `path` is a font that text can be set in.
package func isUsableFont(at path: String) -> Bool { FontFileCheck.fault(at: path) == nil }

/// Why text cannot be set in the file at `path`, one of the files of `scan`; `nil` if it can.
package func fontFault(at path: String, scan: inout FontScan) -> SkippedFont.Reason? {
  FontFileCheck.fault(at: path, scan: &scan)
}

/// Judges whether FreeType and HarfBuzz can both use a font file.
///
/// FreeType opens files that HarfBuzz takes for empty: WOFF, WOFF2, Type 1, bitmap fonts. Text in such
/// a font would have no glyphs and no width. It also opens a file that is cut off, and draws nothing
/// from it.
struct FontFileCheck {
  private let bytes: UnsafeRawBufferPointer
  /// The glyph tables that were judged, which faces of a collection share.
  private var judged: Set<GlyphTables> = []
  /// The glyphs and components of all faces that were looked at, and their subtables of bitmaps.
  private var work = 0
  /// The faces and named instances that were looked at.
  private var patternCount = 0
  private var nameWork = 0
  /// The tables of bitmaps that were searched for notes, which faces of a collection share, and their bytes.
  private var searched: Set<Range<Int>> = []
  private var searchedCount = 0

  /// Why the file at `path` is of no use; `nil` if it can be used.
  ///
  /// - Complexity: O(faces × tables + glyphs), and the scan of its characters.
  static func fault(at path: String, scan: inout FontScan) -> SkippedFont.Reason? {
    guard let file = FontFile(path, isCopied: false) else { return .unreadable }
    // The mapping lives as long as `file`, which `extendedLifetime` holds.
    return withExtendedLifetime(file) {
      var check = FontFileCheck(bytes: file.bytes)
      let fault = check.fault { index in hb_face_get_glyph_count(file.harfBuzzFace(index)) }
      return fault ?? (file.isPackaged ? nil : scan.fault(of: file.bytes))
    }
  }

  /// Why the file at `path`, the only one of its scan, is of no use; `nil` if it can be used.
  static func fault(at path: String) -> SkippedFont.Reason? {
    var scan = FontScan()
    return fault(at: path, scan: &scan)
  }

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The most faces of a collection.
  private static let faceLimit = 1024
  /// The most faces and named instances of a file; a font with many axes has some hundred.
  private static let patternLimit = 4096
  /// The most maps of characters of a face; real fonts have less than ten.
  private static let mapLimit = 256
  /// The most comparisons of names, and bytes of names, for all faces and named instances.
  private static let nameWorkLimit = 128 << 20
  /// The most bytes of the different tables of bitmaps of all faces; the largest fonts have some 200 MB.
  private static let searchLimit = 1 << 30

  private mutating func fault(glyphCount: (Int) -> UInt32) -> SkippedFont.Reason? {
    guard let tag = number(at: 0, 4) else { return .notAFont }
    guard tag == Self.collection else { return faceFault(at: 0, index: 0, glyphCount) }
    guard let faceCount = number(at: 8, 4), faceCount > 0 else { return .notAFont }
    guard faceCount <= Self.faceLimit else { return .tooLarge }
    for index in 0..<faceCount {
      guard let start = number(at: 12 + 4 * index, 4) else { return .cutOff(table: "ttcf") }
      if let fault = faceFault(at: start, index: index, glyphCount) { return fault }
    }
    return nil
  }

  private mutating func faceFault(
    at start: Int, index: Int, _ glyphCount: (Int) -> UInt32
  ) -> SkippedFont.Reason? {
    guard let tag = number(at: start, 4), Self.faces.contains(tag) else {
      return formatName.map { .unsupportedFormat($0) } ?? .notAFont
    }
    guard let tableCount = number(at: start + 4, 2) else { return .notAFont }
    var found: [Int: Range<Int>] = [:]
    for table in 0..<tableCount {
      let record = start + 12 + 16 * table
      guard let tag = number(at: record, 4), let place = number(at: record + 8, 4),
        let length = number(at: record + 12, 4)
      else { return .cutOff(table: "directory") }
      guard Self.read.contains(tag), length > 0 else { continue }
      guard place + length <= bytes.count else { return .cutOff(table: Self.name(tag)) }
      // Libraries differ in which of two they read.
      guard found.updateValue(place..<place + length, forKey: tag) == nil else {
        return .repeatedTable(Self.name(tag))
      }
    }
    if let missing = Self.needed.first(where: { found[$0] == nil }) {
      return .missingTable(Self.name(missing))
    }
    guard Self.drawn.contains(where: { found[$0] != nil }) else { return .nothingToDraw }
    guard glyphCount(index) > 0 else { return .noGlyphs }
    return nameFault(of: found) ?? glyphFault(of: found) ?? bitmapFault(of: found)
      ?? noteFault(of: found)
  }

  /// The fault of too many names, maps of characters, or tables for shaping; `nil` if there is none.
  ///
  /// For each face and named instance, fontconfig compares each name with each other, and sorts the scripts. FreeType
  /// judges each map of characters, although they may be one.
  private mutating func nameFault(of tables: [Int: Range<Int>]) -> SkippedFont.Reason? {
    func count(_ name: String, at place: Int) -> Int {
      tables[Self.tag(name)].flatMap { number(at: $0.lowerBound + place, 2) } ?? 0
    }
    patternCount += 2 + count("fvar", at: 12)
    guard patternCount <= Self.patternLimit, count("cmap", at: 2) <= Self.mapLimit else {
      return .tooLarge
    }
    guard ShapingTables(bytes, tables: tables).areBounded else { return .tooLarge }
    let names = count("name", at: 2)
    let start = tables[Self.tag("name")]?.lowerBound ?? 0
    var byteCount = 0
    for index in 0..<names { byteCount += number(at: start + 6 + 12 * index + 8, 2) ?? 0 }
    nameWork += (2 + count("fvar", at: 12)) * (names * names + byteCount)
    return nameWork <= Self.nameWorkLimit ? nil : .tooLarge
  }

  /// The glyph tables of a face.
  private struct GlyphTables: Hashable {
    var outlines: Range<Int>
    var locations: Range<Int>
    var isLong: Bool
    var variations: Range<Int>?
  }

  /// The fault of glyphs that are composed of too many others; `nil` if there is none.
  private mutating func glyphFault(of tables: [Int: Range<Int>]) -> SkippedFont.Reason? {
    guard let outlines = tables[Self.tag("glyf")], let locations = tables[Self.tag("loca")],
      let head = tables[Self.tag("head")], let profile = tables[Self.tag("maxp")],
      let glyphCount = number(at: profile.lowerBound + 4, 2),
      let format = number(at: head.lowerBound + 50, 2)
    else { return nil }
    // FreeType reads as many locations as there are glyphs, although the table may be shorter, and from 2.13.3 on all
    // that the table has.
    let end = locations.lowerBound + (format != 0 ? 4 : 2) * (glyphCount + 1)
    let glyphs = GlyphTables(
      outlines: outlines,
      locations: locations.lowerBound..<min(max(end, locations.upperBound), bytes.count),
      isLong: format != 0, variations: tables[Self.tag("gvar")])
    guard judged.insert(glyphs).inserted else { return nil }
    var components = GlyphComponents(
      outlines: UnsafeRawBufferPointer(rebasing: bytes[glyphs.outlines]),
      locations: UnsafeRawBufferPointer(rebasing: bytes[glyphs.locations]),
      isLong: glyphs.isLong,
      variations: glyphs.variations.flatMap {
        GlyphVariations(UnsafeRawBufferPointer(rebasing: bytes[$0]))
      },
      work: work)
    let excess = components.firstExcess()
    work = components.work
    guard let excess else { return nil }
    return work > GlyphComponents.workLimit ? .tooLarge : .excessiveGlyph(excess)
  }

  /// The fault of coloured bitmaps that are composed of others, formats 8 and 9; `nil` if there are none.
  ///
  /// Of fonts without colours, no bitmap is read.
  ///
  /// - SeeAlso: [OpenType, `EBLC`](https://learn.microsoft.com/typography/opentype/spec/eblc).
  private mutating func bitmapFault(of tables: [Int: Range<Int>]) -> SkippedFont.Reason? {
    guard Self.coloured.contains(where: { tables[$0] != nil }) else { return nil }
    for table in Self.bitmapLocations.compactMap({ tables[$0] }) {
      let sizeCount = number(at: table.lowerBound + 4, 4) ?? 0
      for size in 0..<sizeCount {
        let record = table.lowerBound + 8 + 48 * size
        guard record + 48 <= table.upperBound, let array = number(at: record, 4),
          let count = number(at: record + 8, 4)
        else { break }
        for entry in 0..<count {
          work += 1
          guard work <= GlyphComponents.workLimit else { return .tooLarge }
          let place = table.lowerBound + array + 8 * entry
          guard place + 8 <= table.upperBound, let offset = number(at: place + 4, 4) else { break }
          let format = number(at: table.lowerBound + array + offset + 2, 2)
          if format == 8 || format == 9 { return .composedBitmaps }
        }
      }
    }
    return nil
  }

  /// The fault of bitmaps with compressed texts or large colour profiles; `nil` if there are none.
  ///
  /// FreeType lets libpng inflate them each time that it loads a glyph, up to 8 MB each.
  ///
  /// - SeeAlso: [PNG, 11.3](https://www.w3.org/TR/png-3/): `iCCP`, `zTXt`, `iTXt`.
  private mutating func noteFault(of tables: [Int: Range<Int>]) -> SkippedFont.Reason? {
    for table in Self.bitmaps.compactMap({ tables[$0] }) where searched.insert(table).inserted {
      searchedCount += table.count
      guard searchedCount <= Self.searchLimit else { return .tooLarge }
      for type in ["zTXt", "iTXt", "iCCP"] {
        var place = table.lowerBound
        while let found = firstPlace(of: type, in: place..<table.upperBound) {
          if isLargeNote(type, at: found, in: table) { return .notesInBitmaps }
          place = found + 4
        }
      }
    }
    return nil
  }

  /// Whether the four bytes at a place are the type of a part of a PNG that libpng inflates.
  ///
  /// Other data may have them too, but rarely behind a length that fits in, and before a keyword.
  private func isLargeNote(_ type: String, at place: Int, in table: Range<Int>) -> Bool {
    guard let length = number(at: place - 4, 4), length < 1 << 31,
      let keyword = bytes[place + 4..<min(place + 84, table.upperBound)].firstIndex(of: 0)
    else { return false }
    // A profile is inflated before its end is missed.
    if type == "iCCP" { return length > Self.profileLimit }
    guard length > 0, length < table.upperBound - place else { return false }
    return type == "zTXt" || number(at: keyword + 1, 1) != 0
  }

  /// The most bytes of a compressed colour profile; those of usual profiles have up to 3,000.
  private static let profileLimit = 3072
  private static let bitmaps = ["CBDT", "sbix", "EBDT", "bdat"].map(tag)

  private func firstPlace(of type: String, in range: Range<Int>) -> Int? {
    guard !range.isEmpty, let start = bytes.baseAddress else { return nil }
    let found = Array(type.utf8).withUnsafeBytes {
      galley_find(start + range.lowerBound, range.count, $0.baseAddress, $0.count)
    }
    return found.map { UnsafeRawPointer($0) - start }
  }

  /// The format that a file begins like, where that is one of fonts.
  private var formatName: String? {
    for (start, name) in Self.formats where bytes.count >= start.count {
      if bytes.prefix(start.count).elementsEqual(start) { return name }
    }
    return nil
  }

  private static let formats: [(start: [UInt8], name: String)] = [
    (Array("wOFF".utf8), "WOFF"), (Array("wOF2".utf8), "WOFF2"), (Array("%!".utf8), "Type 1"),
    ([0x80, 1], "Type 1"), (Array("typ1".utf8), "Type 1"), (Array("STARTFONT".utf8), "BDF bitmap"),
    ([1, 0x66, 0x63, 0x70], "PCF bitmap"), ([0x1F, 0x8B], "compressed bitmap"),
    (Array("MZ".utf8), "Windows bitmap"), (Array("PFR".utf8), "PFR"),
  ]

  private static let collection = tag("ttcf")
  /// What a face's directory begins with.
  private static let faces: Set<Int> = [0x0001_0000, tag("true"), tag("OTTO")]
  private static let needed = ["cmap", "head", "hhea", "hmtx", "maxp"].map(tag)
  /// Tables that hold outlines or bitmaps.
  private static let drawn = ["glyf", "CFF ", "CFF2", "CBDT", "sbix"].map(tag)
  /// Tables with which FreeType takes a font for a coloured one.
  private static let coloured = ["CBLC", "sbix", "COLR"].map(tag)
  private static let bitmapLocations = ["CBLC", "EBLC", "bloc"].map(tag)
  /// Tables that fontconfig lists fonts by.
  private static let listed = ["name", "fvar", "GSUB", "GPOS"].map(tag)
  private static let read = Set(
    needed + drawn + coloured + bitmaps + bitmapLocations + listed
      + ["loca", "gvar", "kern", "kerx", "morx", "mort", "GDEF", "HVAR", "VVAR", "MVAR"].map(tag))

  static func tag(_ name: String) -> Int { name.utf8.reduce(0) { $0 << 8 | Int($1) } }

  private static func name(_ tag: Int) -> String {
    String(decoding: [24, 16, 8, 0].map { UInt8(tag >> $0 & 0xFF) }, as: UTF8.self)
  }

  /// A big-endian number of `count` bytes; `nil` beyond the end of the file.
  private func number(at place: Int, _ count: Int) -> Int? {
    guard place >= 0, place + count <= bytes.count else { return nil }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }
}
