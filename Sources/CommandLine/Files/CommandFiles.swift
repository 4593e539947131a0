import Foundation
import Galley
package import GalleyFiles
import GalleyFonts
import GalleyHandles
import GalleyImages
import GalleyTemplates

/// The inputs and outputs of a command, compared before an output is opened.
///
/// An output that is also an input would replace the input, and one of two outputs in one file would
/// be lost. Files are compared by device and inode, which detects links and other spellings of a path.
/// A pipe, a terminal or a device may have several uses.
package struct CommandFiles {
  /// A file, and its name for messages: an option, or a description of the argument.
  private struct Named {
    var name: String
    var path: String
    var identity: FileIdentity?
    /// Whether the command leaves it to the run to check that the file can be created.
    var isCheckedLater = false

    /// The file in a message: `--json=a.jsonl`, `-o a.png`, `the feed a.jsonl`.
    var words: String {
      guard path != "-" else { return name }
      return name + (name.hasPrefix("--") ? "=" : " ") + path
    }
  }

  private var inputs: [Named] = []
  private var outputs: [Named] = []
  private var folders: [(file: Named, path: (Int) -> String)] = []
  private var patterns: [(file: Named, path: (Int) -> String)] = []
  /// The folders with files whose names are known only later.
  private var openFolders: [String] = []
  private var fontFolder: String?
  private var assetFolder: String?

  /// The inputs, to compare with outputs whose names are known only later.
  package var inputIdentities: Set<FileIdentity> { Set(inputs.compactMap(\.identity)) }

  package init() {}

  /// The files of a command with a feed and an appearance.
  package init(feed: String?, _ look: LookOptions) {
    read(feed, as: "the feed")
    read(look.themeFile, as: "the theme")
    read(look.fontOptions)
  }

  /// Adds an input, if there is one; `-` is standard input.
  package mutating func read(_ path: String?, as name: String) {
    guard let path else { return }
    inputs.append(
      path == "-"
        ? Named(name: "standard input", path: "-", identity: FileIdentity(descriptor: 0))
        : Named(name: name, path: path, identity: FileIdentity(path: path)))
  }

  /// Adds the folder of fonts, if there is one.
  package mutating func read(_ fonts: FontOptions) { fontFolder = fonts.folder }

  /// Adds the folder of images, if there is one.
  package mutating func read(assets path: String?) { assetFolder = path }

  /// Adds the file of a template, if one is named that is not built in, and the files that it includes.
  package mutating func read(template: String?, as name: String = "--template") {
    guard let file = template.flatMap(Template.file(ofArgument:)) else { return }
    read(file, as: name)
    for included in Template.includedFiles(of: file) {
      read(included, as: "the included template")
    }
  }

  /// Adds an output, if there is one; `-` is an open stream, standard output by default.
  ///
  /// Without `isChecked`, the run finds out whether the file can be created.
  package mutating func write(
    _ path: String?, as name: String, stream: Int32 = 1, isChecked: Bool = true
  ) {
    guard let path else { return }
    let streamName = stream == 1 ? "standard output" : "standard error"
    outputs.append(
      path == "-"
        ? Named(name: streamName, path: "-", identity: FileIdentity(descriptor: stream))
        : Named(
          name: name, path: path, identity: FileIdentity(path: path), isCheckedLater: !isChecked))
  }

  /// The identity of an output, if there is one that is a file.
  package static func identity(ofOutput path: String?) -> FileIdentity? {
    path.flatMap { $0 == "-" ? nil : FileIdentity(path: $0) }
  }

  /// Adds a folder, if there is one, for files with the names of `pattern`.
  package mutating func write(folder path: String?, _ pattern: PathPattern?, as name: String) {
    guard let path, let pattern else { return }
    folders.append(
      (Named(name: name, path: path, identity: FileIdentity(path: path)), pattern.path))
  }

  /// Adds an output for each number, with its path.
  package mutating func write(
    _ path: @escaping (Int) -> String, written text: String, as name: String
  ) {
    patterns.append((Named(name: name, path: text, identity: nil), path))
  }

  /// Adds a folder, if there is one, in which the run may make any file.
  package mutating func write(anyIn folder: String?) {
    if let folder { openFolders.append(folder) }
  }

  /// Refuses outputs that are an input or another output, or cannot be created.
  ///
  /// - Throws: ``FileConflict``, ``FileError/cannotCreate(path:errno:)``.
  package func check() throws {
    let all = outputs + folders.map(\.file)
    for (index, output) in all.enumerated() {
      if let input = inputs.first(where: { Self.isSame($0, output) }) {
        throw FileConflict.replacesInput(output: output.words, input: input.words)
      }
      if let other = all[..<index].first(where: { Self.isSame($0, output) }) {
        throw FileConflict.sameOutput(other.words, output.words)
      }
    }
    for (file, path) in patterns + folders {
      if let input = inputs.first(where: { Self.takes(path, $0) }) {
        throw FileConflict.replacesInput(output: file.words, input: input.words)
      }
      if let other = outputs.first(where: { Self.takes(path, $0) }) {
        throw FileConflict.sameOutput(other.words, file.words)
      }
    }
    try checkFonts()
    try checkImages()
    try checkArticles()
    for output in outputs where output.path != "-" && !output.isCheckedLater {
      try checkOutput(output.path)
    }
    for (_, path) in patterns { try checkOutput(path(0)) }
    for (folder, _) in folders { try checkOutputFolder(folder.path) }
  }

  /// A sandbox in which these files can be read and written, and no others.
  package var sandbox: Sandbox {
    var sandbox = Sandbox()
    for input in inputs { sandbox.read(input.path) }
    for folder in [fontFolder, assetFolder].compactMap({ $0 }) { sandbox.read(folder) }
    for output in outputs { sandbox.write(fileAt: output.path) }
    for (_, path) in patterns { sandbox.write(fileAt: path(0)) }
    for folder in openFolders { sandbox.write(fileAt: folder + "/file") }
    for (folder, _) in folders { sandbox.write(fileAt: folder.path + "/frame") }
    let cache = FontCache.folder
    if cache != FontConfiguration.noCache { sandbox.write(fileAt: cache + "/cache") }
    return sandbox
  }

  private static func isSame(_ first: Named, _ second: Named) -> Bool {
    first.identity != nil && first.identity == second.identity
  }

  /// Whether `file` is an output with the path of a number that its own path contains.
  private static func takes(_ path: (Int) -> String, _ file: Named) -> Bool {
    guard let identity = file.identity else { return false }
    let numbers = file.path.split { !($0.isASCII && $0.isNumber) }.compactMap { Int($0) }
    return numbers.contains { FileIdentity(path: path($0)) == identity }
  }

  /// Refuses an existing output that is a file of the font folder under any name.
  private func checkFonts() throws {
    let names: Set = ["ttf", "otf", "ttc", "otc", "pfa", "pfb", "woff", "woff2", "pcf", "bdf"]
    try check(outputs, in: fontFolder, as: "the font") { path in
      // The output of an earlier run may be in the folder too.
      names.contains((path as NSString).pathExtension.lowercased()) || isUsableFont(at: path)
    }
  }

  /// Refuses an existing output other than a picture that is an image of the assets folder, or the index of a fetch.
  ///
  /// The run itself refuses a picture in the place of an image that a row shows: one beside it may be replaced.
  private func checkImages() throws {
    let records = outputs.filter { $0.name.hasPrefix("--") && $0.name != "--overlay" }
    try check(records, in: assetFolder, as: "the image") { path in
      path.hasSuffix("/" + FetchedIndex.fileName) || Self.isImage(path)
    }
  }

  /// Refuses an existing output that is an article of a folder of articles.
  private func checkArticles() throws {
    for input in inputs {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: input.path, isDirectory: &isFolder),
        isFolder.boolValue
      else { continue }
      try check(outputs, in: input.path, as: "the article") { path in
        ["md", "markdown"].contains((path as NSString).pathExtension.lowercased())
      }
    }
  }

  /// Refuses an output that exists and is one of the files in a folder that the run may read.
  private func check(
    _ outputs: [Named], in folder: String?, as noun: String, where isRead: (String) -> Bool
  ) throws {
    let suspects = outputs.filter { output in
      if case .existing? = output.identity { true } else { false }
    }
    guard let folder, !suspects.isEmpty else { return }
    let files = FileManager.default.enumerator(atPath: folder)
    while let name = files?.nextObject() as? String {
      let path = folder + "/" + name
      let identity = FileIdentity(existingPath: path)
      for output in suspects
      where identity != nil && output.identity == identity && isRead(path) {
        throw FileConflict.replacesInput(output: output.words, input: "\(noun) \(folder)/\(name)")
      }
    }
  }

  /// Whether the first bytes of a file are those of an image.
  private static func isImage(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let head = (try? file.read(upToCount: 4096)) ?? nil
    return ImageReader.hasSignature([UInt8](head ?? Data()))
  }
}

/// A conflict between the files of a run.
enum FileConflict: ExitingError, Hashable, CustomStringConvertible {
  /// The output is a file that the command reads.
  case replacesInput(output: String, input: String)
  /// Two outputs are one file.
  case sameOutput(String, String)

  var status: ExitStatus { .usage }

  /// One line with both files.
  var description: String {
    switch self {
    case .replacesInput(let output, let input): "\(output) is the same file as \(input)"
    case .sameOutput(let first, let second): "\(first) and \(second) are the same file"
    }
  }
}
