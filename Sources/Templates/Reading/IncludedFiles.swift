import GalleyCells
import GalleyFiles
import GalleyThemeFiles
import Yams

extension Template {
  /// Returns the files that a template file includes, directly or through others, without built-in templates.
  ///
  /// It parses the files, and checks no element. A file that cannot be read or parsed counts as one without includes:
  /// the template that names it is refused when it is read. A pipe is not read.
  ///
  /// - Complexity: O(bytes), of 64 files at most, as in a template.
  package static func includedFiles(of path: String) -> [String] {
    guard FileStamp(path: path)?.isRegular == true, let bytes = try? Theme.fileBytes(path) else {
      return []
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    guard let opened = try? ConfinedFolder(path: folder.isEmpty ? "." : folder) else { return [] }
    var names: [String] = []
    var waiting = includedNames(in: bytes)
    while names.count < TemplateSources.includeLimit, let name = waiting.popLast() {
      guard !names.contains(name), BuiltInTemplate.all.allSatisfy({ $0.name != name }),
        let bytes = try? opened.read(name, byteLimit: ThemeNodes.byteLimit)
      else { continue }
      names.append(name)
      waiting += includedNames(in: bytes)
    }
    return names.map { folder + $0 }
  }

  private static func includedNames(in bytes: [UInt8]) -> [String] {
    guard let root = try? ThemeNodes.tree(of: String(decoding: bytes, as: UTF8.self)) else {
      return []
    }
    return includedNames(in: root)
  }

  private static func includedNames(in node: Node) -> [String] {
    switch node {
    case .scalar, .alias: []
    case .sequence(let sequence): sequence.flatMap(includedNames(in:))
    case .mapping(let mapping):
      mapping.flatMap { key, value in
        key.string == ElementKind.include.key
          ? value.string.map { [$0] } ?? [] : includedNames(in: value)
      }
    }
  }
}
