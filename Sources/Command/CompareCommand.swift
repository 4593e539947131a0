import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyFiles
import GalleyPNG
import GalleyPrimitives
import GalleySnapshots

/// `galley compare`: finds the differences between two pictures, or the pictures of two folders.
struct CompareCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two pictures, or the pictures of two folders.",
    discussion: """
      PNG, JPEG and WebP are compared pixel by pixel. If both pictures have a JSON file of the same name \
      beside them, as the layouts of galley inspect, the first difference of these is reported before that of \
      the pixels. In folders, pictures are paired by their names; a picture without its pair is a difference. \
      Exit status: 0 if all are equal, 1 if there is a difference.

      Examples:
        galley compare before.png after.png --difference difference.png
        galley compare goldens out --tolerance 2 --difference differences
      """)

  @Argument(help: "The first picture or folder.")
  var first: String

  @Argument(help: "The second picture or folder.")
  var second: String

  @Option(
    help: ArgumentHelp(
      "The difference of a channel, 0 to 255, at which two pixels are equal.", valueName: "0...255")
  )
  var tolerance = 0

  @Option(
    help: ArgumentHelp(
      "The part of the pixels that may differ, in percent.", valueName: "0...100"))
  var pixels = 0.0

  @Option(
    help: ArgumentHelp(
      """
      Write a PNG of the differences, red over the pale first picture; for folders, a folder of those that \
      differ.
      """, valueName: "path"))
  var difference: String?

  @OptionGroup var messages: MessageOptions
  @OptionGroup var runLimits: LimitOptions

  mutating func validate() throws {
    guard (0...255).contains(tolerance) else { throw ValidationError("--tolerance is 0 to 255") }
    guard (0...100).contains(pixels) else { throw ValidationError("--pixels is 0 to 100 percent") }
    try checkNotEmpty(("--difference", difference))
    // For folders it is a folder, of any name.
    if let difference, !Self.isFolder(first) {
      try checkExtension(of: difference, "--difference", is: ["png"])
    }
  }

  var limits: LimitOptions? { runLimits }

  var files: CommandFiles {
    var files = CommandFiles()
    files.read(first, as: "the first picture")
    files.read(second, as: "the second picture")
    files.write(difference, as: "--difference")
    return files
  }

  /// Two files to compare, of which one may be missing.
  private struct Pair {
    var name: String
    var first: String?
    var second: String?
  }

  func perform() async throws -> ExitStatus {
    let isFolder = [first, second].map(Self.isFolder)
    guard isFolder[0] == isFolder[1] else {
      throw UnpairedInputs(
        folder: isFolder[0] ? first : second, other: isFolder[0] ? second : first)
    }
    let pairs = isFolder[0] ? try pairs() : [Pair(name: second, first: first, second: second)]
    let output = try RecordWriter()
    var differences = 0
    for pair in pairs {
      guard let words = try compare(pair, isFolder: isFolder[0]) else { continue }
      differences += 1
      try output.write(line: "\(pair.name.shown()): \(words)")
    }
    try output.finish()
    messages.tell("\(differences) of \(pairs.count) pictures differ")
    return differences == 0 ? .done : .someFailed
  }

  /// The differences of a pair in words, after writing their picture; `nil` if there are none.
  private func compare(_ pair: Pair, isFolder: Bool) throws -> String? {
    guard let one = pair.first else { return "missing in \(first.shown())" }
    guard let other = pair.second else { return "missing in \(second.shown())" }
    var words: [String] = []
    if let layouts = try layouts(beside: one, other),
      let difference = LayoutDifference(layouts.first, layouts.second)
    {
      words.append("\(difference)")
    }
    let bytes = try readPicture(one)
    let otherBytes = try readPicture(other)
    guard bytes != otherBytes else { return words.first }
    let comparison = try PictureComparison(
      bytes, otherBytes,
      tolerance: PictureTolerance(channel: tolerance, pixels: pixels / 100), names: (one, other))
    if let found = comparison.words {
      words.append(found)
      if let difference {
        let path = isFolder ? "\(difference)/\(Self.differenceName(of: pair.name))" : difference
        try writePicture(try comparison.png(), to: path)
      }
    }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  /// The name of the PNG of differences of the pictures called `name`.
  private static func differenceName(of name: String) -> String {
    name.lowercased().hasSuffix(".png") ? name : name + ".png"
  }

  private func readPicture(_ path: String) throws -> [UInt8] {
    try readInput(path, as: "the picture", byteLimit: 1 << 30)
  }

  /// The JSON files beside two pictures; `nil` unless both have one.
  private func layouts(
    beside one: String, _ other: String
  ) throws -> (first: Data, second: Data)? {
    let paths = [one, other].map { ($0 as NSString).deletingPathExtension + ".json" }
    guard paths.allSatisfy({ FileManager.default.fileExists(atPath: $0) }), paths[0] != paths[1]
    else { return nil }
    let bytes = try paths.map { Data(try readInput($0, as: "the layout")) }
    return (bytes[0], bytes[1])
  }

  /// The pictures of both folders by their names, sorted.
  private func pairs() throws -> [Pair] {
    let (ones, others) = (Self.pictures(in: first), Self.pictures(in: second))
    let names = ones.union(others).sorted()
    guard !names.isEmpty else { throw NoPictures(folders: [first, second]) }
    return names.map { name in
      Pair(
        name: name, first: ones.contains(name) ? "\(first)/\(name)" : nil,
        second: others.contains(name) ? "\(second)/\(name)" : nil)
    }
  }

  private static func pictures(in folder: String) -> Set<String> {
    let names = FileManager.default.enumerator(atPath: folder)
    var pictures: Set<String> = []
    while let name = names?.nextObject() as? String {
      let kind = PictureFormat.Kind(extension: (name as NSString).pathExtension)
      if let kind, !kind.isVector, isFile("\(folder)/\(name)") { pictures.insert(name) }
    }
    return pictures
  }

  /// Whether a path found in a folder leads to a file: a pipe would be waited for.
  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

/// One input is a folder, and the other is not.
struct UnpairedInputs: ExitingError, CustomStringConvertible {
  var folder: String
  var other: String

  var status: ExitStatus { .usage }

  var description: String {
    let state = FileManager.default.fileExists(atPath: other) ? "is not" : "does not exist"
    return "\(folder.shown()) is a folder, and \(other.shown()) \(state): "
      + "give two pictures or two folders"
  }
}

/// Neither folder has a picture.
struct NoPictures: ExitingError, CustomStringConvertible {
  var folders: [String]

  var status: ExitStatus { .noInput }

  var description: String {
    "no PNG, JPEG or WebP is in " + folders.map { $0.shown() }.joined(separator: " or ")
  }
}
