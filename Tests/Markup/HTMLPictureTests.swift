import GalleyMarkup
import GalleyPrimitives
import GalleyText
import Testing

@Suite("Pictures in HTML", .timeLimit(.minutes(15)))
struct HTMLPictureTests {
  @Test(
    "have the extent of their tags or styles, within the room",
    arguments: [
      ("", 200.0, 100.0), ("width=50", 50, 25), ("height='50'", 100, 50),
      ("width=60px height=60", 60, 60), ("width='50%'", 150, 75), ("width=600", 300, 150),
      ("width=10 style='width: 40px; HEIGHT:auto !important' height=9", 40, 20),
      ("width=wide height=-3", 200, 100), ("style='width:4em'", 200, 100),
      ("height='50%'", 200, 100),
    ])
  func extents(attributes: String, width: Double, height: Double) throws {
    let surroundings = HTMLSurroundings(
      width: 300, pictures: ["a.png": Size(width: 200, height: 100)])
    let text = try HTMLParser().parsed(
      html: "<p><img src=a.png \(attributes)></p>", in: surroundings)
    let attachment = try #require(text.attributes(at: 0).attachment)
    #expect(attachment.size == Size(width: width, height: height))
  }

  @Test("and paragraphs in a table of one row are below each other, as other tables are not")
  func arrangement() throws {
    let surroundings = HTMLSurroundings(
      width: 300, pictures: ["a.png": Size(width: 20, height: 10)])
    func string(_ html: String) throws -> String {
      try HTMLParser().parsed(html: html, in: surroundings).string
    }
    let picture = "\(TextAttachment.character)"
    #expect(
      try string("x<table><tr><td><img src=a.png></td><td>by <b>ann</b><br>link</td></tr></table>y")
        == "x\n\(picture)\nby ann\u{2028}link\ny")
    #expect(try string("<table><tr><td><p>a</p></td><td><p>b</p></td></tr></table>") == "a\nb")
    // Around a table of data there may be one of one row.
    #expect(
      try string(
        "<table><tr><td>a<table><tr><td>b</td><td>c</td></tr><tr><td>d</td><td>e</td></tr></table></td></tr></table>"
      ) == "a\nb\tc\nd\te")
    #expect(try string("<table><tr><td>a</td><td>b</td></tr></table>") == "a\tb")
    #expect(try string("<table><tr><th>a<br></th><td>b</td></tr></table>").contains("\t"))
  }

  @Test("without an extent show nothing, and so do hidden ones", arguments: ["width=0", "hidden"])
  func empty(attributes: String) throws {
    let surroundings = HTMLSurroundings(
      width: 300, pictures: ["a.png": Size(width: 200, height: 100)])
    let text = try HTMLParser().parsed(
      html: "a<img src=a.png alt=words \(attributes)>b", in: surroundings)
    #expect(text.string == "ab")
  }

  /// The text of HTML with two pictures, whose names are in it between brackets.
  private func named(_ html: String) throws -> String {
    let size = Size(width: 4, height: 4)
    let surroundings = HTMLSurroundings(
      width: 300, pictures: ["a.png": size, "b.png": size, "data:x": size, "beside.png": .zero])
    let text = try HTMLParser().parsed(html: html, in: surroundings)
    var result = ""
    for (index, character) in zip(text.string.utf8.indices, text.string.utf8) {
      let offset = text.string.utf8.distance(from: text.string.utf8.startIndex, to: index)
      if case .image(let name)? = text.attributes(at: offset).attachment?.content {
        if !result.hasSuffix("[\(name)]") { result += "[\(name)]" }
      } else {
        result.unicodeScalars.append(UnicodeScalar(character))
      }
    }
    return result
  }

  @Test(
    "are found by the names of pages that load them late",
    arguments: [
      ("<img src='data:x' data-src=a.png>", "[a.png]"), ("<img src='data:x'>", "[data:x]"),
      ("<img src=wait.png data-lazy-src=a.png>", "[a.png]"),
      ("<img src=a.png data-original=b.png>", "[a.png]"),
      ("<img srcset='a.png 1x, b.png 2x'>", "[a.png]"),
      ("<img src='' data-srcset=', b.png, a.png 2x'>", "[b.png]"),
      ("<img src='data:x' data-src=gone.png alt=words>", "words"),
    ])
  func late(html: String, shown: String) throws {
    #expect(try named(html) == shown)
  }

  @Test("of a noscript are shown, unless the text has them")
  func noscript() throws {
    #expect(try named("x<noscript>no<img src=a.png alt=a></noscript>y") == "x[a.png]y")
    #expect(
      try named("<img src='data:x' data-src=a.png><noscript><img src=a.png></noscript>y")
        == "[a.png]y")
    #expect(try named("x<select><img src=a.png></select>y") == "xy")
  }

  @Test("beside the text have neither a place nor words in it")
  func beside() throws {
    #expect(try named("x<img src=beside.png alt=words>y") == "xy")
  }

  @Test("are beside formulas, which have their text or their words; buttons are none")
  func formulas() throws {
    #expect(
      try named("a <math><mi>E</mi><annotation>no</annotation></math> <button>no</button>b")
        == "a E b")
    #expect(
      try named("<math><msup><mi>x</mi><mn>2</mn></msup><mfrac><mn>1</mn><mi>c</mi></mfrac></math>")
        == "x21/c")
    #expect(try named("a <math alttext='E=m'><mi>no</mi></math> b") == "a E=m b")
  }
}
