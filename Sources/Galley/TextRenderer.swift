public import GalleyFonts
public import GalleyHandles
public import GalleyImages
public import GalleyLayout
import GalleyPNG
public import GalleyPrimitives
public import GalleyRaster
public import GalleyText
public import GalleyTypesetting
import GalleyVector

/// Draws single texts as PNG, without a feed.
///
/// ```swift
/// let renderer = try TextRenderer()
/// let layout = try renderer.typesetter.layout(text, in: TextContainer(width: 320))
/// let png = try renderer.picture(of: [layout])
/// ```
///
/// It is not `Sendable`, because it has the fonts of a worker.
public final class TextRenderer {
  /// The typesetter, whose layouts ``picture(of:_:)`` draws.
  public let typesetter: Typesetter
  /// The warnings of skipped fonts, and of families that the fonts lack.
  public let fontWarnings: [FontWarning]
  private let painter: Painter

  /// Makes a renderer with fonts of a source, and with images from the folder `assets`, within limits.
  ///
  /// `families` are the families that texts will request; a missing one becomes a warning. `hinting` is the way in
  /// which letters meet the grid of pixels.
  ///
  /// - Throws: ``GalleyFonts/FontError``, ``GalleyImages/ImageError``, ``GalleyRaster/RasterError``.
  public init(
    fonts: FontSource = .noto, rules: TextRules = .reader, assets: String? = nil,
    imageLimits: ImageLimits = ImageLimits(), families: [String] = [],
    hinting: GlyphHinting = .none
  ) throws {
    let library = try FontLibrary(fonts, rules: rules)
    typesetter = Typesetter(library)
    fontWarnings =
      library.warnings + library.missingFamilies(families.map { (name: "the text", family: $0) })
    painter = try Painter(
      pool: SurfacePool(),
      assets: try AssetFolder(path: assets, limits: imageLimits), hinting: hinting)
  }

  /// The axes of the font that a text in `font` uses, and its name; no axes for a font that is not variable.
  ///
  /// Letters of some scripts are tried until one is in the family; for a family that has none of them, or that is
  /// missing, the font is that of `a`.
  ///
  /// - Complexity: that of layouts of a few letters.
  public func axes(of font: Font) throws -> (name: String, axes: [FontAxis]) {
    var plain = font
    plain.variations = ""
    var keys: [FontKey] = []
    for letter in ["a", "A", "0", "あ", "한", "א", "ا", "क", "ก"] {
      let text = AttributedText(letter, attributes: TextAttributes(font: plain))
      let layout = try typesetter.layout(text, in: TextContainer(width: .infinity))
      guard let key = layout.fonts.first else { continue }
      keys.append(key)
      if key.name.hasPrefix(font.family) { break }
    }
    let own = keys.last { $0.name.hasPrefix(font.family) }
    guard let key = own ?? keys.first else { return (font.family, []) }
    return (key.name, FontAxis.axes(ofFile: key.path, faceIndex: key.faceIndex))
  }

  /// The appearance of a picture.
  public struct Appearance: Hashable, Sendable {
    /// Device pixels per layout unit, 0.25…8.
    public var scale = 2.0
    /// The colour below the text; the picture is opaque if this colour is.
    public var background = Color.white
    /// The space between layouts, in layout units.
    public var gap = 0.0
    /// The side at which the first layout is; `nil` for that at which its text begins.
    public var firstSide: Side?
    /// The boxes to outline.
    public var overlay = LayoutOverlay()
    /// Coloured rectangles below the text, in layout units from the corner at which ``origins(of:gap:from:)`` counts.
    public var fills: [Fill] = []
    /// Coloured rectangles above the text.
    public var marks: [Fill] = []

    /// A rectangle and its colour.
    public struct Fill: Hashable, Sendable {
      /// In layout units from the corner at which ``origins(of:gap:from:)`` counts.
      public var rect: Rect
      /// The colour.
      public var color: Color

      /// Makes a coloured rectangle.
      public init(_ rect: Rect, _ color: Color) {
        self.rect = rect
        self.color = color
      }
    }

    /// Makes the appearance of black text on white, at scale 2.
    public init() {}
  }

