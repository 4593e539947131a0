package import ArgumentParser
import Foundation
package import Galley
import GalleyLayout
import GalleyPrimitives

/// The appearance of cells.
package struct LookOptions: ParsableArguments {
  @Option(help: "The width of cells, in layout units; by default 375, or that of the template.")
  package var width: Double?

  @Option(help: "Device pixels per layout unit, 0.5 to 4.")
  package var scale = 2.0

  @Option(help: "The theme: \(themeNames), or a YAML file with the differences from one of them.")
  package var theme = "light"

  @Option(
    help: ArgumentHelp(
      """
      The moment from which a theme's relative times count, as in 2026-05-01T10:00:00Z; clock for the \
      time of the run.
      """, valueName: "date"))
  package var now: Moment?

  @Option(
    help: ArgumentHelp(
      """
      The language, a BCP 47 tag, of texts for which neither the item nor its kana or Hangul nor the feed \
      says one; by default the theme's.
      """, valueName: "tag"))
  package var lang: String?

  @OptionGroup package var fontOptions: FontOptions
  @OptionGroup package var ruleOptions: RuleOptions

  private static let themeNames = Theme.named.map(\.name).joined(separator: ", ")

  package var template: CellTemplate {
    get throws {
      var theme = try Theme(named: theme) ?? Theme(file: theme)
      if let lang { theme.language = lang }
      return CellTemplate(theme: theme, width: width ?? Self.usualWidth, scale: scale)
    }
  }

  /// The width of cells without an option, in layout units.
  package static let usualWidth = 375.0

  package var fonts: FontSource { fontOptions.source }

  /// The theme's file; `nil` if the theme has a name.
  var themeFile: String? { Theme(named: theme) == nil ? theme : nil }

  /// The name of the theme, or the digest of its file, whose path may be another one elsewhere.
  package var themeWords: String {
    guard let themeFile, let bytes = try? Data(contentsOf: URL(fileURLWithPath: themeFile)) else {
      return theme
    }
    return "file " + Array(bytes).withUnsafeBytes { "\(ContentKey(hashing: $0))" }
  }

  package mutating func validate() throws {
    let isFile = theme.hasSuffix(".yaml") || theme.hasSuffix(".yml")
    guard isFile || Theme(named: theme) != nil else {
      let near = theme.nearest(of: Theme.named.map(\.name)).map {
        "; did you mean '\($0)'? There are"
      }
      throw ValidationError(
        "unknown theme '\(theme)'\(near ?? ":") \(Self.themeNames), or a .yaml file")
    }
    try checkLanguage(lang)
  }

  package init() {}
}

/// The rules of text.
package struct RuleOptions: ParsableArguments {
  @Flag(help: "Choose fonts and break lines as Pango does, for comparisons with PangoLayout.")
  var pangoExact = false

  package var rules: TextRules { pangoExact ? .pango : .reader }

  package init() {}
}

/// The source of fonts.
package struct FontOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Add the TrueType and OpenType fonts in this folder to the Noto fonts: texts, themes and templates ask \
      for them by family.
      """, valueName: "dir"))
  var addFonts: String?

  @Option(
    help: ArgumentHelp(
      "Use only the TrueType and OpenType fonts in this folder.", valueName: "dir"))
  var fontDir: String?

  @Flag(help: "Use the host's fonts and fontconfig rules instead of the Noto fonts.")
  var systemFonts = false

  /// The folder with fonts of the user's.
  package var folder: String? { addFonts ?? fontDir }

  package var source: FontSource {
    addFonts.map { .notoAnd(folder: $0) } ?? fontDir.map { .folder($0) }
      ?? (systemFonts ? .system : .noto)
  }

  package mutating func validate() throws {
    let given = [
      ("--add-fonts", addFonts != nil), ("--font-dir", fontDir != nil),
      ("--system-fonts", systemFonts),
    ].filter(\.1).map(\.0)
    guard given.count < 2 else {
      throw ValidationError("\(given[0]) and \(given[1]) exclude each other")
    }
  }

  package init() {}
}

extension FontSource {
  /// The source in one or two words.
  package var name: String {
    switch self {
    case .noto: "Noto"
    case .notoAnd: "Noto and a folder"
    case .folder: "a folder"
    case .system: "the host's"
    }
  }
}

/// Refuses a value of --lang that has not the form of a language tag: letters, and parts of letters and digits.
///
/// - Throws: `ValidationError`.
package func checkLanguage(_ tag: String?) throws {
  guard let tag, tag.wholeMatch(of: /[A-Za-z]{1,8}([-_][A-Za-z0-9]{1,8})*/) == nil else { return }
  throw ValidationError("--lang '\(tag)' is no language tag, such as ja or zh-Hant-HK")
}
