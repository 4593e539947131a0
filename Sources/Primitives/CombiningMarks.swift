extension Unicode.Scalar {
  /// Whether this scalar is drawn on the base before it: a nonspacing or an enclosing mark.
  package var isCombiningMark: Bool {
    guard value >= 0x300 else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
