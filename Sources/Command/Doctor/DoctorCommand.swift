import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyHandles
import GalleyLibraryVersions
import GalleyPrimitives

/// `galley doctor`: lists the libraries and fonts of a run, and the missing ones; or what a feed needs and lacks.
struct DoctorCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show libraries and fonts, or what a feed needs and lacks.",
    discussion: """
      Without a feed: the libraries, and the font of each script. With one, each row is laid out as render \
      does, and the command lists characters without a glyph and the Debian package that has a font for them, \
      images and custom emoji that are missing, damaged or refused, languages, dates that are not understood, and other \
      warnings.

      Exit status: 0 if nothing of the feed is missing; 1 if an element cannot be read or shows nothing, a \
      character has no glyph, an image or a custom emoji cannot be shown, a date is not understood, or a text is cut or \
      repaired, and with --strict also for each other warning. Without a feed: 0, or with --strict 1 if a script has no font. 69 if there are no \
      fonts at all.

      Examples:
        galley doctor
        galley doctor feed.xml --assets pictures
        galley doctor feed.jsonl --json --strict
      """)

  @Argument(help: "The feed to examine: a path, or - for standard input.")
  var feed: String?

  @OptionGroup var reading: FeedReadingOptions
  @OptionGroup var look: LookOptions

  @OptionGroup var records: RecordOptions
  @OptionGroup var runLimits: LimitOptions

  @Flag(
    help: "Exit with 1 if a script has no font, a font cannot be used, or there is any warning.")
  var strict = false

  mutating func validate() throws {
    let source = reading.source
    guard feed != nil || reading.rows == nil && source.assets == nil && source.from == "auto" else {
      throw ValidationError("--rows, --assets and --from go with a feed")
    }
  }

  var limits: LimitOptions? { runLimits }

  var files: CommandFiles {
    var files = CommandFiles(feed: feed, look)
    files.read(template: reading.source.template)
    files.read(assets: reading.source.assets)
    files.write(records.path, as: "--json")
    return files
  }

  func perform() async throws -> ExitStatus {
    if let feed { return try examine(FeedInput(argument: feed)) }
    let output = try RecordWriter(path: records.path)
    for library in LibraryVersion.all {
      if records.isTable {
        try output.write(line: columns((library.name, 14)) + library.version)
      } else {
        try output.write(LibraryRecord(library: library.name, version: library.version))
      }
    }
    let survey = try FontSurvey(look.fonts)
    if records.isTable {
      try print(survey, to: output)
    } else {
      try output.write(FontsRecord(survey))
      for script in survey.scripts { try output.write(ScriptRecord(script)) }
      try output.write(DoctorSummaryRecord(survey))
    }
    try output.finish()
    let isWhole = survey.scripts.allSatisfy(\.isServed) && survey.warnings.isEmpty
    return isWhole || !strict ? .done : .someFailed
  }

  /// Examines a feed.
  private func examine(_ feed: FeedInput) throws -> ExitStatus {
    let examiner = try FeedExaminer(reading.rendering(look))
    let output = try RecordWriter(path: records.path)
    let isTable = records.isTable
    var table = FeedReport()
    let examination = try examiner.examine(feed) { row, warning in
      if isTable {
        table.add(warning, row: row)
      } else {
        try output.write(RowWarningRecord(warning, row: row))
      }
    } onFailure: { failure in
      if isTable { table.add(failure) } else { try output.write(FailureRecord(failure)) }
    }
    if isTable {
      for line in table.lines(examination, hasAssets: reading.source.assets != nil) {
        try output.write(line: line)
      }
    } else {
      try write(examination, to: output)
    }
    try output.finish()
    let isBad = !examination.isShownWhole || strict && !examination.isComplete
    return isBad ? .someFailed : .done
  }

  private func write(_ examination: FeedExamination, to output: RecordWriter) throws {
    try output.write(
      FeedRecord(
        format: examination.format?.rawValue, rows: examination.rowCount,
        failed: examination.failureCount, images: examination.imageCount,
        addresses: examination.addressCount))
    for missing in examination.missingCharacters { try output.write(CharacterRecord(missing)) }
    for (language, rows) in examination.languages.sorted(by: { $0.key < $1.key }) {
      try output.write(LanguageRecord(language: language.isEmpty ? nil : language, rows: rows))
    }
    try output.write(FeedSummaryRecord(examination))
  }

  private func print(_ survey: FontSurvey, to output: RecordWriter) throws {
    try output.write(line: "")
    try output.write(line: survey.fontCount.counted("font") + " (\(survey.source.name)) in")
    for folder in survey.folders { try output.write(line: "  \(folder.shown(limit: 240))") }
    for folder in survey.cacheFolders {
      try output.write(line: "cached in \(folder.shown(limit: 240))")
    }
    for font in survey.skippedFonts {
      try output.write(line: "skipped: \(font.path.shown(limit: 240)): \(font.reason)")
    }
    try output.write(line: "")
    for script in survey.scripts {
      let fonts = script.fonts.map { $0.shown(limit: 240) }.joined(separator: ", ")
      let served =
        script.isServed
        ? fonts
        : script.missingGlyphCount > 0 || script.fonts.isEmpty
          ? "no font for \(script.missingGlyphCount.counted("character")): install \(script.package)"
          : "\(fonts), not \(script.expectedFamily ?? "")"
      try output.write(line: columns((script.script, 20)) + served)
    }
    let missing = survey.scripts.count { !$0.isServed }
    try output.write(line: "")
    try output.write(
      line: "\(survey.scripts.count - missing) of \(survey.scripts.count) scripts have a font")
  }

  private func columns(_ cells: (text: String, width: Int)...) -> String {
    cells.map { $0.text + String(repeating: " ", count: max(1, $0.width - $0.text.count)) }.joined()
  }
}
