internal import CPango
package import GalleyFonts
import GalleyHandles
package import GalleyText

/// PangoLayout on the fonts and settings of a typesetter: what our own composer is checked against.
package final class PangoOracle {
  private let map: UnsafeMutablePointer<PangoFontMap>
  let context: OpaquePointer
  private let library: FontLibrary

  package struct Line: Equatable {
    package var start: Int
    /// In Pango units.
    package var width: Int
    package var x: Int
    package var height: Int
    package var baseline: Int
  }

  package struct Measure {
    package var lines: [Line]
    /// In Pango units.
    package var height: Int
    package var unknownGlyphCount: Int
  }

  package init(_ library: FontLibrary) {
    self.library = library
    map = pango_ft2_font_map_new()
    library.configuration.govern(OpaquePointer(map))
    pango_ft2_font_map_set_resolution(OpaquePointer(map), 96, 96)
    context = pango_font_map_create_context(map)
    pango_context_set_round_glyph_positions(context, 0)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(map)
  }

  /// Sets `text` at `width` layout units; `nil` for no limit.
  package func measure(_ text: AttributedText, width: Double?) -> Measure {
    // PangoLayout asks for metrics whenever a character has no glyph.
    PangoLock.withLock { measureLocked(text, width: width) }
  }

  private func measureLocked(_ text: AttributedText, width: Double?) -> Measure {
    let layout = makeLayout(text, width: width)
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    return collect(layout)
  }

  /// A layout of `text`, which the caller unrefs.
  func makeLayout(_ text: AttributedText, width: Double?) -> OpaquePointer {
    let attributes = text.runs[0].attributes
    pango_context_set_language(
      context, pango_language_from_string(attributes.language ?? "en"))
    let description: OpaquePointer = Self.description(attributes.font)
    defer { pango_font_description_free(description) }
    let layout: OpaquePointer = pango_layout_new(context)
    pango_layout_set_font_description(layout, description)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    if let width { pango_layout_set_width(layout, Int32(width * 1024)) }
    // Pango turns left and right about for text from right to left only where it found that itself.
    let isTurned = text.paragraphStyle.direction == .rightToLeft
    switch text.paragraphStyle.alignment {
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .left, .right:
      var string = text.string
      let isFound =
        text.paragraphStyle.direction == nil
        && string.withUTF8 { BaseDirection(of: $0) } == .rightToLeft
      pango_layout_set_alignment(
        layout,
        (text.paragraphStyle.alignment == .left) != isFound ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT)
    case .end: pango_layout_set_alignment(layout, isTurned ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT)
    case .start, .justify:
      pango_layout_set_alignment(layout, isTurned ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
      pango_layout_set_justify(layout, text.paragraphStyle.alignment == .justify ? 1 : 0)
    }
    if let direction = text.paragraphStyle.direction {
      pango_layout_set_auto_dir(layout, 0)
      pango_context_set_base_dir(
        context, direction == .rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    } else {
      pango_context_set_base_dir(context, PANGO_DIRECTION_WEAK_LTR)
    }
    pango_layout_set_text(layout, text.string, Int32(text.string.utf8.count))
    if text.runs.count > 1 || !text.runs[0].attributes.isPlain
      || text.paragraphStyle
        != ParagraphStyle(
          alignment: text.paragraphStyle.alignment, direction: text.paragraphStyle.direction)
    {
      Self.apply(text, to: layout)
    }
    return layout
  }

  static func description(_ font: Font) -> OpaquePointer {
    let description: OpaquePointer = pango_font_description_new()
    pango_font_description_set_family(description, FontConfiguration.marked(font.family))
    pango_font_description_set_absolute_size(description, font.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(
      description, PangoWeight(rawValue: PangoWeight.RawValue(font.weight)))
    if font.isItalic { pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
    return description
  }

  private func collect(_ layout: OpaquePointer) -> Measure {
    var lines: [Line] = []
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { break }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      lines.append(
        Line(
          start: Int(line.pointee.start_index), width: Int(logical.width), x: Int(logical.x),
          height: Int(logical.height),
          baseline: Int(pango_layout_iter_get_baseline(iterator)) - Int(logical.y)))
    } while pango_layout_iter_next_line(iterator) != 0
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    return Measure(
      lines: lines, height: Int(logical.height),
      unknownGlyphCount: Int(pango_layout_get_unknown_glyphs_count(layout)))
  }
}
