/// The origin of fonts.
public enum FontSource: Hashable, Sendable {
  /// The Noto fonts of Debian's packages, in Galley's own order: the same bytes on each machine.
  case noto
  /// Only the fonts in a folder and the folders in it.
  case folder(String)
  /// The fonts and rules of the host's fontconfig.
  case system
}
