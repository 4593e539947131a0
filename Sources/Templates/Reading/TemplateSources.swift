import Foundation
import GalleyCells
import GalleyElements
import GalleyFiles
import GalleyPrimitives
import GalleyThemeFiles
import Yams

/// The files of one template: its own and those that it includes, within limits.
final class TemplateSources {
  /// The maximum number of templates that one includes, directly or through others.
  static let includeLimit = 64

  /// The folder of included files, empty or with a slash at its end; `nil` if no file can be included.
  private let folder: String?
  /// The files around the next element, the template's own first.
  private var trail: [String] = []
  private var includesLeft = includeLimit
  private var bytesLeft = 256 << 10
  private var elementsLeft = ElementTree.countLimit
  /// The texts of the included files.
  private(set) var texts: [String] = []

  init(folder: String?) { self.folder = folder }

  /// The file that is read.
  var path: String { trail.last ?? "" }

  /// Counts an element of the template or of an included one.
  func takeElement(_ node: Node) throws {
    elementsLeft -= 1
    guard elementsLeft >= 0 else {
      throw Misplaced(
        node, "the template and those it includes have more than \(ElementTree.countLimit) elements"
      )
    }
  }

  /// Calls `body` while a file is read.
  func within<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    trail.append(path)
    defer { trail.removeLast() }
    return try body()
  }

  /// Returns the path and the text of a template to include: a built-in one, or a file of the folder.
  func template(_ node: Node) throws -> (path: String, text: String) {
    guard let name = node.string, !name.isEmpty, name.utf8.count <= 256 else {
      throw Misplaced(node, "the name of a template is expected, such as card or header.yaml")
    }
    let builtIn = BuiltInTemplate.all.first { $0.name == name }
    let path = builtIn?.name ?? (folder ?? "") + name
    if trail.contains(path) {
      throw Misplaced(
        node, "templates include each other: " + (trail + [path]).joined(separator: " → "))
    }
    includesLeft -= 1
    guard includesLeft >= 0 else {
      throw Misplaced(node, "more than \(Self.includeLimit) templates are included")
    }
    let text = try builtIn?.yaml ?? fileText(name, at: path, node)
    bytesLeft -= text.utf8.count
    guard bytesLeft >= 0 else {
      throw Misplaced(node, "the included templates have more than 262,144 bytes")
    }
    texts.append(text)
    return (path, text)
  }

  private func fileText(_ name: String, at path: String, _ node: Node) throws -> String {
    let names = name.split(separator: "/", omittingEmptySubsequences: false)
    guard let folder else {
      let builtIn = BuiltInTemplate.all.map(\.name).joined(separator: ", ")
      throw Misplaced(
        node, "there is no template '\(name.shown(limit: 40))'; built in are \(builtIn)")
    }
    guard !names.contains(where: { ["", ".", ".."].contains($0) }), !name.contains("\0") else {
      throw Misplaced(
        node, "'\(name.shown(limit: 40))' does not name a file in the folder of the template")
    }
    do throws(ReadFailure) {
      let place = folder.isEmpty ? "." : folder
      let bytes = try ConfinedFolder(path: place).read(name, byteLimit: ThemeNodes.byteLimit)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      let reason =
        switch error.errno {
        case ELOOP, EXDEV: "it is a symbolic link, or leads out of the folder of the template"
        case EINVAL: "it is a pipe or a device, not a file"
        case EFBIG: "it has more than \(ThemeNodes.byteLimit) bytes"
        default: systemMessage(error.errno)
        }
      throw Misplaced(node, "cannot read \(path.shown(limit: 200)): \(reason)")
    }
  }
}
