import Foundation
import GalleyFeed
import GalleyFeedItems
import GalleyPrimitives
import GalleyRandomness
import TestSupport
import Testing

/// Compares Galley's decoder and parser with those of Foundation, on generated and damaged input.
@Suite("Foundation as the oracle", .timeLimit(.minutes(15)))
struct OracleTests {
  /// An item as Foundation decodes it.
  private struct Decoded: Decodable, Equatable {
    var id: String?
    var title: String?
    var body: String?
    var author: String?
    var time: String?
    var image: String?
    var avatar: String?
    var lang: String?

    init(_ item: FeedItem) {
      (id, title, body, author) = (item.id, item.title, item.body, item.author)
      (time, image, avatar, lang) = (item.time, item.image, item.avatar, item.language)
    }
  }

  @Test("decodes generated items as Foundation does", arguments: [11, 12, 13, 14])
  func items(seed: UInt64) throws {
    var generator = JSONGenerator(seed: seed)
    for _ in 0..<Effort.count(300, full: 1_000) {
      let line = generator.item()
      let expected = try JSONDecoder().decode(Decoded.self, from: Data(line.utf8))
      let reading = Reading(line)
      #expect(reading.errors.isEmpty && reading.error == nil, "seed \(seed): \(line)")
      #expect(reading.items.map { Decoded($0) } == [expected], "seed \(seed): \(line)")
      #expect(reading.items.first?.repairCount == 0)
    }
  }

  /// Whether the two are known to differ on `text`.
  ///
  /// Foundation refuses lone surrogates, where we repair, and blank documents, which are empty feeds
  /// here; it takes commas before closing brackets, which we refuse. An object without `feed` is no
  /// feed, but it is JSON.
  private func areKnownToDiffer(_ text: String, _ error: FeedError?) -> Bool {
    switch error {
    case .unrecognized: return true
    case .syntax(_, "expected a value, found `]`"): return true
    case .syntax(_, "expected a name in quotes, found `}`"): return true
    default: break
    }
    let isBlank = text.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    return isBlank || text.contains(/\\u[dD][89a-fA-F]/)
  }

  @Test("agrees with Foundation on which damaged documents are JSON", arguments: [21, 22, 23, 24])
  func mutations(seed: UInt64) {
    var generator = JSONGenerator(seed: seed)
    generator.hasSurrogates = false
    var compared = 0
    for _ in 0..<Effort.count(300, full: 1_000) {
      let items = (0..<Int.random(in: 1...3, using: &generator.random)).map { _ in generator.item()
      }
      let whole = Array("[\(items.joined(separator: ","))]".utf8)
      let document = generator.damaged(whole)
      let reading = Reading(bytes: document, as: .fd)
      #expect(reading == Reading(bytes: document, as: .fd, chunk: 1))
      // The other formats must end too, whatever they make of it.
      for format in [nil, FeedFormat.jsonLines, .jsonFeed] {
        _ = Reading(bytes: document, as: format)
      }
      let text = String(decoding: document, as: UTF8.self)
      // Foundation refuses bytes that are no UTF-8.
      guard Array(text.utf8) == document, !areKnownToDiffer(text, reading.error) else { continue }
      compared += 1
      let isValid = (try? JSONSerialization.jsonObject(with: Data(document))) != nil
      #expect((reading.error == nil) == isValid, "seed \(seed): \(text)")
    }
    #expect(compared > Effort.count(150, full: 500))
  }

  @Test("survives damaged JSON Lines and JSON Feeds", arguments: [31, 32])
  func damagedFeeds(seed: UInt64) {
    var generator = JSONGenerator(seed: seed)
    for _ in 0..<Effort.count(250, full: 500) {
      let items = (0..<3).map { _ in generator.item() }
      let author = "{\"name\":\(generator.string()),\"avatar\":\(generator.string())}"
      let html = "\"content_html\":\"<p>a<ul><li>b</ul>&amp;\\n<pre> c\""
      let feed = "{\"authors\":[\(author)],\"items\":[{\(html),\"author\":\(author)},\(items[0])]}"
      for text in [items.joined(separator: "\n"), feed] {
        let bytes = generator.damaged(Array(text.utf8))
        let reading = Reading(bytes: bytes)
        #expect(reading == Reading(bytes: bytes, chunk: 3), "seed \(seed): \(text)")
        if reading.format == .jsonLines { #expect(reading.error == nil) }
      }
    }
  }
}

/// Makes items and documents of JSON, and damages them.
struct JSONGenerator {
  var random: SeededGenerator
  /// Whether strings have escapes of surrogates, in pairs.
  var hasSurrogates = true

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func one<Choices: Collection>(of choices: Choices) -> Choices.Element {
    guard let choice = choices.randomElement(using: &random) else { preconditionFailure() }
    return choice
  }

  /// White space, most often none.
  private mutating func space() -> String { one(of: ["", "", "", " ", "\t ", " \r"]) }

  /// A string in quotes: plain, escaped, of many scripts.
  mutating func string() -> String {
    let pieces = [
      "a", "word ", "é", "字", "😀", "👩‍💻", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "\\u5b57",
      hasSurrogates ? "\\ud83d\\ude00" : "", "\\u0000", "\\t", "\\b\\f\\r", "{", "]", ":", ",",
      "\u{7F}", "e\u{301}",
    ]
    let count = Int.random(in: 0...8, using: &random)
    return "\"" + (0..<count).map { _ in one(of: pieces) }.joined() + "\""
  }

  /// Any value, nested to `depth` at most.
  mutating func value(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
    case 0: return string()
    case 1: return one(of: ["0", "-1", "1.5", "2e9", "-0.0E-3", "12345678901"])
    case 2: return one(of: ["true", "false", "null"])
    case 3: return one(of: ["[]", "{}", "[ ]", "{ }"])
    case 4:
      let count = Int.random(in: 1...3, using: &random)
      return "[" + (0..<count).map { _ in value(depth: depth - 1) }.joined(separator: ",") + "]"
    default:
      let count = Int.random(in: 1...3, using: &random)
      return "{"
        + (0..<count).map { "\"k\($0)\":" + value(depth: depth - 1) }.joined(separator: ",") + "}"
    }
  }

  /// An item on one line, its known members strings or null, others among them.
  mutating func item() -> String {
    var keys = ["id", "title", "body", "author", "time", "image", "avatar", "lang", "x", "y", ""]
    keys.shuffle(using: &random)
    let members = keys.prefix(Int.random(in: 0...keys.count, using: &random)).map { key in
      let isKnown = key.count > 1
      let value = isKnown ? one(of: [string(), string(), string(), "null"]) : value(depth: 3)
      let name = one(of: [key, key, key.replacingOccurrences(of: "t", with: "\\u0074")])
      return "\(space())\"\(name)\"\(space()):\(space())\(value)\(space())"
    }
    return "{" + members.joined(separator: ",") + space() + "}"
  }

  /// `document` with some bytes changed, left out, doubled or put in.
  mutating func damaged(_ document: [UInt8]) -> [UInt8] {
    var bytes = document
    for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let structural = Array("{}[]\",:\\ 0-.eu\n".utf8)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(one(of: structural), at: place)
      case 3: bytes[place] = one(of: structural)
      default: bytes.removeSubrange(place..<min(place + 9, bytes.count))
      }
    }
    return bytes
  }
}
