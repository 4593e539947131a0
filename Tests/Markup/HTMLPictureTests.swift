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

  @Test("without an extent show nothing, and so do hidden ones", arguments: ["width=0", "hidden"])
  func empty(attributes: String) throws {
    let surroundings = HTMLSurroundings(
      width: 300, pictures: ["a.png": Size(width: 200, height: 100)])
    let text = try HTMLParser().parsed(
      html: "a<img src=a.png alt=words \(attributes)>b", in: surroundings)
    #expect(text.string == "ab")
  }
}
