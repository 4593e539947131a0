import GalleyGlyphs
import GalleyHandles

/// The glyphs of a run, gathered before they are composited, in stretches that overlap.
///
/// Glyphs whose boxes share a column may paint the same pixel twice, as joined Arabic letters do.
/// Compositing them one by one would show a seam, so such a stretch is added into one mask first.
/// The other glyphs are composited one by one, which costs less and gives the same bytes.
struct JoinedRun {
  private struct Stretch {
    var first: Int
    var box: PixelBox
  }

  private var glyphs: [GlyphPlacement] = []
  private var stretches: [Stretch] = []

  init() {}

  /// Takes over the memory of `other` and leaves it empty.
  init(reusing other: inout JoinedRun) { swap(&self, &other) }

  var count: Int { glyphs.count }

  /// The pixels of all masks that were added since the last compositing, those outside included.
  private(set) var area = 0

  /// Adds a glyph with its pen at `x`, `y`, unless it lies outside of `width` by `height`.
  mutating func append(_ mask: GlyphMask, x: Int, y: Int, width: Int, height: Int) {
    guard let handle = mask.handle else { return }
    area += Int(mask.width) * Int(mask.height)
    let left = x + Int(mask.left)
    let top = y + Int(mask.top)
    guard left < width, top < height, left + Int(mask.width) > 0, top + Int(mask.height) > 0
    else { return }
    var box = PixelBox(
      left: Int32(left), top: Int32(top), right: Int32(left) + mask.width,
      bottom: Int32(top) + mask.height)
    var first = glyphs.count
    glyphs.append(GlyphPlacement(x: Int32(x), y: Int32(y), mask: handle))
    // A mark may extend back over several glyphs.
    while let last = stretches.last, last.box.right > box.left {
      box = last.box.union(box)
      first = last.first
      stretches.removeLast()
    }
    stretches.append(Stretch(first: first, box: box))
  }

  /// The rows of the target that the gathered glyphs cover.
  var rows: Range<Int> {
    guard var box = stretches.first?.box else { return 0..<0 }
    for stretch in stretches.dropFirst() { box = box.union(stretch.box) }
    return Int(box.top)..<Int(box.bottom)
  }

  /// Composites the gathered glyphs in one colour, and empties the run.
  mutating func composite(
    _ stamp: GlyphStamp, pixel: UInt32, onto target: borrowing PixelTarget
  ) {
    let bounds = PixelBox(
      left: 0, top: 0, right: Int32(target.width), bottom: Int32(target.height))
    glyphs.withUnsafeBufferPointer { glyphs in
      // Single glyphs between two joined stretches are composited together.
      var singles = 0
      for (index, stretch) in stretches.enumerated() {
        let end = index + 1 < stretches.count ? stretches[index + 1].first : glyphs.count
        guard end - stretch.first > 1 else { continue }
        stamp.composite(
          UnsafeBufferPointer(rebasing: glyphs[singles..<stretch.first]), pixel: pixel,
          onto: target)
        stamp.compositeJoined(
          UnsafeBufferPointer(rebasing: glyphs[stretch.first..<end]),
          box: stretch.box.intersection(bounds), pixel: pixel, onto: target)
        singles = end
      }
      stamp.composite(
        UnsafeBufferPointer(rebasing: glyphs[singles...]), pixel: pixel, onto: target)
    }
    glyphs.removeAll(keepingCapacity: true)
    stretches.removeAll(keepingCapacity: true)
    area = 0
  }
}

extension PixelBox {
  func union(_ other: PixelBox) -> PixelBox {
    PixelBox(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  func intersection(_ other: PixelBox) -> PixelBox {
    PixelBox(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }
}
