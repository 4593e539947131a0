internal import CFreeType
// Its headers hold FreeType's, and Swift finds a declaration in the module that was read first.
internal import CPango
package import GalleyPrimitives

/// FreeType's library object, which one thread at a time may use, with all faces that it opened.
package final class FreeTypeLibrary {
  let handle: FT_Library

  /// A library of its own; `nil` for lack of memory.
  package init?() {
    var handle: FT_Library?
    guard FT_Init_FreeType(&handle) == 0, let handle else { return nil }
    self.handle = handle
  }

  deinit { FT_Done_FreeType(handle) }
}

/// A glyph's coverage, 8 bits a pixel, lent by FreeType until the next glyph is loaded.
package struct GlyphBitmap {
  /// The first row; `nil` where nothing is painted.
  package let bytes: UnsafePointer<UInt8>?
  /// Bytes from one row to the next.
  package let stride: Int
  /// Pixels in a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// From the pen to the left edge, in pixels.
  package let left: Int
  /// From the baseline up to the top edge, in pixels.
  package let top: Int

  static var empty: GlyphBitmap {
    GlyphBitmap(bytes: nil, stride: 0, width: 0, height: 0, left: 0, top: 0)
  }
}

/// How a glyph's outline is set before it is filled.
package struct GlyphStyle: Hashable {
  /// Pixels per em.
  package var size: Double
  /// A linear transform, y up; `nil` for none.
  package var transform: FontTransform?
  /// Whether the outline is thickened, by a 24th of an em as fontconfig's users do.
  package var isEmboldened: Bool
  /// The width, in pixels, of a line along the outline that is drawn instead of its fill; 0 for the fill.
  package var stroke: Double
  /// Whether horizontal strokes are moved to whole rows of pixels, by FreeType's light hinting.
  package var isHinted: Bool

  package init(
    size: Double, transform: FontTransform? = nil, isEmboldened: Bool = false, stroke: Double = 0,
    isHinted: Bool = false
  ) {
    self.size = size
    self.transform = transform
    self.isEmboldened = isEmboldened
    self.stroke = stroke
    self.isHinted = isHinted
  }
}

