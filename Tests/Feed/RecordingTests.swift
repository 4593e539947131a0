import Foundation
import GalleyFeedItems
import GalleyFeed
import GalleyFeedWriting
import GalleyPrimitives
import GalleyRandomness
import TestSupport
import Testing

extension Recording: CustomTestStringConvertible {
  package var testDescription: String { name }
}

extension FeedItem {
  /// The value of a key of a recording.
  fileprivate func value(_ key: String) -> Recording.Value {
    switch key {
    case "tags": .list(tags)
    case "pictures": .list(pictures.map(\.url))
    case "attachments": .list(attachments.map(\.url))
    case "html": .flag(bodyHTML != nil)
    case "unread": .flag(isTimeUnread)
    case "alt": .text(imageDescription)
    case "shown": .text(describingAttachments.body)
    case "feedLanguage": .text(feedLanguage)
    case "language": .text(language)
    default: .text(FeedField(rawValue: key).flatMap { self[$0] })
    }
  }
}

@Suite("Recordings of feeds", .timeLimit(.minutes(60)))
struct RecordingTests {
  @Test("have each of their items, in pieces of any size", arguments: Recording.all)
  func items(recording: Recording) {
    for chunk in [1 << 16, 1, 7] {
      let reading = Reading(bytes: recording.bytes, chunk: chunk)
      var elements = reading.elements[...]
      for (number, expected) in recording.expected.enumerated() {
        switch (expected, elements.popFirst()) {
        case (.item(let values), .item(let item)?):
          for (key, value) in values {
            #expect(item.value(key) == value, "item \(number), \(key), chunk \(chunk)")
          }
        case (.bad, .bad?): break
        case (.end, nil): #expect(reading.error != nil, "chunk \(chunk)")
        case (_, let found):
          Issue.record("\(number), chunk \(chunk): \(String(describing: found)), \(reading)")
        }
      }
      #expect(elements.isEmpty, "chunk \(chunk)")
      if case .end? = recording.expected.last { continue }
      #expect(reading.error == nil, "chunk \(chunk)")
    }
  }

  @Test("are thirty and more of each of the large formats, with different names")
  func counts() {
    let names = Recording.all.map(\.name)
    #expect(Set(names).count == names.count)
    let formats = Dictionary(grouping: names) { $0.prefix { $0 != ":" } }
    #expect(formats.count == 8 && formats.values.allSatisfy { $0.count >= 30 })
  }

  @Test("are read within the limits after damage, the same in pieces, and are as many when written")
  func mutations() throws {
    var generator = SeededGenerator(seed: 2024)
    var limits = FeedLimits(maximumDepth: 16, maximumTextBytes: 200, maximumElementBytes: 2000)
    limits.keptMemberBytes = 2000
    let recordings = Recording.all
    for number in 0..<Effort.count(600, full: 100_000) {
      let recording = recordings[number % recordings.count]
      var bytes = recording.bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(place..<min(place + 3, bytes.count))
        case 2:
          let sign = "<>&\"'{}[],:;-\n\0\\".utf8.randomElement(using: &generator) ?? 0
          bytes.insert(sign, at: place)
        case 3:
          // A part of another recording.
          let other = recordings.randomElement(using: &generator)?.bytes ?? []
          let start = Int.random(in: 0...other.count, using: &generator)
          bytes.insert(contentsOf: other[start...].prefix(20), at: place)
        default: bytes.removeLast(min(place, 20))
        }
      }
      let reading = Reading(bytes: bytes, limits: limits)
      let chunk = Int.random(in: 1...9, using: &generator)
      let pieces = Reading(bytes: bytes, limits: limits, chunk: chunk)
      guard reading == pieces, reading.items.allSatisfy({ isWithinLimits($0) }) else {
        let fault = reading == pieces ? "an item is out of the limits" : "pieces differ"
        let text = String(decoding: bytes, as: UTF8.self).debugDescription
        Issue.record(
          "\(recording.name), mutation \(number), chunk \(chunk), \(fault): \(text)")
        return
      }
      for format in [FeedFormat.rss, .atom] {
        var writer = try #require(FeedWriter(format: format))
        let text = writer.head + reading.items.map { writer.text(of: $0) }.joined() + writer.tail
        let back = Reading(text, as: format)
        guard back.items.count == reading.items.count, back.error == nil else {
          Issue.record("\(recording.name), mutation \(number), \(format): \(text.debugDescription)")
          return
        }
      }
    }
  }

  private func isWithinLimits(_ item: FeedItem) -> Bool {
    FeedField.allCases.allSatisfy { (item[$0]?.utf8.count ?? 0) <= 200 }
      && item.attachments.count <= FeedAttachment.countLimit
      && item.tags.count <= FeedAttachment.countLimit
      && Set(item.tags).count == item.tags.count
      && Set(item.attachments.map(\.url)).count == item.attachments.count
      && !item.attachments.contains { $0.url == item.image || $0.url.isEmpty }
      && (item.image != nil || !item.attachments.contains(where: \.isPicture))
      && !item.pictures.contains { $0.description?.isEmpty == true }
  }
}
