import Foundation
import GalleyFeed
import GalleyFeedItems
import TestSupport

/// The texts of the sample feeds, a paragraph each; those of the hostile feed are no paragraphs.
enum SampleTexts {
  struct Paragraph {
    var text: String
    var language: String?
  }

  static func paragraphs() throws -> [Paragraph] {
    let folder = Repository.path("Samples/Feeds")
    var paragraphs: [Paragraph] = []
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for name in names where !name.hasPrefix("hostile") && !name.contains("schema") {
      let reader = try FeedReader(path: Repository.feed(name))
      while case .item(let item)? = try reader.next() {
        for text in [item.title, item.body, item.author, item.time].compactMap(\.self) {
          for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
            paragraphs.append(Paragraph(text: String(line), language: item.language))
          }
        }
      }
    }
    return paragraphs
  }
}
