import Foundation
import GalleyPrimitives
import TestSupport
import Testing

@testable import GalleyHandles

/// Fonts of `Fuzz/Corpus/fonts`, which `Fuzz/seed_fonts.py` writes.
@Suite("Hostile fonts", .timeLimit(.minutes(5)))
struct HostileFontTests {
  private static func path(_ name: String) -> String {
    Repository.path("Fuzz/Corpus/fonts/\(name)")
  }

  @Test(
    "a font is refused if a glyph is composed of too many others, or too deeply, and not at the limit"
  )
  func components() {
    #expect(FontFileCheck.fault(at: Self.path("deep")) == nil)
    #expect(FontFileCheck.fault(at: Self.path("too-deep")) == .excessiveGlyph(3))
    #expect(FontFileCheck.fault(at: Self.path("components")) == .excessiveGlyph(3))
    #expect(FontFileCheck.fault(at: Self.path("too-deep-face")) == .excessiveGlyph(3))
    #expect(FontFileCheck.fault(at: Self.path("compound")) == .composedBitmaps)
    #expect(FontFileCheck.fault(at: Self.path("ascent")) == .emptyBitmaps)
    #expect(FontFileCheck.fault(at: Self.path("empty-strike")) == .emptyBitmaps)
    #expect(FontFileCheck.fault(at: Self.path("doubled")) == .repeatedTable("glyf"))
    for name in [
      "glyf", "cff", "variable", "colour", "collection", "wide", "strikes", "tall", "shifted",
    ] {
      #expect(FontFileCheck.fault(at: Self.path(name)) == nil, "\(name)")
    }
  }

  /// Flags of a component, and its size in bytes: offsets of one or two bytes, with one, two or four scales or none.
  private static let forms = [(0x20, 6), (0x21, 8), (0x28, 8), (0x60, 10), (0xA1, 16)]

  @Test("components are counted at their limit and one above", arguments: forms, [true, false])
  func componentCount(form: (flags: Int, size: Int), isLong: Bool) {
    // Glyph 0 has `first` components, each of which has `second`; the last glyph is empty.
    for (first, second) in [
      (4096, 0), (4097, 0), (64, 63), (64, 64), (63, 64), (1, 4095), (1, 4096),
    ] {
      let glyphs = [
        composite(of: second > 0 ? 1 : 2, first, form), composite(of: 2, second, form), [],
      ]
      var places: [UInt8] = []
      var outlines: [UInt8] = []
      for glyph in glyphs + [[]] {
        let place = outlines.count / (isLong ? 1 : 2)
        places += isLong ? bytes(place >> 16) + bytes(place) : bytes(place)
        outlines += glyph
      }
      let excess = outlines.withUnsafeBytes { outlines in
        places.withUnsafeBytes { places in
          var components = GlyphComponents(outlines: outlines, locations: places, isLong: isLong)
          return components.firstExcess()
        }
      }
      let count = first * (1 + second)
      #expect(excess == (count > GlyphComponents.limit.count ? 0 : nil), "\(first), \(second)")
    }
  }

  /// Variations of glyph 1, the lists of points that they share or have, and bytes behind those.
  private struct Variations {
    var count: Int
    /// The length of the list that they share; `nil` if there is none.
    var shared: Int?
    /// The length of the list that each has in the same place; `nil` if it has none.
    var own: Int?

    var bytes: [UInt8] {
      func list(_ length: Int) -> [UInt8] {
        var list = [0x80 | UInt8(length >> 8), UInt8(length & 0xFF)]
        for start in stride(from: 0, to: length, by: 128) {
          let count = min(128, length - start)
          list += [UInt8(count - 1)] + [UInt8](repeating: 1, count: count)
        }
        return list
      }
      let flags = own == nil ? 0 : 0x2000
      let records = (0..<count).flatMap { _ in [0, 0, UInt8(flags >> 8), 0] as [UInt8] }
      let header = [count | (shared == nil ? 0 : 0x8000), 4 + records.count].flatMap {
        [UInt8($0 >> 8), UInt8($0 & 0xFF)]
      }
      return header + records + (shared.map(list) ?? []) + (own.map(list) ?? [])
    }
  }

