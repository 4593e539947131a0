internal import CPango
import GalleyHandles

extension PangoOracle {
  /// Whether Pango has a line break and a caret before each scalar, and at the end.
  package func breaks(of text: String) -> [(line: Bool, caret: Bool)] {
    let count = text.unicodeScalars.count + 1
    var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: count)
    pango_get_log_attrs(
      text, Int32(text.utf8.count), -1, pango_language_from_string("en"), &attributes,
      Int32(count))
    return attributes.map { ($0.is_line_break != 0, $0.is_cursor_position != 0) }
  }

  /// The embedding level that Pango gives each scalar.
  package func levels(of text: String, isRightToLeft: Bool) -> [Int] {
    var direction = isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
    let count = text.unicodeScalars.count
    guard count > 0,
      let levels = pango_log2vis_get_embedding_levels(text, Int32(text.utf8.count), &direction)
    else { return [] }
    defer { g_free(levels) }
    return (0..<count).map { Int(levels[$0]) }
  }
}
