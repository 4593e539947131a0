public import GalleyFonts
public import GalleyHandles
import GalleyLayout
import GalleyText
import GalleyTypesetting

/// The fonts of a source that serve each script.
///
/// A survey lays out a word of each script, in the same way as any text.
public struct FontSurvey: Hashable, Sendable {
  /// The source of fonts.
  public let source: FontSource
  /// The number of faces.
  public let fontCount: Int
  /// The font files that cannot be used, with reasons.
  public let skippedFonts: [SkippedFont]
  /// The differences between the fonts and the request.
  public let warnings: [FontWarning]
  /// The searched folders, including subfolders.
  public let folders: [String]
  /// The folders of fontconfig's caches.
  public let cacheFolders: [String]
  /// The scripts, in the order of the code charts.
  public let scripts: [ScriptCoverage]

  /// Surveys the fonts of `source`.
  ///
  /// - Throws: ``/GalleyFonts/FontError``, if there are none.
  /// - Complexity: O(scripts), about 100 ms: each script's font is opened.
  public init(_ source: FontSource = .noto) throws(FontError) {
    let library = try FontLibrary(source)
    self.source = source
    fontCount = library.configuration.fontCount
    skippedFonts = library.skippedFonts
    warnings = library.warnings
    folders = library.folders
    cacheFolders = library.configuration.cacheFolders
    let typesetter = Typesetter(library)
    scripts = ScriptSample.all.map { sample in
      let family = source == .system ? nil : sample.family
      return ScriptCoverage(
        sample, typesetter: typesetter,
        expectedFamily: family.flatMap { library.hasFamily($0) ? $0 : nil })
    }
  }
}

extension FontSurvey {
  /// The fonts for a script.
  public struct ScriptCoverage: Hashable, Sendable {
    /// The script's name, with a language if the font depends on it.
    public let script: String
    /// The sample's language as a BCP 47 tag.
    public let language: String
    /// The word that is laid out.
    public let sample: String
    /// The fonts of the word, in order of first use.
    public let fonts: [String]
    /// The number of characters of the word without a glyph in any font.
    public let missingGlyphCount: Int
    /// The Debian package with a font for the script.
    public let package: String

    /// The right family for the language, if families draw the same characters in different ways; `nil` if
    /// there is no such choice, or if the source lacks the family.
    public let expectedFamily: String?

    /// Whether the whole word has glyphs, from the right family if there is a choice.
    public var isServed: Bool {
      missingGlyphCount == 0 && !fonts.isEmpty && expectedFamily.map { fonts == [$0] } != false
    }

    fileprivate init(_ sample: ScriptSample, typesetter: Typesetter, expectedFamily: String?) {
      self.expectedFamily = expectedFamily
      script = sample.script
      language = sample.language
      self.sample = sample.word
      package = sample.package
      let text = AttributedText(
        sample.word,
        attributes: TextAttributes(font: Font(size: 16), language: sample.language))
      // A word of a few characters is within all limits, so only a missing font can throw.
      let layout = try? typesetter.layout(text, in: TextContainer(width: 1000))
      missingGlyphCount = layout?.missingGlyphCount ?? sample.word.count
      var names: [String] = []
      for run in layout?.runs ?? [] {
        guard let layout, layout.glyphs[run.glyphs].contains(where: { $0.missingCharacter == nil })
        else { continue }
        let name = layout.fonts[run.font].name
        if !names.contains(name) { names.append(name) }
      }
      fonts = names
    }
  }
}
