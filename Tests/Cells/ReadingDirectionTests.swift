import GalleyCells
import GalleyLayout
import GalleyPrimitives
import GalleyRandomness
import Testing

@Suite("Cells that read from right to left", .timeLimit(.minutes(15)))
struct ReadingDirectionTests {
  @Test("have the avatar at the right, the texts beside it, and images at the right")
  func mirrored() throws {
    let cell = try layout(Sample.hebrew)
    #expect(try cell.part(.initials).rect == Rect(x: 317, y: 17, width: 36, height: 36))
    #expect(try cell.part(.image).rect.maxX == 353)
    for kind in [CellPart.Kind.author, .time] {
      #expect(abs(try cell.edges(kind).right - 308) < 0.01)
    }
  }

  @Test(
    "are detected by their body, or else the title, or else the author",
    arguments: [
      (CardContent(title: "שלום", body: "Hello", author: "A"), false),
      (CardContent(title: "Hello", body: "שלום", author: "A"), true),
      (CardContent(title: "שלום", author: "A"), true),
      (CardContent(title: "Hello", author: "א"), false),
      (CardContent(author: "א", time: "now"), true),
      (CardContent(author: "A", time: "שלום"), false),
      (CardContent(body: "123", author: "A"), false),
    ])
  func direction(content: CardContent, isMirrored: Bool) throws {
    let cell = try layout(content)
    #expect(try cell.part(.initials).rect.minX == (isMirrored ? 317 : 22))
  }

  @Test("align names of the other direction with the avatar too", arguments: [false, true])
  func mixed(isMirrored: Bool) throws {
    let content = CardContent(
      body: isMirrored ? "שלום" : "Hello", author: isMirrored ? "Ada" : "עדה", time: "5 דקות")
    let cell = try layout(content)
    for kind in [CellPart.Kind.author, .time] {
      let (left, right) = try cell.edges(kind)
      #expect(abs(isMirrored ? right - 308 : left - 67) < 0.01, "\(kind): \(left)–\(right)")
    }
  }

  @Test("are not mirrored in theme plain, and stay inside the card")
  func plain() throws {
    var content = Sample.hebrew
    content.time = "לפני 10 דקות"
    let cell = try layout(content, theme: .plain)
    #expect(try cell.part(.image).rect.minX == 22)
    #expect(abs(try cell.edges(.time).right - 353) <= 0.5)
    let time = try cell.edges(.time)
    #expect(try cell.edges(.author).right <= time.left - 6 + 0.01)
  }
}

@Suite("Initials", .timeLimit(.minutes(15)))
struct InitialsTests {
  @Test(
    "come from the first and last words in scripts with capitals, else from the first",
    arguments: [
      ("Mara Lindqvist", 2), ("mara lindqvist", 2), ("Ines", 1), ("Quill & Co.", 2), ("k", 1),
      ("Νίκος Παππάς", 2), ("Вера Соколова", 2), ("林小满", 1), ("김하늘", 1), ("נועה ברק", 1),
      ("अनन्या शर्मा", 1), ("24 Hours", 1), ("Unit 731", 1), ("🏿", 1),
    ])
  func count(name: String, count: Int) throws {
    let text = try #require(try layout(CardContent(author: name)).part(.initials).text)
    // The number of glyphs, except that a letter may have a mark.
    #expect(Set(text.glyphs.map(\.cluster)).count == count)
  }

  @Test("and the colour are those of the author of a post that another account shared or likes")
  func sharer() {
    for name in ["Mara Lind ↻ Bo Eck", "Mara Lind ♥ Bo Eck ↻ Cy"] {
      #expect(AuthorInitials.text(of: name) == "ML")
      #expect(
        AuthorInitials.color(of: name, in: .light)
          == AuthorInitials.color(of: "Mara Lind", in: .light))
    }
    #expect(AuthorInitials.text(of: "Mara♥Lind Eck") == "ME")
  }

  @Test("of a name in ASCII are found without properties of characters")
  func plain() {
    var generator = SeededGenerator(seed: 731)
    let letters = Array("abYZ09 \t\n.&-(\u{1F}".unicodeScalars.map(Character.init))
    var shown: Set<String> = []
    for length in 0..<2_000 {
      let name = String((0..<length % 9).map { _ in letters.randomElement(using: &generator)! })
      let text = AuthorInitials.text(of: name)
      #expect(text == AuthorInitials.generalText(of: name), "\(name.debugDescription)")
      #expect(AuthorInitials.areEmpty(of: name) == text.isEmpty, "\(name.debugDescription)")
      shown.insert(text)
    }
    #expect(shown.isSuperset(of: ["", "A", "YB", "0", "&"]))
  }

  @Test(
    "are missing where they would be empty",
    arguments: ["", " ", "/", "/u/", "u/ ", "/u/ada", "\u{3000}", "林", "/ /", "user/\t"])
  func missing(name: String) {
    #expect(AuthorInitials.areEmpty(of: name) == AuthorInitials.text(of: name).isEmpty)
  }

  @Test("keep clear of the circle", arguments: ["അഞ്ജലി", "WM WM", "Œuvre Ǆ", "﷽"])
  func fit(name: String) throws {
    let part = try layout(CardContent(author: name)).part(.initials)
    #expect((part.text?.boundingRect.width ?? 99) <= 0.75 * 36 + 0.01)
  }

  @Test("have a background colour that belongs to the author")
  func ground() throws {
    let grounds = try ["Ada", "Bob", "Cyd", "Dan", "Eve", "Fay"].map {
      try layout(CardContent(body: "x", author: $0)).part(.initials).ground
    }
    #expect(Set(grounds).count > 1)
    let again = try layout(CardContent(body: "y", author: "Ada"), scale: 1).part(.initials).ground
    #expect(again == grounds[0])
  }
}

extension CellLayout {
  /// Returns the left and right edges of a part's text.
  func edges(_ kind: CellPart.Kind) throws -> (left: Double, right: Double) {
    let part = try part(kind)
    let bounds = try #require(part.text).boundingRect
    return (part.rect.minX + bounds.minX, part.rect.minX + bounds.maxX)
  }
}
