/// A font file that text cannot be laid out or drawn with, and why.
public struct SkippedFont: Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// Why it is skipped.
  public let reason: Reason

  /// Names a file and why it is skipped.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Why a font file is of no use.
  public enum Reason: Hashable, Sendable, CustomStringConvertible {
    /// The file has no bytes, is no regular file, or cannot be read.
    case unreadable
    /// The file has another format than TrueType or OpenType; the format's name.
    case unsupportedFormat(String)
    /// The bytes are those of no font.
    case notAFont
    /// A table of this name lies beyond the end of the file.
    case cutOff(table: String)
    /// The font has more than one table of this name.
    case repeatedTable(String)
    /// The font lacks a table of this name, without which nothing is laid out or drawn.
    case missingTable(String)
    /// The font has neither outlines nor coloured bitmaps.
    case nothingToDraw
    /// HarfBuzz finds no glyphs in it.
    case noGlyphs
    /// The glyph of this number is composed of more than 4,096 others, or more than 32 levels deep, or its variations move
    /// more than 1 Mi points.
    case excessiveGlyph(Int)
    /// Its coloured bitmaps are composed of others, which FreeType follows without a limit.
    case composedBitmaps
    /// A size of its bitmaps is 0 pixels per em for FreeType.
    case emptyBitmaps
    /// Its coloured bitmaps hold compressed texts or large colour profiles, which FreeType inflates for each glyph.
    case notesInBitmaps
    /// It has more than 1,024 faces, or too many glyphs, names, scripts, substitutions or named instances.
    case tooLarge
    /// Its characters take too long to read, in all faces and named instances.
    case slow
    /// FreeType does not open it.
    case refusedByFreeType

    /// The reason in a few words.
    public var description: String {
      switch self {
      case .unreadable: "it is empty or cannot be read"
      case .unsupportedFormat(let name):
        "it is a \(name) font: convert it to TrueType or OpenType (.ttf, .otf)"
      case .notAFont: "it is not a font"
      case .cutOff(let table): "it is cut off: the table '\(table)' lies beyond its end"
      case .repeatedTable(let table): "it has more than one table '\(table)'"
      case .missingTable(let table): "it has no table '\(table)'"
      case .nothingToDraw: "it has neither outlines nor coloured bitmaps"
      case .noGlyphs: "it has no glyphs"
      case .excessiveGlyph(let glyph):
        "its glyph \(glyph) is composed of more than 4,096 others, or more than 32 levels deep, or varies in too many points"
      case .emptyBitmaps: "a size of its bitmaps is 0 pixels"
      case .composedBitmaps: "its coloured bitmaps are composed of others"
      case .notesInBitmaps:
        "its coloured bitmaps hold compressed texts or large colour profiles"
      case .tooLarge:
        "it has more than 1,024 faces, or too many glyphs, names, scripts, substitutions or named instances"
      case .slow: "its characters take too long to read"
      case .refusedByFreeType: "FreeType cannot open it"
      }
    }
  }

  /// One line with the file and the reason.
  public var description: String { "font \(path) is skipped: \(reason)" }
}
