public import GalleyHandles

/// An error that leaves a library without fonts.
public enum FontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// fontconfig could not read the configuration for a source.
  case configurationUnreadable(FontSource)
  /// The source has no usable fonts; the skipped files with their reasons.
  case noFonts(FontSource, skipped: [SkippedFont])

  /// One line with the remedy.
  public var description: String {
    switch self {
    case .configurationUnreadable(let source):
      "fontconfig could not be set up for \(source)"
    case .noFonts(.folder(let path), let skipped):
      """
      no \(Self.kind(skipped)) found in \(path): put fonts there, or install fonts-noto-core, \
      fonts-noto-cjk and fonts-noto-color-emoji and leave the folder out\(Self.words(skipped))
      """
    case .noFonts(.notoAnd(let path), let skipped):
      """
      no \(Self.kind(skipped)) found in \(path) to add to the Noto fonts: put TrueType or OpenType fonts \
      there, or leave the folder out\(Self.words(skipped))
      """
    case .noFonts(.system, let skipped):
      """
      fontconfig finds no \(Self.kind(skipped)): install fonts-noto-core, fonts-noto-cjk and \
      fonts-noto-color-emoji\(Self.words(skipped))
      """
    case .noFonts(.noto, let skipped):
      """
      no Noto fonts found: install fonts-noto-core, fonts-noto-cjk and \
      fonts-noto-color-emoji\(Self.words(skipped))
      """
    }
  }

  private static func kind(_ skipped: [SkippedFont]) -> String {
    skipped.isEmpty ? "fonts" : "usable fonts"
  }

  /// The first few of the skipped files.
  private static func words(_ skipped: [SkippedFont]) -> String {
    let shown = skipped.prefix(3).map { "; \($0)" }.joined()
    return skipped.count > 3 ? "\(shown); and \(skipped.count - 3) more" : shown
  }
}
