/// Counts the components of composite glyphs in the table `glyf`.
///
/// FreeType follows components to any depth and in any number, as long as they have no points. A font of 10 KB can
/// so take gigabytes for one letter, or a stack of any size.
///
/// Source: [OpenType, `glyf`](https://learn.microsoft.com/typography/opentype/spec/glyf), "Composite glyph description".
struct GlyphComponents {
  /// The components of one glyph, those of its components included.
  struct Extent: Hashable {
    var count = 0
    var depth = 0
  }

  /// The greatest extent of a glyph that is drawn.
  ///
  /// Letters with marks have two to four components.
  static let limit = Extent(count: 4096, depth: 32)

  /// The most glyphs and components that are looked at, for all faces of a file: a face has 65,535 glyphs at most.
  static let workLimit = 4 << 20

  private let outlines: UnsafeRawBufferPointer
  private let locations: UnsafeRawBufferPointer
  private let isLong: Bool
  private var known: [Int: Extent] = [:]
  /// The glyphs and components that were looked at.
  private(set) var work = 0

  /// - Parameters:
  ///   - outlines: The table `glyf`.
  ///   - locations: The table `loca`.
  ///   - isLong: Whether the locations have four bytes each, by the table `head`.
  ///   - work: The glyphs and components of earlier faces.
  init(
    outlines: UnsafeRawBufferPointer, locations: UnsafeRawBufferPointer, isLong: Bool, work: Int = 0
  ) {
    self.work = work
    self.outlines = outlines
    self.locations = locations
    self.isLong = isLong
  }

  /// The first glyph that exceeds ``limit``, or at which all exceed ``workLimit``; `nil` if there is none.
  ///
  /// - Complexity: O(glyphs + components), up to ``workLimit``; of a simple glyph, two bytes are read.
  mutating func firstExcess() -> Int? {
    let count = locations.count / (isLong ? 4 : 2)
    return (0..<count).first { extent(of: $0, within: Self.limit.depth) == nil }
  }

  /// The extent of a glyph; `nil` if it is deeper than `levels` or has too many components.
  ///
  /// A glyph that contains itself is deeper than any limit.
  private mutating func extent(of glyph: Int, within levels: Int) -> Extent? {
    work += 1
    guard work <= Self.workLimit else { return nil }
    if let found = known[glyph] { return found.depth <= levels ? found : nil }
    let components = components(of: glyph)
    guard !components.isEmpty else { return Extent() }
    guard levels > 0 else { return nil }
    var result = Extent(count: components.count, depth: 0)
    for component in components {
      guard let inner = extent(of: component, within: levels - 1) else { return nil }
      result.count += inner.count
      result.depth = max(result.depth, inner.depth + 1)
      guard result.count <= Self.limit.count else { return nil }
    }
    known[glyph] = result
    return result
  }

  /// The glyphs that a composite glyph names; none for a simple glyph.
  ///
  /// Those beyond the end of the table are left out.
  private func components(of glyph: Int) -> [Int] {
    // A glyph that ends before it begins goes on to the end of the table, for FreeType.
    guard let start = location(glyph), location(glyph + 1) != start,
      let contours = Self.number(outlines, start), contours >= 0x8000
    else { return [] }
    var result: [Int] = []
    // The box of the glyph takes eight bytes.
    var place = start + 10
    while let flags = Self.number(outlines, place), let index = Self.number(outlines, place + 2) {
      result.append(index)
      let scale = flags & 0x08 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
      place += 4 + (flags & 0x01 != 0 ? 4 : 2) + scale
      guard flags & 0x20 != 0, result.count <= Self.limit.count else { break }
    }
    return result
  }

  private func location(_ glyph: Int) -> Int? {
    guard isLong else { return Self.number(locations, 2 * glyph).map { 2 * $0 } }
    guard let high = Self.number(locations, 4 * glyph),
      let low = Self.number(locations, 4 * glyph + 2)
    else { return nil }
    return high << 16 | low
  }

  /// A big-endian number of two bytes; `nil` beyond the end.
  private static func number(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int? {
    guard place + 2 <= bytes.count else { return nil }
    return Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }
}
