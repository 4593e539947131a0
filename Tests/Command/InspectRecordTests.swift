import Foundation
import Galley
import GalleyPrimitives
import Testing

@testable import GalleyTextCommands

@Suite("What galley inspect prints of a text", .timeLimit(.minutes(15)))
struct InspectRecordTests {
  @Test("has attachments and highlights, in the cell's coordinates")
  func hasFeatures() throws {
    var text = AttributedText(
      "see \u{FFFC} here", attributes: TextAttributes(font: Font(size: 14)))
    try text.update(in: 4..<7) {
      $0.attachment = TextAttachment(
        .image(name: "boat"), size: Size(width: 20, height: 10), userInfo: ["kind": "boat"])
    }
    try text.update(in: 4..<12) { $0.highlight = TextHighlight(userInfo: ["url": "/boats"]) }
    let layout = try Typesetter(try FontLibrary(.noto)).layout(
      text, in: TextContainer(width: 200))
    let data = try JSONEncoder().encode(InspectedText(layout, origin: Point(x: 100, y: 50)))
    let record = try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let attachments = try #require(record["attachments"] as? [[String: Any]])
    #expect(attachments.count == 1)
    #expect(attachments[0]["image"] as? String == "boat")
    #expect(attachments[0]["offset"] as? Int == 4 && attachments[0]["line"] as? Int == 0)
    #expect(attachments[0]["userInfo"] as? [String: String] == ["kind": "boat"])
    let rect = try #require(attachments[0]["rect"] as? [String: Double])
    #expect(rect["width"] == 20 && rect["height"] == 10)
    #expect(rect["x"] == 100 + layout.attachments[0].rect.minX)
    #expect(rect["y"] == 50 + layout.attachments[0].rect.minY)
    let highlights = try #require(record["highlights"] as? [[String: Any]])
    #expect(highlights.count == 1)
    #expect(highlights[0]["range"] as? [Int] == [4, 12])
    #expect(highlights[0]["isToken"] as? Bool == false)
    #expect(highlights[0]["userInfo"] as? [String: String] == ["url": "/boats"])
    let area = try #require((highlights[0]["rects"] as? [[String: Double]])?.first)
    #expect(area["x"] == rect["x"] && (area["width"] ?? 0) > 40)
  }
}