/// A face of a font file, for one thread at a time.
package final class FontFace {
  // Keep the library and the bytes alive; the face must go first.
  let library: FreeTypeLibrary
  let file: FontFile
  let face: FT_Face
  private var sizeSet = 0
  private var drawnCount = 0

  /// Whether glyphs are outlines; else they are bitmaps of fixed sizes.
  package let isScalable: Bool
  /// Whether glyphs are coloured bitmaps, to be scaled by the caller.
  package let hasColorStrikes: Bool

  /// The first face of a collection that has the same glyphs as face `index`.
  package static func firstFace(like index: Int, path: String) -> Int {
    FontFile.shared(path)?.firstFace(like: index) ?? index
  }

  /// Opens a face; the upper 16 bits of `index` choose a named instance.
  ///
  /// `axes` are the places on the axes of a variable font; FreeType holds them to their ranges.
  ///
  /// - Throws: FreeType's error.
  package init(
    library: FreeTypeLibrary, path: String, index: Int, axes: [Double]? = nil
  ) throws(FontFaceError) {
    guard let file = FontFile.shared(path) else {
      throw FontFaceError(code: Int(FT_Err_Cannot_Open_Resource))
    }
    var face: FT_Face?
    let code = FT_New_Memory_Face(
      library.handle, file.bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
      FT_Long(file.bytes.count), index, &face)
    guard code == 0, let face else { throw FontFaceError(code: Int(code)) }
    let flags = Int(face.pointee.face_flags)
    if let axes, axes.count <= 64, axes.allSatisfy({ abs($0) <= 32_767 }) {
      var places = axes.map { FT_Fixed(($0 * 65_536).rounded()) }
      // A face without axes stays as it is.
      _ = FT_Set_Var_Design_Coordinates(face, FT_UInt(places.count), &places)
    }
    self.library = library
    self.file = file
    self.face = face
    isScalable = flags & Int(FT_FACE_FLAG_SCALABLE) != 0
    hasColorStrikes =
      flags & Int(FT_FACE_FLAG_COLOR) != 0 && flags & Int(FT_FACE_FLAG_FIXED_SIZES) != 0
  }

  deinit { FT_Done_Face(face) }

  /// The number of glyphs in the face.
  package var glyphCount: Int { Int(face.pointee.num_glyphs) }

  /// How far the outlines of the face reach from the pen, in em, as its header says.
  package var reach: Double {
    let box = face.pointee.bbox
    let reach = [box.xMin, box.yMin, box.xMax, box.yMax].map { abs(Double($0)) }.max() ?? 0
    return isScalable ? reach / Double(max(1, face.pointee.units_per_EM)) : 0
  }

  /// The glyph of a character; 0 where there is none.
  package func glyph(for character: Unicode.Scalar) -> UInt32 {
    FT_Get_Char_Index(face, FT_ULong(character.value))
  }

  /// How far `glyph` moves the pen, in pixels at `size` pixels per em; 0 if it cannot be loaded.
  package func advance(of glyph: UInt32, size: Double) -> Double {
    guard isScalable else {
      guard let strike = selectStrike(nearest: size),
        FT_Load_Glyph(face, glyph, Int32(FT_LOAD_COLOR | FT_LOAD_BITMAP_METRICS_ONLY)) == 0
      else { return 0 }
      return Double(face.pointee.glyph.pointee.advance.x) / 64 * size / strike
    }
    guard setSize(size),
      FT_Load_Glyph(face, glyph, Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) == 0
    else { return 0 }
    return Double(face.pointee.glyph.pointee.linearHoriAdvance) / 65_536
  }

  /// Fills the outline of `glyph` and lends its coverage to `body`.
  ///
  /// The pen stands `shift` 64ths of a pixel right of a whole one. A blank or broken glyph lends an
  /// empty bitmap.
  package func withMask<Result>(
    of glyph: UInt32, style: GlyphStyle, shift: Int, _ body: (GlyphBitmap) -> Result
  ) -> Result {
    guard isScalable, setSize(style.size) else { return body(.empty) }
    countDrawn()
    // FT_LOAD_TARGET_LIGHT, a macro with arguments: the mode stands in the bits from 16.
    let light = Int32(FT_RENDER_MODE_LIGHT.rawValue) << 16
    let hinting = style.isHinted ? light : Int32(FT_LOAD_NO_HINTING)
    // With FT_LOAD_COLOR, FreeType would draw coloured layers instead, in their number and size without a bound.
    guard FT_Load_Glyph(face, glyph, Int32(FT_LOAD_NO_BITMAP) | hinting) == 0,
      let slot = face.pointee.glyph,
      slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return body(.empty) }
    if let transform = style.transform, var matrix = FT_Matrix(transform) {
      FT_Outline_Transform(&slot.pointee.outline, &matrix)
    }
    if style.isEmboldened { FT_Outline_Embolden(&slot.pointee.outline, boldness) }
    if shift != 0 { FT_Outline_Translate(&slot.pointee.outline, FT_Pos(shift), 0) }
    // A broken or hostile outline may claim any box.
    var box = FT_BBox()
    FT_Outline_Get_CBox(&slot.pointee.outline, &box)
    let limit = FT_Pos(64 * Self.reach(at: style.size))
    guard box.xMin > -limit, box.yMin > -limit, box.xMax < limit, box.yMax < limit else {
      return body(.empty)
    }
    guard style.stroke == 0 else {
      return withStroke(
        of: slot, width: style.stroke, limit: FT_Pos(64 * Self.edgeLimit), body)
    }
    guard FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 else { return body(.empty) }
    let bitmap = slot.pointee.bitmap
    guard UInt32(bitmap.pixel_mode) == FT_PIXEL_MODE_GRAY.rawValue, bitmap.pitch >= 0 else {
      return body(.empty)
    }
    return body(
      GlyphBitmap(
        bytes: UnsafePointer(bitmap.buffer), stride: Int(bitmap.pitch), width: Int(bitmap.width),
        height: Int(bitmap.rows), left: Int(slot.pointee.bitmap_left),
        top: Int(slot.pointee.bitmap_top)))
  }

  /// A bitmap glyph as its font holds it.
  package struct Strike {
    /// The pixels.
    package let image: PixelImage
    /// From the pen to the left edge, in pixels of ``image``.
    package let left: Int
    /// From the baseline up to the top edge, in pixels of ``image``.
    package let top: Int
    /// Pixels per em that the bitmap was made for.
    package let size: Double
  }

  /// The coloured bitmap of `glyph` from the strike that suits `size` pixels per em; `nil` if it
  /// has none, or one that is larger than ``strikeEdgeLimit`` or, at that size, than a glyph may be.
  package func strike(of glyph: UInt32, size: Double) -> Strike? {
    countDrawn()
    // The size is known before FreeType decodes a PNG and takes memory for it.
    guard let strike = selectStrike(nearest: size),
      FT_Load_Glyph(face, glyph, Int32(FT_LOAD_COLOR | FT_LOAD_BITMAP_METRICS_ONLY)) == 0,
      let slot = face.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_BITMAP
    else { return nil }
    let limit = min(Double(Self.strikeEdgeLimit), Double(Self.reach(at: size)) * strike / size)
    let edges = [slot.pointee.bitmap.width, slot.pointee.bitmap.rows].map(Double.init)
    guard edges.allSatisfy({ $0 <= limit }),
      FT_Load_Glyph(face, glyph, Int32(FT_LOAD_COLOR)) == 0,
      slot.pointee.format == FT_GLYPH_FORMAT_BITMAP
    else { return nil }
    let bitmap = slot.pointee.bitmap
    let (width, height) = (Int(bitmap.width), Int(bitmap.rows))
    guard UInt32(bitmap.pixel_mode) == FT_PIXEL_MODE_BGRA.rawValue, bitmap.pitch >= width * 4,
      let bytes = bitmap.buffer, let image = PixelImage(width: width, height: height)
    else { return nil }
    // FreeType's BGRA is premultiplied: Cairo's ARGB32 on a little-endian machine.
    for row in 0..<height {
      UnsafeMutableRawPointer(image.pixels + row * width)
        .copyMemory(from: bytes + row * Int(bitmap.pitch), byteCount: width * 4)
    }
    return Strike(
      image: image, left: Int(slot.pointee.bitmap_left), top: Int(slot.pointee.bitmap_top),
      size: strike)
  }

  /// Glyphs are drawn once and kept as masks, so the pages that they came from can go.
  private func countDrawn() {
    drawnCount += 1
    if drawnCount % 32 == 0 { file.releasePages() }
  }

  /// How far a glyph that is drawn may reach from its pen in each direction, in pixels at `size` pixels per em.
  ///
  /// The widest letters of fonts have about ten ems.
  package static func reach(at size: Double) -> Int {
    Int(min(Double(edgeLimit), max(256, 32 * size)))
  }

  /// The longest edge of a glyph's picture, in pixels.
  static let edgeLimit = 8192
  /// The longest edge of a bitmap that a font holds, in its pixels.
  ///
  /// Those of emoji have 136 to 512.
  static let strikeEdgeLimit = 512

  // The strength of FT_GlyphSlot_Embolden, which Cairo uses.
  private var boldness: FT_Pos {
    FT_MulFix(FT_Long(face.pointee.units_per_EM), face.pointee.size.pointee.metrics.y_scale) / 24
  }

  private func setSize(_ size: Double) -> Bool {
    guard size > 0, size < Double(Self.edgeLimit) else { return false }
    let size = Int((size * 64).rounded())
    // FreeType takes 0 for ten points.
    guard size > 0 else { return false }
    guard size != sizeSet else { return true }
    guard FT_Set_Char_Size(face, FT_F26Dot6(size), FT_F26Dot6(size), 0, 0) == 0 else {
      sizeSet = 0
      return false
    }
    sizeSet = size
    return true
  }

  /// Selects the smallest strike of at least `size` pixels per em, else the largest; returns its
  /// pixels per em.
  private func selectStrike(nearest size: Double) -> Double? {
    let count = Int(face.pointee.num_fixed_sizes)
    guard count > 0, let sizes = face.pointee.available_sizes else { return nil }
    func ppem(_ index: Int) -> Double { Double(sizes[index].y_ppem) / 64 }
    let large = (0..<count).filter { ppem($0) >= size }.min { ppem($0) < ppem($1) }
    let best = large ?? (0..<count).max { ppem($0) < ppem($1) }
    sizeSet = 0
    guard let best, ppem(best) > 0, FT_Select_Size(face, Int32(best)) == 0 else { return nil }
    return ppem(best)
  }
}

