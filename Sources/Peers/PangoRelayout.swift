internal import CPango
package import GalleyHandles

/// Texts that PangoLayout keeps and breaks again at other widths.
///
/// The peer of `Typesetter` and of layouts that are broken again.
package final class PangoRelayout {
  private let fonts: FontMap
  private var layouts: [OpaquePointer] = []

  /// An empty set of texts, with fonts of its own.
  package init(configuration: FontConfiguration) {
    fonts = FontMap(configuration: configuration)
  }

  deinit {
    for layout in layouts { g_object_unref(UnsafeMutableRawPointer(layout)) }
  }

  /// Adds a text, well-formed UTF-8 without NUL.
  package func add(_ text: String, font: FontRequest, language: String) {
    let layout = makeLayout(font, language: language)
    pango_layout_set_text(layout, text, Int32(text.utf8.count))
    layouts.append(layout)
  }

  private func makeLayout(_ font: FontRequest, language: String) -> OpaquePointer {
    fonts.withContext(font, language: language) { context, description in
      let layout: OpaquePointer = pango_layout_new(context)
      pango_layout_set_font_description(layout, description)
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      return layout
    }
  }

  /// Lays out a text anew, and returns the number of its lines.
  ///
  /// The width is in layout units; without one, each paragraph is one line.
  package func layOut(
    _ text: String, font: FontRequest, language: String, width: Double?
  ) -> Int {
    let layout = makeLayout(font, language: language)
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    if let width { pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE))) }
    pango_layout_set_text(layout, text, Int32(text.utf8.count))
    var size = PangoRectangle()
    return PangoLock.withLock {
      pango_layout_get_extents(layout, nil, &size)
      return Int(pango_layout_get_line_count(layout))
    }
  }

  /// Breaks all kept texts at a width in layout units, and returns the number of their lines.
  package func relayout(width: Double) -> Int {
    // PangoLayout computes font metrics for a character without a glyph.
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
