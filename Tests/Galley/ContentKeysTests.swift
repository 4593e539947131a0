import GalleyCells
import GalleyPrimitives
import Testing

@testable import Galley
import GalleyCellRendering

@Suite("ContentKeys", .timeLimit(.minutes(15)))
struct ContentKeysTests {
  private static let card = CardContent(
    title: "a", body: "b", author: "c", time: "d",
    avatar: CellImage(name: "e", size: Size(width: 1, height: 2)),
    image: CellImage(name: "f", size: Size(width: 3, height: 4)), language: "de")

  private static let content = CellContent.card(card)

  /// Contents that differ from ``content`` in one part each.
  private static let variants: [CellContent] = {
    let changes: [(inout CardContent) -> Void] = [
      { $0.title = "A" }, { $0.title = nil }, { $0.title = "" }, { $0.body = "B" },
      { $0.author = "C" }, { $0.time = "D" }, { $0.language = "ja" }, { $0.language = nil },
      { $0.avatar?.name = "E" }, { $0.avatar?.size.width = 5 }, { $0.avatar?.size.height = 5 },
      { $0.avatar = nil }, { $0.image?.name = "F" }, { $0.image?.size.width = 5 },
      { $0.image?.size.height = 5 }, { $0.image = nil }, { ($0.title, $0.body) = ("ab", "") },
      { ($0.avatar, $0.image) = ($0.image, $0.avatar) },
    ]
    return changes.map { change in
      var variant = card
      change(&variant)
      return .card(variant)
    }
  }()

  @Test("contents that differ in any part, the language included, have different keys and bytes")
  func contents() throws {
    let keys = try ContentKeys(template: CellTemplate(), fonts: .noto)
    let all = [Self.content] + Self.variants
    #expect(Set(all.map(keys.key)).count == all.count)
    #expect(Set(all.map(keys.bytes)).count == all.count)
    #expect(keys.key(Self.content) == keys.key(Self.content))
  }

  @Test("a content has another key with another theme or other fonts")
  func surroundings() throws {
    var arabic = Theme.light
    arabic.families = ["Arab": "Noto Naskh Arabic"]
    let all = try [
      ContentKeys(template: CellTemplate(theme: .light), fonts: .noto),
      ContentKeys(template: CellTemplate(theme: .dark), fonts: .noto),
      ContentKeys(template: CellTemplate(theme: .light), fonts: .system),
      ContentKeys(template: CellTemplate(theme: .light), fonts: .folder("a")),
      ContentKeys(template: CellTemplate(theme: .light), fonts: .folder("b")),
      ContentKeys(template: CellTemplate(theme: .light), fonts: .notoAnd(folder: "a")),
      ContentKeys(template: CellTemplate(theme: .light), fonts: .notoAnd(folder: "b")),
      ContentKeys(template: CellTemplate(theme: arabic), fonts: .noto),
    ]
    #expect(Set(all.map { $0.key(Self.content) }).count == all.count)
  }
}
