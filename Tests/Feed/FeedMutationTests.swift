import Foundation
import GalleyFeedItems
import GalleyPrimitives
import GalleyRandomness
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Damaged feeds of all formats", .timeLimit(.minutes(60)))
struct FeedMutationTests {
  @Test("end within the limits, the same in pieces", arguments: SampleDocuments.all)
  func mutations(name: String, text: String) {
    var generator = SeededGenerator(seed: 77)
    let limits = FeedLimits(maximumDepth: 16, maximumTextBytes: 200, maximumElementBytes: 2000)
    let sample = Array(text.utf8)
    for _ in 0..<Effort.count(300, full: 100_000) / 10 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        guard !bytes.isEmpty else { break }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        case 2:
          bytes.insert("<>&\"'{}[],:;-\n\0".utf8.randomElement(using: &generator) ?? 0, at: place)
        case 3: bytes.removeLast(min(place, 40))
        default:
          let end = min(place + 30, bytes.count)
          bytes.insert(contentsOf: bytes[place..<end], at: place)
        }
      }
      let reading = Reading(bytes: bytes, limits: limits)
      let chunk = Int.random(in: 1...9, using: &generator)
      let pieces = Reading(bytes: bytes, limits: limits, chunk: chunk)
      #expect(pieces.elements == reading.elements, "\(name), chunk \(chunk)")
      #expect(pieces.error == reading.error)
      for item in reading.items {
        for field in FeedField.allCases {
          #expect((item[field]?.utf8.count ?? 0) <= 200, "\(name): \(field)")
        }
      }
    }
  }

  @Test("lose no item before the damage", arguments: SampleDocuments.all)
  func earlier(name: String, text: String) {
    let bytes = Array(text.utf8)
    let whole = Reading(bytes: bytes)
    guard whole.items.count > 1, let last = whole.items.last else { return }
    for count in stride(from: last.byteOffset, to: bytes.count, by: 7) {
      let cut = Reading(
        bytes: Array(bytes[..<count]) + [0, 0xFF, UInt8(ascii: "<")], as: whole.format)
      var items = Array(cut.items.prefix(whole.items.count - 1))
      // The last item of the cut feed alone may lack its end.
      if cut.items.count == items.count, let last = items.indices.last {
        items[last].missingEndTag = nil
      }
      #expect(
        items == Array(whole.items.dropLast()),
        "\(name), \(count) bytes")
    }
  }

  /// The tags and texts of a document as Foundation's parser, which is libxml2, gives them.
  private final class Titles: NSObject, XMLParserDelegate {
    var titles: [String] = []
    private var text: String?

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      if name == "guid" { text = "" }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text? += string }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
      text? += String(decoding: block, as: UTF8.self)
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      if name == "guid", let text {
        titles.append(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
      }
      if name == "guid" { text = nil }
    }
  }

  @Test("of RSS have the texts that libxml2 gives if they are well-formed", arguments: [1, 2, 3])
  func oracle(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "a", "字", " ", "&amp;", "&lt;", "&#x1F600;", "&#233;", "<![CDATA[<b>&amp;]]]]><![CDATA[>]]>",
      "<!-- <guid> -->", "<?pi > ?>", "]]", "\"", "'", ">", "\n",
    ]
    for _ in 0..<Effort.count(300, full: 5_000) {
      var feed = "<?xml version=\"1.0\"?><!DOCTYPE rss><rss><channel a='>' b=\"/>\">"
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let count = Int.random(in: 1...8, using: &generator)
        let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
        feed += "<item><guid x = 'y' >g\(text.replacing("]]>", with: "]]>"))</guid ></item>"
      }
      feed += "</channel></rss>"
      let parser = XMLParser(data: Data(feed.utf8))
      let titles = Titles()
      parser.delegate = titles
      guard parser.parse() else { continue }
      #expect(Reading(feed).items.map(\.id) == titles.titles, "seed \(seed): \(feed)")
    }
  }
}

@Suite("Files that are no feeds", .timeLimit(.minutes(15)))
struct ForeignContentTests {
  @Test(
    "are named",
    arguments: [
      ("%PDF-1.7", "a PDF document"), ("PK\u{3}\u{4}", "a ZIP archive"),
      ("GIF89a", "a GIF picture"),
      ("RIFF0000WEBP", "a WebP picture"), ("0000ftypavif", "an AVIF picture"),
      ("0000ftypheic", "a HEIF picture"), ("BZh9", "compressed by bzip2"),
      ("<opml><body/></opml>", "OPML"), ("<svg></svg>", "XML whose first element is `svg`"),
      ("<!DOCTYPE html><html><head><title>x</title></head></html>", "which links to no feed"),
      (
        "<!doctype html><html><link rel=alternate type='application/rss+xml' href='/feed.xml'>",
        "this is an HTML page; its feed is linked as /feed.xml"
      ),
    ])
  func named(text: String, part: String) {
    for chunk in [1, 1 << 16] {
      guard case .unrecognized(0, let reason) = Reading(text, chunk: chunk).error else {
        Issue.record("\(text) is read")
        continue
      }
      #expect(reason.contains(part))
    }
  }
}
