/// The origin of fonts.
public enum FontSource: Hashable, Sendable {
  /// The Noto fonts of Debian's packages, in Galley's own order: the same bytes on each machine.
  case noto
  /// The Noto fonts, and those in a folder and the folders in it.
  ///
  /// Text asks for a font of the folder by its family. All other characters come from the Noto fonts as in ``noto``, by
  /// script and language, and from the folder only if no Noto font has them. Of a family that both have, Debian's
  /// file comes first.
  case notoAnd(folder: String)
  /// Only the fonts in a folder and the folders in it.
  case folder(String)
  /// The fonts and rules of the host's fontconfig.
  case system

  /// The folder that the client chooses.
  var ownFolder: String? {
    switch self {
    case .notoAnd(let path), .folder(let path): path
    case .noto, .system: nil
    }
  }
}
