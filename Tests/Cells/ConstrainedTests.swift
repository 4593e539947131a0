import Foundation
import GalleyBoxes
import GalleyConstraints
import GalleyElements
import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

@testable import GalleyCells

@Suite("Layout of constraints", .timeLimit(.minutes(15)))
struct ConstrainedTests {
  private let typesetter: Typesetter
  private let photo = ConstraintItem("photo")
  private let title = ConstraintItem("title")
  private let box = ConstraintItem.container
  private static let long = "Colourless green ideas sleep furiously beside the harbour all night."

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func layout(
    _ element: some Element, width: Double = 200, scale: Double = 2
  ) throws(ElementError) -> CellLayout {
    try CellTemplate(width: width, scale: scale).layout(element.tree, with: typesetter)
  }

  /// A photo beside a text.
  private func card(_ text: String) -> Constrained {
    Constrained {
      Shape(fill: .black).frame(width: 40, height: 40).id(photo).role("photo")
      Text(text).id(title).role("title")
    } constraints: {
      photo.leading == box.leading
      photo.top == box.top
      title.leading == photo.trailing + 8
      title.trailing == box.trailing
      title.top == box.top
      box.bottom >= photo.bottom
      box.bottom >= title.bottom
    }
  }

  @Test("a text wraps in its solved width, and the cell is as high as it needs")
  func wraps() throws {
    let cell = try layout(card(Self.long).tree.padding(10).background(.white))
    #expect(cell.parts.map(\.kind.rawValue) == ["box", "photo", "title"])
    #expect(cell.parts[0].descendantCount == 2)
    #expect(cell.parts[1].rect == Rect(x: 10, y: 10, width: 40, height: 40))
    let text = cell.parts[2].rect
    #expect(text.minX == 58 && text.maxX == 190 && text.height > 60)
    #expect(cell.size.height == text.maxY + 10)
    #expect(cell.parts[2].text?.isTruncated == false)
    #expect(try layout(card("Short")).size.height == 40)
  }

  @Test("constraints read from the right, as a first text does")
  func mirrored() throws {
    let cell = try layout(card("مرحبا بالعالم"))
    #expect(cell.parts[0].rect.minX == 160)
    #expect(cell.parts[1].rect.maxX == 152)
    let forced = try layout(card("مرحبا").tree.rightToLeft(false))
    #expect(forced.parts[0].rect.minX == 0)
  }

  @Test("constraints and boxes nest in each other")
  func nested() throws {
    let inner = card(Self.long).tree.id("inner")
    let cell = try layout(
      Row(gap: 4) {
        Constrained {
          Column(gap: 2) {
            inner
            Text("below").role("below")
          }.id("column")
          Shape(fill: .black).id("line").role("line")
        } constraints: {
          let (column, line) = (ConstraintItem("column"), ConstraintItem("line"))
          column.leading == box.leading + 6
          column.trailing == box.trailing
          column.top == box.top
          line.leading == box.leading
          line.width == 2
          line.top == column.top
          line.bottom == column.bottom
          box.bottom == column.bottom
        }.tree.grow(basis: 0)
        Text("side").shrink(0).role("side")
      })
    let parts = Dictionary(uniqueKeysWithValues: cell.parts.map { ($0.kind.rawValue, $0.rect) })
    let (title, below) = (try #require(parts["title"]), try #require(parts["below"]))
    #expect(parts["photo"]?.origin == Point(x: 6, y: 0))
    #expect(below.minY == title.maxY + 2)
    #expect(parts["line"] == Rect(x: 0, y: 0, width: 2, height: below.maxY))
    #expect(parts["side"]?.maxX == 200)
    #expect(cell.size.height == below.maxY)
  }

  @Test("errors name the element and the constraints")
  func errors() throws {
    let tree = Column {
      Text("first")
      Constrained {
        Text("second").id(title)
      } constraints: {
        title.top == box.top
        title.width == 40
        title.width >= 50
      }
    }
    let error = ConstraintError.unsatisfiable([title.width == 40, title.width >= 50])
    #expect(throws: ElementError.constraints(ElementPath([1]), error)) { try layout(tree) }
    #expect(
      throws: ElementError.constraints(
        ElementPath(), .ambiguous([title.leading.anchor]))
    ) {
      try layout(
        Constrained {
          Text("open").id(title)
        } constraints: {
          title.top == box.top
        })
    }
    #expect(throws: ElementError.constraints(ElementPath(), .duplicateItem("title"))) {
      try Constrained {
        Text("one").id(title)
        Text("two").id(title)
      } constraints: {
        title.top == box.top
      }.tree.validate()
    }
  }

  @Test("a tree with constraints is the same after coding")
  func coding() throws {
    let tree = card(Self.long).tree.hugging(x: 300)
    let data = try JSONEncoder().encode(tree)
    #expect(try JSONDecoder().decode(ElementTree.self, from: data) == tree)
  }

  @Test("deep nesting of constraints ends with a layout or an error")
  func deep() throws {
    var tree = Text(Self.long).tree
    for level in 0..<ElementTree.depthLimit - 1 {
      let inner = tree.id("inner")
      guard level.isMultiple(of: 2) else {
        tree = Row { inner }.tree
        continue
      }
      tree =
        Constrained {
          inner
        } constraints: {
          let item = ConstraintItem("inner")
          item.leading == box.leading + 0.25
          item.trailing == box.trailing
          item.top == box.top
          item.bottom == box.bottom
        }.tree
    }
    let cell = try layout(tree)
    #expect(cell.parts.count == 1 && cell.parts[0].rect.minX == 16)
  }
}
