import Foundation
public import GalleyHandles

/// Where fonts come from.
public enum FontSource: Hashable, Sendable {
  /// The Noto fonts of Debian's packages, in an order of our own: the same bytes on each machine.
  case noto
  /// Only the fonts in a folder and the folders in it, whatever the host has.
  case folder(String)
  /// The fonts and rules of the host's fontconfig.
  case system
}

/// Why there are no fonts to set text with.
public enum FontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// fontconfig could not read the configuration for a source.
  case configurationUnreadable(FontSource)
  /// The source has no fonts, or none that can be used; the files that are skipped, and why.
  case noFonts(FontSource, skipped: [SkippedFont])

  /// One line that says what to do.
  public var description: String {
    switch self {
    case .configurationUnreadable(let source):
      "fontconfig could not be set up for \(source)"
    case .noFonts(.folder(let path), let skipped):
      """
      no \(Self.kind(skipped)) found in \(path): put fonts there, or install fonts-noto-core, \
      fonts-noto-cjk and fonts-noto-color-emoji and leave the folder out\(Self.words(skipped))
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

/// The fonts of a source, read once and shared by all workers.
public final class FontLibrary: Sendable {
  /// Where the fonts come from.
  public let source: FontSource
  /// The font files of the source that cannot be used, in the order of their paths.
  ///
  /// In a folder each file is looked into: one that is cut off, or has a format that only one of
  /// FreeType and HarfBuzz reads, is skipped, and so is one with a font's name that neither opens. Of
  /// the other sources, files in unusual formats are skipped.
  public let skippedFonts: [SkippedFont]
  package let configuration: FontConfiguration

  /// A warning for each file of a folder that is skipped; of the host's fonts, and of Debian's, none
  /// was asked for by its file.
  public var warnings: [FontWarning] {
    if case .folder = source { skippedFonts.map { .skipped($0) } } else { [] }
  }

  /// Reads the fonts of `source`.
  ///
  /// - Throws: ``FontError``, where there are none.
  /// - Complexity: Milliseconds with a font cache on disk, some 60 ms without.
  public init(_ source: FontSource = .noto) throws(FontError) {
    let configuration: FontConfiguration?
    switch source {
    case .system:
      configuration = FontConfiguration(hostWithCache: FontCache.folder)
    case .noto:
      configuration = FontConfiguration(
        xml: fontConfigurationXML(folders: FontLibrary.notoFolders, cache: FontCache.folder))
    case .folder(let path):
      configuration = FontConfiguration(
        xml: fontConfigurationXML(
          folders: [Self.absolutePath(path)], cache: FontCache.folder),
        checksFiles: true)
    }
    guard let configuration else { throw .configurationUnreadable(source) }
    var skipped = configuration.skippedFonts
    if case .folder(let path) = source {
      skipped += Self.unopenedFonts(in: path, besides: configuration.paths + skipped.map(\.path))
      skipped.sort { $0.path < $1.path }
    }
    guard configuration.fontCount > 0 else { throw .noFonts(source, skipped: skipped) }
    self.source = source
    skippedFonts = skipped
    self.configuration = configuration
  }

  /// fontconfig names files by absolute paths without `.` and `..`, and complains of a folder whose path is
  /// relative.
  private static func absolutePath(_ folder: String) -> String {
    URL(fileURLWithPath: folder).standardizedFileURL.path
  }

  /// The files of a folder that have a font's name and that fontconfig does not list.
  ///
  /// - Complexity: O(files).
  private static func unopenedFonts(in folder: String, besides known: [String]) -> [SkippedFont] {
    let extensions: Set = [
      "ttf", "otf", "ttc", "otc", "woff", "woff2", "pfa", "pfb", "pcf", "bdf",
    ]
    let known = Set(known)
    var skipped: [SkippedFont] = []
    // fontconfig passes over hidden files too.
    let files = FileManager.default.enumerator(
      at: URL(fileURLWithPath: absolutePath(folder)), includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles)
    while let url = files?.nextObject() as? URL {
      guard extensions.contains(url.pathExtension.lowercased()) else { continue }
      let path = url.path
      var isFolder: ObjCBool = false
      guard !known.contains(path),
        FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue
      else { continue }
      skipped.append(
        SkippedFont(
          path: path, reason: FontConfiguration.fault(ofFontAt: path) ?? .refusedByFreeType))
    }
    return skipped
  }

  /// Where Debian's packages, and a user's own copies, put the Noto fonts.
  private static let notoFolders = [
    "/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto",
  ]
}
