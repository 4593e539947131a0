import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyFiles
import GalleyFonts
import GalleyPrimitives
import GalleyRendering

/// `galley verify`: compares files, fonts and versions with the record of a run.
struct VerifyCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compare pictures with the record of their run.",
    discussion: """
      The record is that of --metadata, which render, text, scroll, replay, inspect and templates have: the hash of \
      each file, and the fonts and versions on which the bytes depend. Frames of scroll and replay count with all \
      fonts that were there. Files that changed or are missing are named, and then fonts and versions that differ here: \
      with these, the same feed may give other pictures. To see whether it does, render it again to another \
      folder, and give this folder by --in. Relative paths of the record count from the current folder.

      Exit status: 0 if all files are as recorded; 1 if one is not, or with --strict if a font or a version differs.

      Examples:
        galley render feed.jsonl -o feed.png --metadata feed.record.json
        galley verify feed.record.json
        galley verify feed.record.json --in elsewhere --strict
      """)

  @Argument(help: "The record: a file of --metadata.")
  var record: String

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "The folder from which relative paths of the record count.", valueName: "dir"))
  var folder: String?

  @OptionGroup var fonts: FontOptions

  @Flag(help: "Exit with 1 if a font or a version differs, too.")
  var strict = false

  @OptionGroup var messages: MessageOptions
  @OptionGroup var runLimits: ProcessLimitOptions

  mutating func validate() throws { try checkNotEmpty(("--in", folder)) }

  var processLimits: ProcessLimitOptions? { runLimits }

  var files: CommandFiles {
    var files = CommandFiles()
    files.read(record, as: "the record")
    files.read(fonts)
    return files
  }

  func perform() async throws -> ExitStatus {
    let record = try read()
    let output = try RecordWriter()
    var badCount = 0
    for file in record.files {
      let path = file.path.hasPrefix("/") ? file.path : (folder.map { $0 + "/" } ?? "") + file.path
      guard let difference = RenderRecord.difference(of: path, from: file) else { continue }
      badCount += 1
      try output.write(line: "\(path.shown(limit: 240)): \(difference)")
    }
    let differences = record.differences(with: try FontLibrary(fonts.source))
    for difference in differences {
      try output.write(line: "here: \(difference.shown(limit: 240))")
    }
    try output.finish()
    let good = record.files.count - badCount
    messages.tell("\(good) of \(record.files.count.counted("file")) as recorded")
    return badCount == 0 && (differences.isEmpty || !strict) ? .done : .someFailed
  }

  private func read() throws -> RenderRecord {
    let bytes = try readInput(record, as: "the record", byteLimit: 1 << 30)
    let found: RenderRecord
    do { found = try JSONDecoder().decode(RenderRecord.self, from: Data(bytes)) } catch {
      throw UnusableRecord(path: record, reason: "it is not a record of --metadata")
    }
    guard found.schemaVersion == RecordSchema.version else {
      throw UnusableRecord(
        path: record,
        reason: "its version is \(found.schemaVersion), not \(RecordSchema.version)")
    }
    return found
  }
}

/// The error of a file that is no record of a run.
struct UnusableRecord: ExitingError, Hashable, CustomStringConvertible {
  var path: String
  var reason: String

  var status: ExitStatus { .dataOutOfBounds }

  var description: String { "cannot use the record \(path.shown(limit: 240)): \(reason)" }
}
