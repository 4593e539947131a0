public import GalleyHandles
public import GalleyLayout
import GalleyPrimitives
import GalleyText

/// Which font of a source serves which script.
///
/// Found by setting a word of each script, as any text is set.
public struct FontSurvey: Hashable, Sendable {
  /// Where the fonts come from.
  public let source: FontSource
  /// How many faces there are.
  public let fontCount: Int
  /// The font files that cannot be used, and why.
  public let skippedFonts: [SkippedFont]
  /// What of the fonts is not as it was asked for.
  public let warnings: [FontWarning]
  /// The folders that were looked in, those within them included.
  public let folders: [String]
  /// The folders in which fontconfig keeps what it has read of fonts.
  public let cacheFolders: [String]
  /// The scripts, in the order of the code charts.
  public let scripts: [ScriptCoverage]

  /// Looks at the fonts of `source`.
  ///
  /// - Throws: ``GalleyLayout/FontError``, where there are none.
  /// - Complexity: O(scripts), some 100 ms: each script's font is opened.
  public init(_ source: FontSource = .noto) throws(FontError) {
    let library = try FontLibrary(source)
    self.source = source
    fontCount = library.configuration.fontCount
    skippedFonts = library.skippedFonts
    warnings = library.warnings
    folders = library.configuration.folders
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

/// How a script is served.
public struct ScriptCoverage: Hashable, Sendable {
  /// The script's name, and the language where that decides.
  public let script: String
  /// The sample's language as a BCP 47 tag.
  public let language: String
  /// The word that was set.
  public let sample: String
  /// The fonts that serve it, in order of first use.
  public let fonts: [String]
  /// How many characters of the word no font has.
  public let missingGlyphCount: Int
  /// Debian's package with a font for it.
  public let package: String

  /// The family that the language is to be served by, of those that write the same characters in
  /// different ways; `nil` where there is no such choice, or where the source lacks the family.
  public let expectedFamily: String?

  /// Whether all of the word has glyphs, and where families write it in different ways, by the family
  /// for the language.
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
    // A word of a few characters is within every bound: what is thrown would be a missing font.
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
