internal import CHarfBuzz
internal import CHarfBuzzSubset

/// Some glyphs of a font file, as a font of their own in which they keep their numbers.
package struct FontSubset {
  /// The form of the outlines.
  package enum Outlines {
    /// TrueType's, in ``FontSubset/bytes``, a whole font file.
    case trueType
    /// PostScript's, of which ``FontSubset/bytes`` are the CFF table alone.
    case postScript
  }

  /// The form of the outlines.
  package let outlines: Outlines
  /// The bytes of the font.
  package let bytes: [UInt8]

  /// Makes a font of `glyphs` without hints, names, characters and substitutions; `nil` for a face that HarfBuzz
  /// cannot divide, for one without outlines, and for a named instance of a variable font.
  ///
  /// - Complexity: O(glyphs of the face).
  package init?(of glyphs: some Sequence<UInt32>, path: String, index: Int) {
    guard index & ~0xFFFF == 0, let file = FontFile.shared(path),
      let input = hb_subset_input_create_or_fail()
    else { return nil }
    defer { hb_subset_input_destroy(input) }
    let flags = HB_SUBSET_FLAGS_RETAIN_GIDS.rawValue | HB_SUBSET_FLAGS_NO_HINTING.rawValue
    hb_subset_input_set_flags(input, flags)
    for glyph in glyphs { hb_set_add(hb_subset_input_glyph_set(input), glyph) }
    let dropped = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG)
    for tag in ["GSUB", "GPOS", "GDEF", "BASE", "name", "cmap", "OS/2", "STAT", "MATH", "VORG"] {
      hb_set_add(dropped, Self.tag(tag))
    }
    hb_set_clear(hb_subset_input_set(input, HB_SUBSET_SETS_NAME_ID))
    guard let face = hb_subset_or_fail(file.harfBuzzFace(index), input) else { return nil }
    defer { hb_face_destroy(face) }
    if let table = Self.table("CFF ", of: face) {
      (outlines, bytes) = (.postScript, table)
    } else if Self.table("glyf", of: face) != nil, Self.table("gvar", of: face) == nil,
      let whole = hb_face_reference_blob(face)
    {
      defer { hb_blob_destroy(whole) }
      (outlines, bytes) = (.trueType, Self.bytes(of: whole))
    } else {
      return nil
    }
  }

  private static func tag(_ name: String) -> hb_tag_t {
    name.utf8.reduce(0) { $0 << 8 | hb_tag_t($1) }
  }

  /// The bytes of a table; `nil` if the face does not have it.
  private static func table(_ name: String, of face: OpaquePointer) -> [UInt8]? {
    guard let blob = hb_face_reference_table(face, tag(name)) else { return nil }
    defer { hb_blob_destroy(blob) }
    let bytes = bytes(of: blob)
    return bytes.isEmpty ? nil : bytes
  }

  private static func bytes(of blob: OpaquePointer) -> [UInt8] {
    var count: UInt32 = 0
    guard let start = hb_blob_get_data(blob, &count) else { return [] }
    return UnsafeRawBufferPointer(start: start, count: Int(count)).map { $0 }
  }
}