  @Test(
    "the points that variations move are counted at their limit and one above, with those of components"
  )
  func variations() {
    // Glyph 0 is composed of glyph 1, `uses` times; glyph 1 has one contour of `pointCount` points.
    func excess(uses: Int, pointCount: Int, _ variations: Variations) -> Int? {
      let composite = composite(of: 1, uses, Self.forms[0])
      let simple = bytes(1) + [UInt8](repeating: 0, count: 8) + bytes(pointCount - 1)
      let places = [0, composite.count, composite.count + simple.count].flatMap { bytes($0 / 2) }
      var own = variations.bytes
      if !own.count.isMultiple(of: 2) { own.append(0) }
      let table =
        bytes(1) + bytes(0) + [UInt8](repeating: 0, count: 8) + bytes(2) + bytes(0) + bytes(0)
        + bytes(26) + bytes(0) + bytes(0) + bytes(own.count / 2) + own
      return (composite + simple).withUnsafeBytes { outlines in
        places.withUnsafeBytes { places in
          table.withUnsafeBytes { table in
            var components = GlyphComponents(
              outlines: outlines, locations: places, isLong: false,
              variations: GlyphVariations(table))
            return components.firstExcess()
          }
        }
      }
    }
    // 2,048 × 512 = 1 Mi, in points of the glyph with the four of its metrics, or of a list.
    #expect(excess(uses: 0, pointCount: 508, Variations(count: 2048)) == nil)
    #expect(excess(uses: 0, pointCount: 509, Variations(count: 2048)) == 1)
    #expect(excess(uses: 0, pointCount: 4, Variations(count: 2048, shared: 512)) == nil)
    #expect(excess(uses: 0, pointCount: 4, Variations(count: 2048, shared: 513)) == 1)
    #expect(excess(uses: 0, pointCount: 4, Variations(count: 2048, own: 512)) == nil)
    #expect(excess(uses: 0, pointCount: 4, Variations(count: 2048, own: 513)) == 1)
    #expect(excess(uses: 0, pointCount: 4, Variations(count: 2048, shared: 300, own: 512)) == nil)
    #expect(excess(uses: 0, pointCount: 4, Variations(count: 2048, shared: 300, own: 513)) == 1)
    #expect(excess(uses: 1, pointCount: 508, Variations(count: 2048)) == nil)
    #expect(excess(uses: 2, pointCount: 508, Variations(count: 2048)) == 0)
    #expect(excess(uses: 2, pointCount: 508, Variations(count: 1024)) == nil)
    #expect(excess(uses: 2, pointCount: 509, Variations(count: 1024)) == 0)
  }

  @Test("the glyphs and components of all faces of a file have a limit")
  func work() {
    // Glyph 0 has glyph 1 as its component, which is empty: two visits, and one for glyph 1 itself.
    let outlines = composite(of: 1, 1, Self.forms[0])
    let places = bytes(0) + bytes(outlines.count / 2) + bytes(outlines.count / 2)
    for (spare, excess) in [(4, nil), (3, 2), (2, 1), (1, 0)] as [(Int, Int?)] {
      outlines.withUnsafeBytes { outlines in
        places.withUnsafeBytes { places in
          var components = GlyphComponents(
            outlines: outlines, locations: places, isLong: false,
            work: GlyphComponents.workLimit - spare)
          #expect(components.firstExcess() == excess, "\(spare)")
        }
      }
    }
  }

  @Test("a collection has 1,024 faces at most")
  func faceCount() throws {
    let folder = try TestFolder()
    let font = try Data(contentsOf: URL(fileURLWithPath: Self.path("glyf")))
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }
    for (count, fault) in [(1024, nil), (1025, .tooLarge)] as [(Int, SkippedFont.Reason?)] {
      let start = 12 + 4 * count
      var bytes = Array("ttcf".utf8) + [0, 1, 0, 0] + number(count)
      for _ in 0..<count { bytes += number(start) }
      // Tables are measured from the start of the file.
      var own = Array(font)
      for record in 0..<(Int(own[4]) << 8 | Int(own[5])) {
        let place = 12 + 16 * record + 8
        let offset = own[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        own.replaceSubrange(place..<place + 4, with: number(offset + start))
      }
      let path = folder.path("\(count).ttc")
      try Data(bytes + own).write(to: URL(fileURLWithPath: path))
      #expect(FontFileCheck.fault(at: path) == fault)
    }
  }

