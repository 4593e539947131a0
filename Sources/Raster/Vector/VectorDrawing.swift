package import GalleyHandles
package import GalleyPrimitives

/// A drawing of paths, images and texts instead of pixels: the source of PDF and SVG.
///
/// A value without C objects, which any thread can write. Coordinates are device pixels of the scale at which it
/// was made, y down, from the top-left corner, and edges are those of the pixels that a painter would draw.
package struct VectorDrawing: Hashable, Sendable {
  /// One step of the drawing, over the steps before it.
  package enum Operation: Hashable, Sendable {
    /// Fills a path.
    case fill(VectorPath, Color, isEvenOdd: Bool = false)
    /// Fills rectangles of whole pixels, which do not overlap, with the place of a point from which they are measured.
    case boxes([PixelBox], x: Int, y: Int, Color)
    /// Strokes a path.
    case stroke(VectorPath, Stroke, Color)
    /// Draws an image.
    case image(VectorImage, VectorImagePlace)
    /// Draws a text.
    case text(VectorText)
    /// Begins a group, which is clipped to a path, and composited as a whole if it is translucent.
    case beginGroup(clip: VectorPath, opacity: Double)
    /// Ends the innermost group.
    case endGroup
    /// Makes a rectangle lead to an address.
    case link(String, Rect)
    /// Describes the picture in a rectangle, for readers who do not see it.
    case description(String, Rect)
  }

  /// The steps, in drawing order.
  package var operations: [Operation]
  /// The extent in device pixels.
  package var size: PixelSize

  package init(_ operations: [Operation] = [], size: PixelSize) {
    self.operations = operations
    self.size = size
  }

  /// Fills the whole extent.
  package mutating func fill(with color: Color) {
    let page = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    operations.append(.fill(VectorPath(page, radii: .zero), color))
  }
}

/// An image of a vector drawing, as pixels, or as the bytes that a document will have.
package struct VectorImage: Hashable, Sendable {
  /// The form of the pixels.
  package enum Content: Hashable, Sendable {
    /// Premultiplied ARGB32 pixels, row by row.
    case pixels([UInt32])
    /// The bytes of the colours in a document's format, and those of alpha, if that is apart.
    case encoded(color: [UInt8], alpha: [UInt8]?)
  }

  /// The hash of the pixels and the size.
  package var key: ContentKey
  /// The size in pixels.
  package var size: PixelSize
  /// The pixels.
  package var content: Content

  /// The copy of an image.
  init(_ image: PixelImage) {
    let count = image.width * image.height
    let pixels = Array(UnsafeBufferPointer(start: image.pixels, count: count))
    size = PixelSize(width: image.width, height: image.height)
    content = .pixels(pixels)
    key = pixels.withUnsafeBytes { ContentKey(hashing: $0) }
    // Equal bytes of two shapes are two images.
    key.high ^= UInt64(truncatingIfNeeded: image.width) &* 0x9E37_79B9_7F4A_7C15
  }

  package static func == (one: VectorImage, other: VectorImage) -> Bool {
    one.key == other.key && one.size == other.size
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// The place of an image in a drawing.
package struct VectorImagePlace: Hashable, Sendable {
  /// The x and the y of a step of one image pixel to the right.
  package var right: Point
  /// The x and the y of a step of one image pixel down.
  package var down: Point
  /// The place of the top-left corner.
  package var origin: Point
  /// The factor of the image's alpha, 0…1.
  package var alpha = 1.0
  /// The formula by which it is composited.
  package var mode = BlendMode.normal

  /// An image at `origin`, each pixel `factor` device pixels wide and high.
  init(origin: Point, factor: Double = 1, alpha: Double = 1, mode: BlendMode = .normal) {
    right = Point(x: factor, y: 0)
    down = Point(x: 0, y: factor)
    self.origin = origin
    self.alpha = alpha
    self.mode = mode
  }
}

/// The glyphs of a run, and the text that they show.
package struct VectorText: Hashable, Sendable {
  /// A glyph with its pen position.
  package struct Glyph: Hashable, Sendable {
    package var id: UInt32
    package var x: Double
    package var y: Double
  }

  /// Adjacent glyphs that show some characters together.
  package struct Cluster: Hashable, Sendable {
    /// The characters; empty for glyphs that repeat, as those of a token after its first one.
    package var text: String
    /// The glyphs, as indices into ``VectorText/glyphs``.
    package var glyphs: Range<Int>
    /// The pen position of the first glyph, and the length along the line.
    package var origin: Point
    package var advance: Double
    /// Whether another operation draws it, so that here it is only text to be found: a coloured glyph, a box for
    /// a character that no font has.
    package var isHidden: Bool
  }

  /// A line along the outlines.
  package struct Outline: Hashable, Sendable {
    /// The width in device pixels.
    package var width: Double
    package var color: Color
  }

  /// The font; its size is ``size``.
  package var font: FontKey
  /// Device pixels per em.
  package var size: Double
  /// The colour of the glyphs; `nil` if only their outlines are drawn.
  package var fill: Color?
  /// How far the glyphs reach from their pens, in device pixels, at most.
  package var reach = 0.0
  /// The line along the outlines, over the fill.
  package var outline: Outline?
  /// The glyphs, in the order of their places along the line.
  package var glyphs: [Glyph] = []
  /// The clusters, in the same order.
  package var clusters: [Cluster] = []
  /// Whether the text reads from right to left, so that its first cluster is its last character.
  package var isRightToLeft: Bool
  /// Whether the line runs from top to bottom.
  package var isVertical: Bool
  /// The additional space between clusters, in device pixels.
  package var spacing = 0.0
  /// Whether features of the font chose the glyphs, so that the text alone would show others.
  package var hasFeatures = false
  /// The language, if it is known.
  package var language: String?
  /// The number, in the drawing, of the line whose runs this one continues, in reading order; `nil` for one apart.
  package var line: Int?
}
