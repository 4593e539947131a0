import GalleyCells
import GalleyElements
import GalleyFonts
import GalleyTypesetting
import Testing

@Suite("Numbers of elements", .timeLimit(.minutes(15)))
struct ElementNumberTests {
  @Test(
    "that no box can have are errors with the element, the property and the number",
    arguments: [-10, Double.infinity, .nan])
  func boxes(number: Double) throws {
    let typesetter = Typesetter(try FontLibrary(.noto))
    let cell = Row {
      Text("first")
      Column { Text("second").padding(number) }
    }
    do {
      _ = try CellTemplate(width: 200, scale: 1).layout(cell.tree, with: typesetter)
      Issue.record("\(number) is laid out")
    } catch {
      #expect("\(error)" == "element /1/0: padding cannot be \(number)")
    }
  }
}