/// Why a font could not be opened.
package struct FontFaceError: Error, Hashable {
  /// FreeType's error code.
  package let code: Int
}

extension FT_Matrix {
  /// `nil` for coefficients that no slant or stretch has.
  fileprivate init?(_ transform: FontTransform) {
    let coefficients = [transform.xx, transform.xy, transform.yx, transform.yy]
    guard coefficients.allSatisfy({ abs($0) <= 16 }) else { return nil }
    let fixed = coefficients.map { FT_Fixed(($0 * 65_536).rounded()) }
    self.init(xx: fixed[0], xy: fixed[1], yx: fixed[2], yy: fixed[3])
  }
}

/// Where a font puts its lines, in ems, y up from the baseline.
package struct FontLines {
  /// How far letters and their marks reach up.
  package var ascent: Double
  /// How far letters reach down; positive.
  package var descent: Double
  /// The middle of an underline.
  package var underline: Double
  /// The middle of a strikethrough.
  package var strikethrough: Double
  /// How thick both are.
  package var thickness: Double
}

extension FontFace {
  /// The positions of lines in the font; common values for those that it lacks.
  package var lines: FontLines {
    var result = FontLines(
      ascent: 0.95, descent: 0.25, underline: -0.1, strikethrough: 0.3, thickness: 0.05)
    let record = face.pointee
    guard isScalable, record.units_per_EM > 0 else { return result }
    func ems(_ units: Int) -> Double { Double(units) / Double(record.units_per_EM) }
    result.ascent = ems(Int(record.ascender))
    result.descent = -ems(Int(record.descender))
    if record.underline_thickness > 0 {
      result.underline = ems(Int(record.underline_position))
      result.thickness = ems(Int(record.underline_thickness))
    }
    if let table = FT_Get_Sfnt_Table(face, FT_SFNT_OS2)?.assumingMemoryBound(to: TT_OS2.self),
      table.pointee.yStrikeoutPosition > 0
    {
      result.strikethrough = ems(
        Int(table.pointee.yStrikeoutPosition) - Int(table.pointee.yStrikeoutSize) / 2)
    }
    return result
  }
}
