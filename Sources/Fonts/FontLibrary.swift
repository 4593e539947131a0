import Foundation
public import GalleyHandles

/// The fonts of a source, read once and shared by all workers.
public final class FontLibrary: Sendable {
  /// The origin of the fonts.
  public let source: FontSource
  /// The unusable font files of the source, in the order of their paths.
  ///
  /// In a folder of the client's, each file is checked: an incomplete file is skipped, one in a format that only one of
  /// FreeType and HarfBuzz reads, and one with a font's name that neither opens. Of the other sources,
  /// files in unusual formats are skipped.
  public let skippedFonts: [SkippedFont]
  /// The rules of text in these fonts.
  public let rules: TextRules
  package let configuration: FontConfiguration
  /// The folders that fonts are looked for in, those within them included.
  package let folders: [String]

  /// A warning for each skipped file of a folder.
  ///
  /// The host's fonts and Debian's give none: the client does not choose them by file.
  public var warnings: [FontWarning] {
    guard let folder = source.ownFolder else { return [] }
    return skippedFonts.filter { Self.isFile($0.path, ofFontsIn: folder) }.map { .skipped($0) }
  }

  /// Reads the fonts of `source`, for text by `rules`.
  ///
  /// - Throws: ``FontError``, if there are none.
  /// - Complexity: Milliseconds with a font cache on disk, some 60 ms without. Each file of a client's folder is checked and read
  ///   anew.
  public init(_ source: FontSource = .noto, rules: TextRules = .reader) throws(FontError) {
    let folder: FontFolder?
    let configuration: FontConfiguration?
    switch source {
    case .system:
      folder = nil
      configuration = FontConfiguration(hostWithCache: FontCache.folder)
    case .noto:
      folder = nil
      configuration = FontConfiguration(
        xml: fontConfigurationXML(
          folders: FontLibrary.notoFolders, cache: FontCache.folder, rules: rules))
    case .notoAnd(let path):
      let own = FontFolder(Self.absolutePath(path), besides: Self.isNoto)
      folder = own
      configuration = FontConfiguration(
        xml: fontConfigurationXML(
          folders: FontLibrary.notoFolders, cache: FontCache.folder, rules: rules,
          isNotoPreferred: true),
        adding: own.usable, preferring: Self.isNoto)
    case .folder(let path):
      let own = FontFolder(Self.absolutePath(path), besides: { _ in false })
      folder = own
      configuration = FontConfiguration(
        xml: fontConfigurationXML(folders: [], cache: FontCache.folder, rules: rules),
        adding: own.usable)
    }
    guard let configuration else { throw .configurationUnreadable(source) }
    var skipped = configuration.skippedFonts
    if let folder {
      let paths = Set(configuration.paths)
      let unlisted = folder.usable.filter { !paths.contains($0) }
      skipped += folder.skipped
      skipped += unlisted.map { SkippedFont(path: $0, reason: .refusedByFreeType) }
      skipped.sort { $0.path < $1.path }
      if case .notoAnd = source {
        guard paths.contains(where: Self.isNoto) else { throw .noFonts(.noto, skipped: []) }
        guard unlisted.count < folder.usable.count else {
          throw .noFonts(source, skipped: skipped)
        }
      }
    }
    guard configuration.fontCount > 0 else { throw .noFonts(source, skipped: skipped) }
    self.source = source
    self.rules = rules
    skippedFonts = skipped
    folders = configuration.folders + (folder?.folders ?? [])
    self.configuration = configuration
  }

  /// The absolute path of a folder without `.` and `..`, as fontconfig names files; it warns of a folder
  /// with a relative path.
  private static func absolutePath(_ folder: String) -> String {
    URL(fileURLWithPath: folder).standardizedFileURL.path
  }

  /// Whether a path, as fontconfig names files, is in a folder of the client's and not one of Debian's.
  private static func isFile(_ path: String, ofFontsIn folder: String) -> Bool {
    let folder = absolutePath(folder)
    return path.hasPrefix(folder == "/" ? folder : folder + "/") && !isNoto(path)
  }

  private static func isNoto(_ path: String) -> Bool {
    notoFolders.contains { path.hasPrefix($0 + "/") }
  }

  /// The folders of the Noto fonts of Debian's packages.
  private static let notoFolders = [
    "/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto",
  ]
}
