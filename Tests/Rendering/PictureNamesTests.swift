import Galley
import GalleyPrimitives
import Testing

@testable import GalleyRendering

@Suite("Names of pictures", .timeLimit(.minutes(15)))
struct PictureNamesTests {
  private let key = ContentKey(high: 0xAB12_3456_789A_BCDE, low: 0x0123_4567_89AB_CDEF)

  @Test(
    "placeholders become the properties of the row",
    arguments: [
      ("{index}.png", "7.png"), ("d/{index:04}.png", "d/0007.png"), ("{id}.png", "a-B_9.png"),
      ("{hash}.png", "ab123456789abcde0123456789abcdef.png"),
      ("{hash:2}/{hash}.png", "ab/ab123456789abcde0123456789abcdef.png"),
      ("{hash:2}/{id}-{index}", "ab/a-B_9-7"),
    ])
  func replaces(pattern: String, path: String) throws {
    let names = try #require(PictureNames(pattern))
    #expect(names.path(index: 7, id: "a-B_9", key: key) == path)
  }

  @Test(
    "a pattern without a property of its own row, or with other braces, is refused",
    arguments: [
      "a.png", "{hash:8}.png", "{page}.png", "{index", "{index}}.png", "{{index}}", "{id:3}.png",
      "{hash:33}.png", "{hash:0}.png", "{index:99}.png", "{index:-1}", "{}", "",
    ])
  func refuses(pattern: String) { #expect(PictureNames(pattern) == nil) }

  @Test(
    "identifiers cannot lead out of their folder, and different ones have different names",
    arguments: [
      ("../../etc/passwd", "%2E%2E%2F%2E%2E%2Fetc%2Fpasswd"), (".", "%2E"), ("..", "%2E%2E"),
      ("a/b", "a%2Fb"),
      ("a\\b", "a%5Cb"), ("a\u{0}b", "a%00b"), ("ü", "%C3%BC"), ("a%2Fb", "a%252Fb"), (" ", "%20"),
    ])
  func isSafe(id: String, name: String) throws {
    let names = try #require(PictureNames("{id}"))
    #expect(names.path(index: 0, id: id, key: key) == name)
  }

  @Test("long and missing identifiers have short names of their own")
  func isShort() throws {
    let names = try #require(PictureNames("{id}"))
    let long = String(repeating: "x", count: 10_000)
    let found = [long + "a", long + "b", nil, "", "~3"].enumerated().map { index, id in
      names.path(index: index, id: id, key: key)
    }
    #expect(Set(found).count == 5)
    #expect(found.allSatisfy { $0.utf8.count <= 64 })
    #expect(found[2] == "~2")
    #expect(found[4] == "%7E3")
  }

  @Test("rows with one name are refused, or numbered before the extension")
  func collides() throws {
    let names = try #require(PictureNames("d.d/{id}.png"))
    var refusing = NameBook(names, numbers: false)
    #expect(try refusing.claim(index: 4, id: "a", key: key) == "d.d/a.png")
    #expect(throws: NameBook.Refusal.taken(path: "d.d/a.png", index: 4)) {
      try refusing.claim(index: 9, id: "a", key: key)
    }
    #expect(try refusing.claim(index: 10, id: "b", key: key) == "d.d/b.png")
    var numbering = NameBook(names, numbers: true)
    let found = try (0..<3).map { try numbering.claim(index: $0, id: "a", key: key) }
    #expect(found == ["d.d/a.png", "d.d/a~2.png", "d.d/a~3.png"])
    #expect(PictureNames.numbered("d.d/a", 2) == "d.d/a~2")
    var byContent = NameBook(try #require(PictureNames("{hash}.png")), numbers: false)
    for _ in 0..<2 {
      #expect(throws: Never.self) { try byContent.claim(index: 0, id: nil, key: key) }
    }
  }

  @Test(
    "the parts of a feed follow each other without gaps", arguments: [0, 1, 2, 11, 12, 1_000_003])
  func parts(byteCount: Int) throws {
    for count in [1, 2, 3, 12, 1000] {
      var end = 0
      for number in 1...count {
        let range = try #require(BulkOptions.Shard(number, of: count)).byteRange(of: byteCount)
        #expect(range.lowerBound == end)
        guard number < count else {
          #expect(range.upperBound == .max)
          continue
        }
        #expect(abs(range.count - byteCount / count) <= 1)
        end = range.upperBound
      }
    }
    #expect(
      BulkOptions.Shard(0, of: 3) == nil && BulkOptions.Shard(4, of: 3) == nil
        && BulkOptions.Shard(1, of: 0) == nil)
  }
}
