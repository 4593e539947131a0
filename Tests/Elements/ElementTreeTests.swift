import Foundation
import GalleyBoxes
import GalleyElements
import GalleyLayout
import GalleyPrimitives
import GalleyText
import Testing

@Suite("ElementTree", .timeLimit(.minutes(15)))
struct ElementTreeTests {
  private struct PostCell: Cell {
    var author: String
    var tags: [String] = []
    var isPinned = false

    var body: some Element {
      Row(gap: 9) {
        Image("mara").fit(.contain).frame(width: 36, height: 36).cornerRadius(18)
        Column(gap: 2) {
          Text(author).bold().lineLimit(1)
          if isPinned { Text("pinned") } else { Spacer() }
          for tag in tags { Text(tag).italic().padding(2) }
        }.grow()
      }.padding(12).background(.white).role("post")
    }
  }

  @Test("a cell describes a tree with conditions and loops")
  func cell() {
    let tree = PostCell(author: "Ada", tags: ["a", "b"], isPinned: true).tree
    #expect(tree.role == "post" && tree.box.arrangement == .row && tree.box.columnGap == 9)
    #expect(tree.children.count == 2 && tree.children[1].children.count == 4 && tree.depth == 3)
    let image = tree.children[0]
    #expect(image.content == .image(ElementImage(name: "mara", fit: .contain)))
    #expect(image.box.size.width == 36 && image.look.radii == CornerRadii(all: 18))
    #expect(PostCell.reuseIdentifier == "PostCell")
    #expect(PostCell(author: "Ada").tree == PostCell(author: "Ada").tree)
    #expect(PostCell(author: "Ada").tree != PostCell(author: "Eva").tree)
  }

  @Test("several elements of a body are a column")
  func column() {
    struct Pair: Cell {
      var body: some Element {
        Text("a")
        Text("b")
      }
    }
    #expect(Pair().tree.children.count == 2)
    #expect(Pair().tree.box.arrangement == .column)
  }

  @Test("a tree survives coding")
  func coding() throws {
    var tree = PostCell(author: "Ada", tags: ["x"]).tree
    tree = tree.anchored(top: 3, right: .percent(40))
    tree.look.shadow = TextShadow(color: .black, offset: Point(x: 0, y: 2), radius: 8)
    tree.look.border = Border(width: 2, color: .black, dashes: [1, 2], phase: 3)
    let bytes = try JSONEncoder().encode(tree)
    #expect(try JSONDecoder().decode(ElementTree.self, from: bytes) == tree)
  }

  @Test("a tree that is too deep is refused, and ends without a deep recursion")
  func depth() throws {
    var tree = ElementTree()
    for _ in 0..<10_000 { tree = ElementTree(children: [tree]) }
    #expect(throws: ElementError.tooDeep(limit: ElementTree.depthLimit)) { try tree.validate() }
    var sound = ElementTree()
    while sound.depth < ElementTree.depthLimit { sound = ElementTree(children: [sound]) }
    try sound.validate()
    let deep =
      String(repeating: #"{"children":["#, count: 200) + "{}"
      + String(repeating: "]}", count: 200)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ElementTree.self, from: Data(deep.utf8))
    }
  }

  @Test("a tree with too many elements is refused")
  func count() throws {
    let wide = ElementTree(
      children: Array(repeating: ElementTree(), count: ElementTree.countLimit - 1))
    try wide.validate()
    let wider = ElementTree(children: [wide, ElementTree()])
    #expect(throws: ElementError.tooManyElements(limit: ElementTree.countLimit)) {
      try wider.validate()
    }
  }

  @Test(
    "a number that is out of bounds is refused with its element and name",
    arguments: [Double.nan, .infinity, -1e9, 1e9])
  func numbers(number: Double) {
    let changes: [(String, (inout ElementTree) -> Void)] = [
      ("opacity", { $0.look.opacity = number }),
      ("corner radius", { $0.look.radii.topRight = number }),
      ("border width", { $0.look.border = Border(width: number, color: .black) }),
      ("shadow radius", { $0.look.shadow = TextShadow(color: .black, radius: number) }),
      ("minimumScale", { $0.content = .text(Text("a").minimumScale(number).content) }),
      ("image width", { $0 = Image("a", size: Size(width: number * 2, height: 1)).tree }),
      ("focus y", { $0 = Image("a").focus(x: 0, y: number).tree }),
    ]
    for (name, change) in changes {
      var child = ElementTree()
      change(&child)
      let tree = ElementTree(children: [ElementTree(), child])
      do {
        try tree.validate()
        Issue.record("\(name) accepts \(number)")
      } catch {
        guard case .invalidNumber(let path, name, _) = error else {
          Issue.record("\(name): \(error)")
          continue
        }
        #expect(path.description == "/1")
      }
    }
  }
}
