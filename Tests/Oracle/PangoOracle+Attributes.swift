internal import CPango
import GalleyPrimitives
import GalleyText

extension PangoOracle {
  /// Tells a layout what its text's runs and style ask for, as far as PangoLayout can do it.
  static func apply(_ text: AttributedText, to layout: OpaquePointer) {
    let style = text.paragraphStyle
    pango_layout_set_spacing(layout, Int32(style.lineSpacing * 1024))
    // Pango indents the first line, or the others by a negative number.
    pango_layout_set_indent(layout, Int32((style.firstLineHeadIndent - style.headIndent) * 1024))
    if !style.tabStops.isEmpty {
      let tabs = pango_tab_array_new(Int32(style.tabStops.count), 0)
      for (index, stop) in style.tabStops.enumerated() {
        pango_tab_array_set_tab(
          tabs, Int32(index), PANGO_TAB_LEFT, Int32(stop.location * 1024))
      }
      pango_layout_set_tabs(layout, tabs)
      pango_tab_array_free(tabs)
    }
    let list = pango_attr_list_new()
    defer { pango_attr_list_unref(list) }
    func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>) {
      attribute?.pointee.start_index = guint(range.lowerBound)
      attribute?.pointee.end_index = guint(range.upperBound)
      // Adjacent equal attributes become one.
      pango_attr_list_change(list, attribute)
    }
    if style.lineHeightMultiple > 0 {
      insert(pango_attr_line_height_new(style.lineHeightMultiple), 0..<Int(UInt32.max))
    }
    for run in text.runs {
      let attributes = run.attributes
      if attributes.kern != 0 {
        insert(pango_attr_letter_spacing_new(Int32(attributes.kern * 1024)), run.range)
      }
      if attributes.baselineOffset != 0 {
        insert(pango_attr_rise_new(Int32(attributes.baselineOffset * 1024)), run.range)
      }
      if attributes.font != text.runs[0].attributes.font {
        let description: OpaquePointer = Self.description(attributes.font)
        insert(pango_attr_font_desc_new(description), run.range)
        pango_font_description_free(description)
      }
      if let attachment = attributes.attachment {
        var rectangle = PangoRectangle(
          x: 0, y: -Int32(attachment.size.height * 1024),
          width: Int32(attachment.size.width * 1024),
          height: Int32(attachment.size.height * 1024))
        insert(pango_attr_shape_new(&rectangle, &rectangle), run.range)
      }
    }
    pango_layout_set_attributes(layout, list)
  }
}