  @Test("components beyond the end of the table, cycles, and glyphs that end before they begin")
  func damagedComponents() {
    func excess(_ outlines: [UInt8], _ places: [Int]) -> Int? {
      outlines.withUnsafeBytes { outlines in
        places.flatMap { bytes($0 / 2) }.withUnsafeBytes { places in
          var components = GlyphComponents(outlines: outlines, locations: places, isLong: false)
          return components.firstExcess()
        }
      }
    }
    let form = Self.forms[1]
    let own = composite(of: 0, 1, form)
    #expect(excess(own, [0, own.count]) == 0)
    #expect(excess(own, [own.count, 0]) == nil)
    #expect(excess(own, [0, own.count, 0]) == 0)
    #expect(excess(Array(composite(of: 1, 9, form).prefix(40)), [0, 90, 90]) == nil)
    #expect(excess([], [0, 2]) == nil)
    #expect(excess([255], [0, 2]) == nil)
    #expect(excess([], []) == nil)
  }

  /// The bytes of a glyph that consists of `count` times glyph number `glyph`; none for a count of 0.
  private func composite(of glyph: Int, _ count: Int, _ form: (flags: Int, size: Int)) -> [UInt8] {
    guard count > 0 else { return [] }
    var result: [UInt8] = [255, 255, 0, 0, 0, 0, 0, 0, 0, 0]
    for index in 1...count {
      let flags = index < count ? form.flags : form.flags & ~0x20
      result += bytes(flags) + bytes(glyph) + [UInt8](repeating: 0, count: form.size - 4)
    }
    return result
  }

  private func bytes(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
  }

  private func face(_ name: String) throws -> FontFace {
    try FontFace(library: #require(FreeTypeLibrary()), path: Self.path(name), index: 0)
  }

  @Test(
    "a bitmap is drawn up to the longest edge, and not decoded beyond it or if it would reach too far"
  )
  func strikes() throws {
    let face = try face("strikes")
    let glyphs = ["A", "B", "a"].map { face.glyph(for: $0) }
    #expect(face.strike(of: glyphs[0], size: 40)?.image.width == 512)
    #expect(face.strike(of: glyphs[1], size: 40) == nil)
    #expect(face.strike(of: glyphs[2], size: 40)?.image.width == 100)
    // At this size the bitmap of 512 pixels would have 10,486.
    #expect(face.strike(of: glyphs[0], size: 2048) == nil)
    #expect(face.strike(of: glyphs[2], size: 2048)?.image.width == 100)
  }

  @Test("a glyph with coloured layers is drawn by its own outline")
  func layers() throws {
    let (coloured, plain) = (try face("colour"), try face("glyf"))
    for character in ["A", "a"] as [Unicode.Scalar] {
      func bytes(_ face: FontFace) -> [UInt8] {
        face.withMask(of: face.glyph(for: character), style: GlyphStyle(size: 20), shift: 0) {
          mask in
          (0..<mask.height).flatMap { row in
            (0..<mask.width).map { mask.bytes?[row * mask.stride + $0] ?? 0 }
          }
        }
      }
      #expect(bytes(coloured) == bytes(plain) && bytes(plain).contains(255))
    }
  }

  @Test("a glyph is drawn up to 32 em, and up to 256 pixels at small sizes")
  func wideGlyphs() throws {
    let face = try face("wide")
    func width(_ character: Unicode.Scalar, size: Double) -> Int {
      face.withMask(of: face.glyph(for: character), style: GlyphStyle(size: size), shift: 0) {
        $0.width
      }
    }
    #expect((638...639).contains(width("A", size: 20)))
    #expect(width("B", size: 20) == 0)
    #expect(width("B", size: 7) == 225)
    #expect((7975...7976).contains(width("A", size: 250)))
    #expect(width("A", size: 260) == 0)
  }
}