  /// A side of a picture.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The left side.
    case left
    /// The right side.
    case right
  }

  /// The position of each layout: side by side, `gap` apart, the first one at a side.
  ///
  /// Without a side, that is the right one if its first line reads from right to left, or if its lines are vertical and
  /// begin at the right, as the columns of CSS.
  public static func origins(
    of layouts: [TextLayout], gap: Double, from side: Side? = nil
  ) -> [Point] {
    let isReversed = side.map { $0 == .right } ?? layouts.first?.beginsAtRight ?? false
    var x = 0.0
    let origins = (isReversed ? layouts.reversed() : layouts).map { layout in
      defer { x += size(of: layout).width + gap }
      return Point(x: x, y: 0)
    }
    return isReversed ? origins.reversed() : origins
  }

  /// The size of a layout's container; a side without a limit is that of the text.
  private static func size(of layout: TextLayout) -> Size {
    let size = layout.container.size
    return Size(
      width: size.width.isFinite ? size.width : layout.boundingSize.width,
      height: size.height.isFinite ? size.height : layout.boundingSize.height)
  }

  /// The rectangle of a layout's picture, from its container's corner: the container, and on an axis without a limit
  /// also the letters, lines, shadows and borders that stand beyond it, in whole pixels.
  private func drawnRect(of layout: TextLayout, scale: Double) throws -> Rect {
    let limits = layout.container.size
    let size = Self.size(of: layout)
    var rect = Rect(x: 0, y: 0, width: size.width, height: size.height)
    guard !limits.width.isFinite || !limits.height.isFinite, (0.25...8).contains(scale) else {
      return rect
    }
    let box = try painter.drawnBox(of: layout, scale: scale)
    func start(_ place: Double) -> Double { (place * scale).rounded(.down) / scale }
    func end(_ place: Double) -> Double { (place * scale).rounded(.up) / scale }
    if !limits.width.isFinite {
      let right = max(rect.maxX, end(box.maxX))
      rect.origin.x = min(0, start(box.minX))
      rect.size.width = right - rect.minX
    }
    if !limits.height.isFinite {
      let bottom = max(rect.maxY, end(box.maxY))
      rect.origin.y = min(0, start(box.minY))
      rect.size.height = bottom - rect.minY
    }
    return rect
  }

  /// The rectangle of the picture of layouts side by side, in layout units from the corner at which
  /// ``origins(of:gap:from:)`` counts.
  ///
  /// It begins above or beside that corner, in whole pixels, if letters, lines, shadows or borders stand beyond a side
  /// without a limit.
  ///
  /// - Throws: ``GalleyRaster/RasterError``.
  /// - Complexity: O(glyphs) for containers without a limit.
  public func pictureRect(
    of layouts: [TextLayout], _ appearance: Appearance = Appearance()
  ) throws -> Rect {
    let origins = Self.origins(of: layouts, gap: appearance.gap, from: appearance.firstSide)
    return try zip(layouts, origins).reduce(.zero) { rect, place in
      let own = try drawnRect(of: place.0, scale: appearance.scale)
      return rect.union(own.offset(x: place.1.x, y: place.1.y))
    }
  }

  /// Makes a PNG of layouts side by side, each as large as its container; an infinite side is that of the text, with
  /// letters and decorations that stand beyond it.
  ///
  /// - Throws: ``GalleyRaster/RasterError``, ``GalleyPNG/PNGError``.
  /// - Complexity: O(pixels).
  public func picture(
    of layouts: [TextLayout], _ appearance: Appearance = Appearance()
  ) throws -> [UInt8] {
    let (list, extent) = try drawing(of: layouts, appearance)
    return try png(of: list, size: extent, appearance)
  }

  /// Makes a document of layouts side by side, with paths and texts instead of pixels.
  ///
  /// - Throws: ``GalleyRaster/RasterError``, ``/GalleyEncoders/PictureError``, ``GalleyPNG/PNGError``.
  /// - Complexity: O(glyphs + pixels of images and shadows); for a PDF also O(glyphs of its fonts).
  public func document(
    of layouts: [TextLayout], as format: PictureRenderer.DocumentFormat,
    _ appearance: Appearance = Appearance()
  ) throws -> [UInt8] {
    let (list, extent) = try drawing(of: layouts, appearance)
    let found = try Painter.pixelSize(of: extent, scale: appearance.scale)
    let pixels = PixelSize(width: max(1, found.width), height: max(1, found.height))
    guard let documents = VectorDocuments(format == .pdf ? .pdf : .svg) else {
      throw PictureError.outOfMemory
    }
    let drawing = try painter.vectorDrawing(
      of: list, size: pixels, scale: appearance.scale, background: appearance.background)
    return try documents.document(
      of: documents.encoder.encode(drawing), scale: appearance.scale)
  }

  private func drawing(
    of layouts: [TextLayout], _ appearance: Appearance
  ) throws -> (list: DisplayList, extent: Size) {
    let rect = try pictureRect(of: layouts, appearance)
    func placed(_ fill: Appearance.Fill) -> DisplayItem {
      .fill(fill.rect.offset(x: -rect.minX, y: -rect.minY), fill.color)
    }
    var list = DisplayList(appearance.fills.map(placed))
    let origins = Self.origins(of: layouts, gap: appearance.gap, from: appearance.firstSide)
    for (layout, place) in zip(layouts, origins) {
      let origin = Point(x: place.x - rect.minX, y: place.y - rect.minY)
      list.append(.text(layout, origin: origin))
      list.append(appearance.overlay, of: layout, origin: origin, scale: appearance.scale)
    }
    list.items += appearance.marks.map(placed)
    return (list, rect.size)
  }

  private func png(
    of list: DisplayList, size: Size, _ appearance: Appearance
  ) throws -> [UInt8] {
    let found = try Painter.pixelSize(of: size, scale: appearance.scale)
    let pixels = PixelSize(width: max(1, found.width), height: max(1, found.height))
    let colorType: PNGColorType = appearance.background.isOpaque ? .rgb : .rgba
    let encoder = PNGRowEncoder(
      width: pixels.width, profile: .fast, colorType: colorType,
      strips: StripEncoder(colorType: colorType))
    return try painter.png(
      of: list, size: pixels, scale: appearance.scale, background: appearance.background,
      with: encoder)
  }

  /// The images that could not be drawn since the last call.
  public func takeImageFailures() -> [String] {
    painter.takeImageFailures().map { "\($0)" }
  }
}

extension TextLayout {
  /// Whether reading begins at the right side: of its first line, or of its vertical lines.
  fileprivate var beginsAtRight: Bool {
    container.isVertical ? !container.startsAtLeft : lines.first?.isRightToLeft ?? false
  }
}
