internal import CPango
import GalleyHandles

extension PangoOracle {
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
