import Foundation
import GalleyCells
import GalleyElements
import GalleyFonts
import GalleyPrimitives
import GalleyTemplates
import GalleyTypesetting

extension FuzzTarget {
  /// The YAML of a template, a NUL, and the JSON of an item → a cell within limits, and its layout.
  static let template = FuzzTarget(name: "template") {
    let typesetter = Typesetter(try FontLibrary(.noto))
    return { bytes in
      let pieces = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      let yaml = String(decoding: pieces[0], as: UTF8.self)
      let template: Template
      do throws(TemplateError) {
        template = try Template(yaml: yaml, theme: .light)
      } catch {
        guard case .malformed(_, let line, let column, let reason) = error else {
          throw BrokenPromise(description: "\(error)")
        }
        return try BrokenPromise.check(
          line >= 0 && column >= 0 && !reason.isEmpty && !reason.contains("\n"),
          "an error without a place or in several lines: \(error)")
      }
      let json = pieces.count > 1 ? Data(pieces[1]) : Data()
      let item = (try? TemplateValue(json: json)) ?? .fields([:])
      let now = Date(timeIntervalSince1970: 1_777_636_800)
      guard let cell = try? template.cell(item, now: now) else { return }
      try BrokenPromise.check(cell.depth <= ElementTree.depthLimit, "the cell is too deep")
      try BrokenPromise.check(
        (try? template.cell(item, now: now)) == cell, "an item has two different cells")
      _ = template.nothingShown(in: cell)
      do throws(ElementError) { try cell.validate() } catch {
        switch error {
        // Repeated elements with an identifier are refused with the cell.
        case .tooManyElements, .constraints: return
        default: throw BrokenPromise(description: "a template makes an unsound cell: \(error)")
        }
      }
      // Boxes may be refused, as those whose sizes overflow.
      _ = try? CellTemplate(theme: .light, width: 200, scale: 1).layout(cell, with: typesetter)
    }
  }

  /// The JSON of a tree of elements → a cell's layout, or a typed error; and the same tree from its JSON.
  static let codedCell = FuzzTarget(name: "coded-cell") {
    let typesetter = Typesetter(try FontLibrary(.noto))
    return { bytes in
      guard let tree = try? JSONDecoder().decode(ElementTree.self, from: Data(bytes)) else {
        return
      }
      try BrokenPromise.check(tree.depth <= ElementTree.depthLimit + 1, "the tree is too deep")
      if (try? tree.validate()) != nil,
        let cell = try? CellTemplate(theme: .light, width: 200, scale: 1).layout(
          tree, with: typesetter)
      {
        let size = cell.size
        try BrokenPromise.check(
          size.width.isFinite && size.height.isFinite && size.height >= 0, "a cell of \(size)")
      }
      let again = try JSONDecoder().decode(ElementTree.self, from: JSONEncoder().encode(tree))
      try BrokenPromise.check(again == tree, "a tree differs after it was encoded")
    }
  }
}
