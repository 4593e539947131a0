internal import CPango

/// Texts that PangoLayout holds and sets again at other widths.
///
/// What setting shaped texts again is measured against, in the same run. Nothing else of the project
/// lays text out by it.
package final class PangoRelayout {
  private let environment: FontEnvironment
  private var layouts: [OpaquePointer] = []

  /// A holder of layouts with fonts of its own.
  package init(configuration: FontConfiguration) {
    environment = FontEnvironment(configuration: configuration)
  }

  deinit {
    for layout in layouts { g_object_unref(UnsafeMutableRawPointer(layout)) }
  }

  /// Adds a text, well-formed UTF-8 without NUL.
  package func add(_ text: String, font: FontRequest, language: String) {
    environment.select(font, language: language)
    let layout: OpaquePointer = pango_layout_new(environment.context)
    pango_layout_set_font_description(layout, environment.description(font, language: language))
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_text(layout, text, Int32(text.utf8.count))
    layouts.append(layout)
  }

  /// Sets a text from scratch and forgets it; how many lines it has.
  ///
  /// Without a width, which is in layout units, it has as many lines as it has paragraphs.
  package func layOut(
    _ text: String, font: FontRequest, language: String, width: Double?
  ) -> Int {
    environment.select(font, language: language)
    let layout: OpaquePointer = pango_layout_new(environment.context)
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    pango_layout_set_font_description(layout, environment.description(font, language: language))
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    if let width { pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE))) }
    pango_layout_set_text(layout, text, Int32(text.utf8.count))
    var size = PangoRectangle()
    return PangoLock.withLock {
      pango_layout_get_extents(layout, nil, &size)
      return Int(pango_layout_get_line_count(layout))
    }
  }

  /// Sets all texts at a width in layout units; how many lines they have.
  package func relayout(width: Double) -> Int {
    // PangoLayout asks for metrics whenever a character has no glyph.
    PangoLock.withLock {
      layouts.reduce(0) { count, layout in
        pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
        var size = PangoRectangle()
        pango_layout_get_extents(layout, nil, &size)
        return count + Int(pango_layout_get_line_count(layout))
      }
    }
  }
}
