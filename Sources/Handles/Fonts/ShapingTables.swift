/// The tables of a face by which HarfBuzz shapes text, as far as their work for each glyph depends on them.
///
/// - SeeAlso: OpenType's [common tables](https://learn.microsoft.com/typography/opentype/spec/chapter2),
///   [Apple's tables](https://developer.apple.com/fonts/TrueType-Reference-Manual/RM06/Chap6morx.html).
struct ShapingTables {
  /// The most scripts of a face's substitutions or positions; Unicode has some 170.
  private static let scriptLimit = 1024
  /// The most substitutions or positions of a face, each of which goes over all glyphs of a text; fonts of Nastaliq have
  /// some hundred.
  private static let lookupLimit = 4096
  /// The most subtables of all substitutions or positions of a face, each of which may be tried for each glyph.
  private static let subtableLimit = 8192
  /// The most subtables of kerning, in `kern` and in `kerx`.
  private static let kerningLimit = 256
  /// The most chains of Apple's substitutions, and the most subtables of all of them; fonts have some hundred.
  private static let chainLimit = 1024
  /// The most products of positions, of the regions by which a value varies, and of axes.
  ///
  /// A value is interpolated in each region and axis. Fonts with many axes have some ten thousand.
  private static let variationLimit = 256 << 10

  /// The most products of regions and axes alone: a lookup may apply another one any number of times.
  private static let regionLimit = 8 << 10
  /// The most products of regions and axes for a width or a height, of which each glyph has one.
  private static let metricLimit = 64 << 10

  private let bytes: UnsafeRawBufferPointer
  private let tables: [Int: Range<Int>]

  init(_ bytes: UnsafeRawBufferPointer, tables: [Int: Range<Int>]) {
    (self.bytes, self.tables) = (bytes, tables)
  }

  /// Whether all counts are within their limits.
  ///
  /// - Complexity: O(substitutions + positions + chains + items of variations), each of which has a limit.
  var areBounded: Bool {
    hasBoundedLookups("GSUB") && hasBoundedLookups("GPOS") && hasBoundedVariations
      && hasBoundedKerning && hasBoundedChains
  }

  /// A big-endian number of `count` bytes in a table; 0 beyond the end of the file.
  private func number(_ name: String, at place: Int, _ count: Int = 2) -> Int {
    guard let table = tables[FontFileCheck.tag(name)] else { return 0 }
    let start = table.lowerBound + place
    guard start + count <= bytes.count else { return 0 }
    return bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private func hasBoundedLookups(_ name: String) -> Bool {
    let list = number(name, at: 8)
    let lookupCount = number(name, at: list)
    guard number(name, at: number(name, at: 4)) <= Self.scriptLimit,
      lookupCount <= Self.lookupLimit
    else { return false }
    let subtables = (0..<lookupCount).reduce(0) {
      $0 + number(name, at: list + number(name, at: list + 2 + 2 * $1) + 4)
    }
    return subtables <= Self.subtableLimit
  }

  /// The variations of positions are in `GDEF` from version 1.3 on, those of widths and heights in tables of their own.
  private var hasBoundedVariations: Bool {
    let isCurrent = number("GDEF", at: 0, 4) >= 0x0001_0003
    let work = isCurrent ? regionWork(of: "GDEF", store: number("GDEF", at: 14, 4)) : 0
    let lookupCount = number("GPOS", at: number("GPOS", at: 8))
    let metrics = [
      regionWork(of: "HVAR", store: number("HVAR", at: 4, 4)),
      regionWork(of: "VVAR", store: number("VVAR", at: 4, 4)),
      regionWork(of: "MVAR", store: number("MVAR", at: 10)),
    ]
    return work <= Self.regionLimit && max(1, lookupCount) * work <= Self.variationLimit
      && metrics.allSatisfy { $0 <= Self.metricLimit }
  }

  /// The product of axes and of the regions in which a value varies, the most of a store of variations.
  private func regionWork(of name: String, store: Int) -> Int {
    guard store > 0 else { return 0 }
    let regions = (0..<number(name, at: store + 6)).reduce(0) { most, item in
      let place = store + number(name, at: store + 8 + 4 * item, 4)
      return max(most, number(name, at: place + 4))
    }
    return regions * max(1, number(name, at: store + number(name, at: store + 2, 4)))
  }

  /// Apple's version of `kern` has the number of tables in four bytes.
  private var hasBoundedKerning: Bool {
    let count =
      number("kern", at: 0) == 1 ? number("kern", at: 4, 4) : number("kern", at: 2)
    return count <= Self.kerningLimit && number("kerx", at: 4, 4) <= Self.kerningLimit
  }

  private var hasBoundedChains: Bool {
    for (name, isLong) in [("morx", true), ("mort", false)] {
      let chainCount = number(name, at: 4, 4)
      guard chainCount <= Self.chainLimit else { return false }
      var (place, subtables) = (8, 0)
      for _ in 0..<chainCount {
        subtables += isLong ? number(name, at: place + 12, 4) : number(name, at: place + 10)
        let length = number(name, at: place + 4, 4)
        guard length > 0 else { break }
        place += length
      }
      guard subtables <= Self.chainLimit else { return false }
    }
    return true
  }
}
