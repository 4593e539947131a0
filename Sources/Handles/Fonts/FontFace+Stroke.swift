internal import CFreeType
// Its headers hold FreeType's, and Swift finds a declaration in the module that was read first.
internal import CPango

extension FontFace {
  /// Draws a line of `width` pixels along the outline in a slot, and lends its coverage to `body`.
  ///
  /// Half of the line is on each side of the outline, with round corners. An outline that cannot be stroked lends
  /// an empty bitmap, as does one that reaches beyond `limit` 64ths of a pixel.
  func withStroke<Result>(
    of slot: FT_GlyphSlot, width: Double, limit: FT_Pos, _ body: (GlyphBitmap) -> Result
  ) -> Result {
    var stroker: FT_Stroker?
    var glyph: FT_Glyph?
    guard width > 0, width < Double(Self.edgeLimit),
      FT_Stroker_New(library.handle, &stroker) == 0
    else { return body(.empty) }
    defer { FT_Stroker_Done(stroker) }
    FT_Stroker_Set(
      stroker, FT_Fixed((width * 32).rounded()), FT_STROKER_LINECAP_ROUND,
      FT_STROKER_LINEJOIN_ROUND, 0)
    guard FT_Get_Glyph(slot, &glyph) == 0 else { return body(.empty) }
    defer { FT_Done_Glyph(glyph) }
    var box = FT_BBox()
    guard FT_Glyph_Stroke(&glyph, stroker, 1) == 0 else { return body(.empty) }
    FT_Glyph_Get_CBox(glyph, FT_UInt(FT_GLYPH_BBOX_UNSCALED.rawValue), &box)
    guard box.xMin > -2 * limit, box.yMin > -2 * limit, box.xMax < 2 * limit,
      box.yMax < 2 * limit, FT_Glyph_To_Bitmap(&glyph, FT_RENDER_MODE_NORMAL, nil, 1) == 0,
      let glyph
    else { return body(.empty) }
    return glyph.withMemoryRebound(to: FT_BitmapGlyphRec.self, capacity: 1) { record in
      let bitmap = record.pointee.bitmap
      guard UInt32(bitmap.pixel_mode) == FT_PIXEL_MODE_GRAY.rawValue, bitmap.pitch >= 0 else {
        return body(.empty)
      }
      return body(
        GlyphBitmap(
          bytes: UnsafePointer(bitmap.buffer), stride: Int(bitmap.pitch), width: Int(bitmap.width),
          height: Int(bitmap.rows), left: Int(record.pointee.left), top: Int(record.pointee.top)))
    }
  }
}
