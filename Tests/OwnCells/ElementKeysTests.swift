import Foundation
import Galley
import GalleyCellRendering
import GalleyCells
import GalleyElements
import Testing

@Suite("Keys of trees", .timeLimit(.minutes(15)))
struct ElementKeysTests {
  /// A tree with a value for each member.
  private static func tree() throws -> ElementTree {
    var text = AttributedText(
      "Plain and attributed", attributes: TextAttributes(font: Font(size: 14), language: "de"))
    try text.update(in: 0..<5) { $0.highlight = TextHighlight(userInfo: ["a": "b", "c": "d"]) }
    text.paragraphStyle.lineSpacing = 3
    var element = ElementText(text, minimumScale: 0.5)
    element.container.maximumRowCount = 3
    element.container.insets = EdgeInsets(all: 1)
    let image = Image("mara", size: Size(width: 3, height: 4)).focus(x: 0.25, y: 0.75)
    var box = FlexStyle(.row)
    (box.alignSelf, box.justifySelf, box.aspectRatio) = (.center, .end, 2)
    (box.isRightToLeft, box.isAbsolute) = (true, true)
    (box.size.width, box.size.height) = (10, .percent(20))
    box.insets.leading = 7
    var look = BoxLook()
    look.background = .white
    look.border = Border(width: 2, color: .black, dashes: [3, 4], phase: 5)
    look.shadow = TextShadow(color: .black, offset: Point(x: 1, y: 2), radius: 3)
    let item = ConstraintItem("i")
    let placed = Constrained {
      Text("placed").id(item).hugging(x: 300, y: 301).compressionResistance(x: 700, y: 701)
    } constraints: {
      (item.leading <= ConstraintItem.container.leading * 2 + 3).priority(900)
      item.width == 40
    }
    return ElementTree(
      box: box, look: look, role: "r",
      children: [ElementTree(.text(element)), image.tree, placed.tree])
  }

  @Test("trees that differ in any member that can be seen have different keys")
  func members() throws {
    let tree = try Self.tree()
    let keys = try ContentKeys(template: CellTemplate(), fonts: .noto)
    let key = keys.key(.tree(tree))
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(tree))
    var count = 0
    for changed in Self.changes(of: json) {
      let data = try JSONSerialization.data(withJSONObject: changed)
      guard let other = try? JSONDecoder().decode(ElementTree.self, from: data), other != tree
      else { continue }
      count += 1
      #expect(keys.key(.tree(other)) != key, "\(String(decoding: data, as: UTF8.self))")
    }
    #expect(count > 100)
    #expect(try keys.key(.tree(Self.tree())) == key)
  }

  /// Words of which some enumeration has each.
  private static let words = [
    "start", "end", "center", "stretch", "row", "column", "overlay", "wrap", "spaceAround", "cover",
    "contain", "multiply", "middle", "equal", "trailing", "x",
  ]

  /// Returns copies of a JSON value, each with one leaf changed or removed.
  private static func changes(of value: Any) -> [Any] {
    switch value {
    case let object as [String: Any]:
      return object.flatMap { key, member -> [Any] in
        // Neither changes a picture: the cell has a scale of its own, and repairs are counts.
        if key == "repairs" || key == "scale" { return [] }
        var removed = object
        removed[key] = nil
        return [removed]
          + changes(of: member).map { change in
            var copy = object
            copy[key] = change
            return copy
          }
      }
    case let list as [Any]:
      return list.indices.flatMap { index -> [Any] in
        changes(of: list[index]).map { change in
          var copy = list
          copy[index] = change
          return copy
        }
      }
    case let text as String:
      return words.map { $0 as Any } + [text + "y"] + (text.hasPrefix("#") ? ["#123456"] : [])
    case let number as NSNumber: return [number.doubleValue + 1, true, false]
    default: return []
    }
  }

  @Test("a card and a tree, and trees of another shape, have different keys")
  func shapes() throws {
    let keys = try ContentKeys(template: CellTemplate(), fonts: .noto)
    let (one, two) = (Text("a").tree, Text("b").tree)
    var narrow = Font(size: 14)
    narrow.variations = "wdth=75"
    let trees = [
      ElementTree(), one, two, ElementTree(children: [one]), ElementTree(children: [one, two]),
      ElementTree(children: [two, one]),
      ElementTree(children: [ElementTree(children: [one]), two]),
      ElementTree(children: [ElementTree(children: [one, two])]),
      Text("a", font: narrow).tree, ElementTree(role: "a"), ElementTree(children: [ElementTree()]),
    ]
    let contents = trees.map { CellContent.tree($0) } + [CellContent(), CellContent(title: "a")]
    #expect(Set(contents.map(keys.key)).count == contents.count)
  }
}
