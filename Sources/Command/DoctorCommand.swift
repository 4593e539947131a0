import ArgumentParser
import Foundation
import Galley
import GalleyHandles
import GalleyPrimitives

/// `galley doctor`: lists the libraries and fonts of a run, and the missing ones.
struct DoctorCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show the libraries, and which font serves which script.",
    discussion: """
      Exit status: 0, or with --strict 1 if a script has no font or a file of --font-dir cannot be \
      used; 69 if there are no fonts at all.
      """)

  @OptionGroup var fonts: FontOptions

  @OptionGroup var records: RecordOptions

  @Flag(help: "Exit with 1 if a script has no font, or a file of --font-dir cannot be used.")
  var strict = false

  var files: CommandFiles {
    var files = CommandFiles()
    files.read(fonts)
    files.write(records.path, as: "--json")
    return files
  }

  func perform() async throws -> ExitStatus {
    let output = try RecordWriter(path: records.path)
    for library in LibraryVersion.all {
      if records.isTable {
        try output.write(line: columns((library.name, 14)) + library.version)
      } else {
        try output.write(LibraryRecord(library: library.name, version: library.version))
      }
    }
    let survey = try FontSurvey(fonts.source)
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

extension FontSource {
  /// The source in one or two words.
  var name: String {
    switch self {
    case .noto: "Noto"
    case .folder: "a folder"
    case .system: "the host's"
    }
  }
}

/// A library, in `galley doctor --json`.
private struct LibraryRecord: Encodable {
  var library: String
  var version: String
}

/// The source of fonts, in `galley doctor --json`.
private struct FontsRecord: Encodable {
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
private struct ScriptRecord: Encodable {
  var script: String
  var language: String
  var sample: String
  var fonts: [String]
  var missingGlyphs: Int
  var package: String?

  init(_ coverage: ScriptCoverage) {
    script = coverage.script
    language = coverage.language
    sample = coverage.sample
    fonts = coverage.fonts
    missingGlyphs = coverage.missingGlyphCount
    package = coverage.isServed ? nil : coverage.package
  }
}

/// The last line of `galley doctor --json`.
private struct DoctorSummaryRecord: Encodable {
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
