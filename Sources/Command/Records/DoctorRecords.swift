import Galley
import GalleyCommandLine
import GalleyHandles

/// A library, in `galley doctor --json`.
struct LibraryRecord: Encodable {
  var library: String
  var version: String
}

/// The source of fonts, in `galley doctor --json`.
struct FontsRecord: Encodable {
  var source: String
  var fonts: Int
  var folders: [String]
  var cacheFolders: [String]
  var skipped: [Skipped]

  /// A font file that cannot be used.
  struct Skipped: Encodable {
    var path: String
    var reason: String
  }

  init(_ survey: FontSurvey) {
    source =
      switch survey.source {
      case .noto: "noto"
      case .notoAnd: "notoAndFolder"
      case .folder: "folder"
      case .system: "system"
      }
    fonts = survey.fontCount
    folders = survey.folders
    cacheFolders = survey.cacheFolders
    skipped = survey.skippedFonts.map { Skipped(path: $0.path, reason: "\($0.reason)") }
  }
}

/// The fonts of a script, in `galley doctor --json`.
struct ScriptRecord: Encodable {
  var script: String
  var language: String
  var sample: String
  var fonts: [String]
  var missingGlyphs: Int
  var package: String?

  init(_ coverage: FontSurvey.ScriptCoverage) {
    script = coverage.script
    language = coverage.language
    sample = coverage.sample
    fonts = coverage.fonts
    missingGlyphs = coverage.missingGlyphCount
    package = coverage.isServed ? nil : coverage.package
  }
}

/// The last line of `galley doctor --json`.
struct DoctorSummaryRecord: Encodable {
  var summary = true
  var fonts: Int
  var scripts: Int
  var unserved: [String]

  init(_ survey: FontSurvey) {
    fonts = survey.fontCount
    scripts = survey.scripts.count
    unserved = survey.scripts.filter { !$0.isServed }.map(\.script)
  }
}

/// The format and the size of a feed, in `galley doctor FEED --json`.
struct FeedRecord: Encodable {
  var format: String?
  var rows: Int
  var failed: Int
  var images: Int
  var addresses: Int
}

/// A character without a glyph, in `galley doctor FEED --json`.
struct CharacterRecord: Encodable {
  var character: String
  var name: String
  var count: Int
  var rowCount: Int
  var rows: [Int]
  var package: String?

  init(_ missing: FeedExamination.MissingCharacter) {
    character = missing.codePoint
    name = missing.name
    count = missing.count
    rowCount = missing.rows.count
    rows = missing.rows.first
    package = missing.package
  }
}

/// The rows of a language, in `galley doctor FEED --json`.
struct LanguageRecord: Encodable {
  var language: String?
  var rows: Int
}

/// A warning of a row, in `galley doctor FEED --json`.
struct RowWarningRecord: Encodable {
  var row: Int
  var kind: String
  var field: String?
  var message: String

  init(_ warning: RowWarning, row: Int) {
    self.row = row
    kind = warning.kind.rawValue
    field = warning.field?.rawValue
    message = warning.message
  }
}

/// The last line of `galley doctor FEED --json`.
struct FeedSummaryRecord: Encodable {
  var summary = true
  var rows: Int
  var failed: Int
  var warnings: Int
  var missingCharacters: Int
  var missingGlyphs: Int
  var rowsWithoutHanLanguage: Int
  var isShownWhole: Bool
  var isComplete: Bool

  init(_ examination: FeedExamination) {
    rows = examination.rowCount
    failed = examination.failureCount
    warnings = examination.warningCounts.values.reduce(0, +)
    missingCharacters = examination.missingCharacters.count
    missingGlyphs = examination.missingCharacters.reduce(0) { $0 + $1.count }
    rowsWithoutHanLanguage = examination.rowsWithoutHanLanguage.count
    isShownWhole = examination.isShownWhole
    isComplete = examination.isComplete
  }
}
