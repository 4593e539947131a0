/// Counts the components of composite glyphs in the table `glyf`, and the points that move in a variable font.
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
    /// The points that the variations of the glyph and of its components move, each as often as it is moved.
    var moveCount = 0
  }

  /// The greatest extent of a glyph that is drawn.
  ///
  /// Letters with marks have two to four components. A letter in a font with many axes has hundreds of variations of a
  /// hundred points.
  static let limit = Extent(count: 4096, depth: 32, moveCount: 1 << 20)

  /// The most glyphs, components and variations that are looked at, for all faces of a file: a face has 65,535 glyphs at
  /// most.
  static let workLimit = 4 << 20

  private let outlines: UnsafeRawBufferPointer
  private let locations: UnsafeRawBufferPointer
  private let isLong: Bool
  private let variations: GlyphVariations?
  private var known: [Int: Extent] = [:]
  /// The glyphs and components that were looked at.
  private(set) var work = 0

  /// - Parameters:
  ///   - outlines: The table `glyf`.
  ///   - locations: The table `loca`.
  ///   - isLong: Whether the locations have four bytes each, by the table `head`.
  ///   - variations: Those of the table `gvar`.
  ///   - work: The glyphs and components of earlier faces.
  init(
    outlines: UnsafeRawBufferPointer, locations: UnsafeRawBufferPointer, isLong: Bool,
    variations: GlyphVariations? = nil, work: Int = 0
  ) {
    self.work = work
    self.variations = variations
    self.outlines = outlines
    self.locations = locations
    self.isLong = isLong
  }

  /// The first glyph that exceeds ``limit``, or at which all exceed ``workLimit``; `nil` if there is none.
  ///
  /// - Complexity: O(glyphs + components + variations), up to ``workLimit``; of a simple glyph without variations, two
  ///   bytes are read.
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
    // Simple glyphs, of which there are most, are not kept.
    let isComposite = isComposite(glyph)
    if isComposite, let found = known[glyph] { return found.depth <= levels ? found : nil }
    let components = isComposite ? components(of: glyph) : []
    // Four points of a glyph stand for its metrics.
    let pointCount = 4 + (components.isEmpty ? ownPointCount(of: glyph) : components.count)
    var result = Extent(count: components.count)
    if let variations {
      let moves = variations.moves(of: glyph, pointCount: pointCount)
      result.moveCount = moves.points
      work += moves.variations
    }
    guard work <= Self.workLimit, result.moveCount <= Self.limit.moveCount else { return nil }
    guard !components.isEmpty else { return result }
    guard levels > 0 else { return nil }
    for component in components {
      guard let inner = extent(of: component, within: levels - 1) else { return nil }
      result.count += inner.count
      result.depth = max(result.depth, inner.depth + 1)
      result.moveCount += inner.moveCount
      guard result.count <= Self.limit.count, result.moveCount <= Self.limit.moveCount else {
        return nil
      }
    }
    known[glyph] = result
    return result
  }

  private func isComposite(_ glyph: Int) -> Bool {
    // A glyph that ends before it begins goes on to the end of the table, for FreeType.
    guard let start = location(glyph), location(glyph + 1) != start,
      let contours = Self.number(outlines, start)
    else { return false }
    return contours >= 0x8000
  }

  /// The glyphs that a composite glyph names.
  ///
  /// Those beyond the end of the table are left out.
  private func components(of glyph: Int) -> [Int] {
    guard let start = location(glyph) else { return [] }
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

  /// The points of a simple glyph: one more than the last point of its last contour.
  private func ownPointCount(of glyph: Int) -> Int {
    guard variations != nil, let start = location(glyph), location(glyph + 1) != start,
      let contours = Self.number(outlines, start), contours > 0, contours < 0x8000
    else { return 0 }
    return (Self.number(outlines, start + 8 + 2 * contours) ?? 0) + 1
  }

  private func location(_ glyph: Int) -> Int? {
    guard isLong else { return Self.number(locations, 2 * glyph).map { 2 * $0 } }
    guard let high = Self.number(locations, 4 * glyph),
      let low = Self.number(locations, 4 * glyph + 2)
    else { return nil }
    return high << 16 | low
  }

  /// A big-endian number of two bytes; `nil` beyond the end.
  fileprivate static func number(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int? {
    guard place + 2 <= bytes.count else { return nil }
    return Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }
}

/// The variations of glyphs in the table `gvar`.
///
/// Their data are compressed, and glyphs may share them: a font of 120 KB can move the points of one letter 8,000
/// million times.
///
/// Source: [OpenType, `gvar`](https://learn.microsoft.com/typography/opentype/spec/gvar).
struct GlyphVariations {
  private let bytes: UnsafeRawBufferPointer
  private let axisCount: Int
  private let glyphCount: Int
  private let isLong: Bool
  private let start: Int

  /// - Parameter bytes: The table; `nil` is returned for one without a header.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let axisCount = GlyphComponents.number(bytes, 4),
      let count = GlyphComponents.number(bytes, 12),
      let flags = GlyphComponents.number(bytes, 14), let first = Self.long(bytes, 16)
    else { return nil }
    (self.bytes, self.axisCount) = (bytes, axisCount)
    (glyphCount, isLong, start) = (count, flags & 1 != 0, first)
  }

  /// How many points the variations of a glyph of `pointCount` points move in all, an upper bound, and how many
  /// variations were looked at.
  ///
  /// - Complexity: O(variations), 4,095 at most.
  func moves(of glyph: Int, pointCount: Int) -> (points: Int, variations: Int) {
    guard glyph < glyphCount, let offset = self.offset(glyph), offset != self.offset(glyph + 1),
      let header = GlyphComponents.number(bytes, start + offset),
      let data = GlyphComponents.number(bytes, start + offset + 2)
    else { return (0, 0) }
    let count = header & 0x0FFF
    var (record, list) = (start + offset + 4, start + offset + data)
    var shared = 0
    if header & 0x8000 != 0 {
      shared = listLength(at: list)
      guard let end = self.end(ofListAt: list) else { return (.max, 0) }
      list = end
    }
    // A list of points may name points that there are not. Variations without bytes have the list of the next one.
    var points = 0
    for index in 0..<count {
      guard let size = GlyphComponents.number(bytes, record),
        let flags = GlyphComponents.number(bytes, record + 2)
      else { return (points, index) }
      let length = flags & 0x2000 != 0 ? listLength(at: list) : shared
      points += max(length, pointCount)
      record +=
        4 + (flags & 0x8000 != 0 ? 2 * axisCount : 0) + (flags & 0x4000 != 0 ? 4 * axisCount : 0)
      list += size
      guard points <= GlyphComponents.limit.moveCount else { return (points, index + 1) }
    }
    return (points, count)
  }

  /// The place behind a list of points, whose numbers are in runs of bytes or of pairs of them; `nil` if a run is too
  /// long, whose end versions of FreeType see in different places.
  private func end(ofListAt place: Int) -> Int? {
    let count = listLength(at: place)
    guard place < bytes.count else { return nil }
    var (end, found) = (place + (bytes[place] & 0x80 != 0 ? 2 : 1), 0)
    while found < count {
      guard end < bytes.count else { return nil }
      let run = Int(bytes[end] & 0x7F) + 1
      end += 1 + run * (bytes[end] & 0x80 != 0 ? 2 : 1)
      found += run
    }
    return found == count ? end : nil
  }

  private func listLength(at place: Int) -> Int {
    guard place < bytes.count else { return 0 }
    let first = Int(bytes[place])
    guard first & 0x80 != 0 else { return first }
    return place + 1 < bytes.count ? (first & 0x7F) << 8 | Int(bytes[place + 1]) : 0
  }

  private func offset(_ glyph: Int) -> Int? {
    isLong
      ? Self.long(bytes, 20 + 4 * glyph)
      : GlyphComponents.number(bytes, 20 + 2 * glyph).map { 2 * $0 }
  }

  private static func long(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int? {
    guard let high = GlyphComponents.number(bytes, place),
      let low = GlyphComponents.number(bytes, place + 2)
    else { return nil }
    return high << 16 | low
  }
}
