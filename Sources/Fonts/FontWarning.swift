public import GalleyHandles

/// A difference between requested and available fonts with which text can still be laid out.
public enum FontWarning: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file in the folder of fonts is unusable.
  case skipped(SkippedFont)
  /// A family is not among the fonts; another one replaces it.
  case missingFamily(MissingFontFamily)

  /// One line for a reader.
  public var description: String {
    switch self {
    case .skipped(let font): font.description
    case .missingFamily(let family): family.description
    }
  }
}
