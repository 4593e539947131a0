import Foundation
import Galley
import GalleyCells
import GalleyFeedItems
import GalleyHandles
import GalleyImages
import TestSupport
import Testing

@testable import GalleyCellRendering
@testable import GalleyMeasuring

@Suite("Warnings of a row", .timeLimit(.minutes(15)))
struct RowWarningTests {
  /// The rows of a feed with their warnings.
  private func measure(
    _ feed: String, limits: FeedLimits = FeedLimits(), assets: String? = nil
  ) async throws -> (rows: [RowMeasurement], failures: [RowFailure]) {
    var options = RenderOptions(limits: limits)
    options.assets = assets
    options.mode = .sync
    var (rows, failures): ([RowMeasurement], [RowFailure]) = ([], [])
    try await FeedMeasurer(options).measure(.bytes(Array(feed.utf8))) { element in
      switch element {
      case .row(let row): rows.append(row)
      case .failure(let failure): failures.append(failure)
      }
    }
    return (rows, failures)
  }

  @Test("name a date that is not understood")
  func unreadDate() async throws {
    let feed = "<rss><item><title>a</title><pubDate>soon</pubDate></item></rss>"
    #expect(
      try await measure(feed).rows.first?.warnings == [
        RowWarning(
          kind: .date, message: "time soon is no date of RFC 822 or RFC 3339", field: .time)
      ])
  }

  @Test("name the field and the limit where text was cut")
  func cutText() async throws {
    let rows = try await measure(
      #"{"title":"123456789","author":"abcdef","body":"short"}"#,
      limits: FeedLimits(maximumTextBytes: 5)
    ).rows
    #expect(
      rows.first?.warnings == [
        RowWarning(
          kind: .cutText, message: "title is cut at the limit of 5 bytes", field: .title, limit: 5),
        RowWarning(
          kind: .cutText, message: "author is cut at the limit of 5 bytes", field: .author, limit: 5
        ),
      ])
  }

  @Test("name the field and the limit where marks were dropped")
  func droppedMarks() async throws {
    let marks = String(repeating: "\u{301}", count: 40)
    let rows = try await measure("{\"title\":\"a\(marks)\\u0000\",\"author\":\"e\(marks)\"}").rows
    let warnings = rows.first?.warnings.filter { $0.kind == .repaired } ?? []
    #expect(warnings.map(\.field) == [.title, .author, nil])
    #expect(warnings.map(\.limit) == [32, 32, nil])
    #expect(
      warnings.first?.message
        == "title: dropped 8 marks beyond the limit of \(FeedLimits.marksCeiling) on one character")
  }

  @Test("name the field and the limit where an image is refused")
  func images() async throws {
    let folder = try TestFolder()
    try Data(count: ImageLimits.ceiling.maximumBytes + 1).write(
      to: folder.url.appendingPathComponent("big.png"))
    let rows = try await measure(
      #"{"title":"x","image":"big.png","avatar":"big.png"}"#, assets: folder.path("")
    ).rows
    #expect(
      rows.first?.warnings == [
        RowWarning(
          kind: .image,
          message: "avatar “big.png”: the file has more than 67108864 bytes; write it smaller",
          field: .avatar, limit: 67_108_864),
        RowWarning(
          kind: .image,
          message: "image “big.png”: the file has more than 67108864 bytes; write it smaller",
          field: .image, limit: 67_108_864),
      ])
    #expect(rows.first?.warnings.count == 2)
  }

  @Test("name the fields of an item of which none is shown")
  func nothingToShow() async throws {
    let rows = try await measure(
      #"{"feed":[{"entry":{"text":"x"},"reply":null},{},{"title":"x"}]}"#
    ).rows
    #expect(rows.count == 3)
    #expect(
      rows.map { $0.warnings.map(\.message) } == [
        ["nothing to show among the item's fields: entry, reply"],
        ["nothing to show: the item has no fields"], [],
      ])
    #expect(rows.first?.warnings.first?.kind == .nothingToShow)
  }

  @Test("say that a text is cut because it could not be laid out", arguments: ["a", "\0"])
  func longest(character: String) throws {
    let limit = FeedLimits.textBytesCeiling
    let source = CellSource(assets: AssetFolder(), times: TimeWords(Theme.TimeFormat(), now: nil))
    // As the reader hands on a text that goes beyond the limit; and one that grows in repairs.
    let long = String(repeating: character, count: character == "a" ? limit : limit / 3 + 1)
    let cuts = character == "a" ? [FeedCut(field: .body, limit: .textBytes(limit))] : []
    let sourced = try source.content(of: FeedItem(body: long, cuts: cuts))
    let (content, warnings) = (sourced.content, sourced.warnings)
    guard case .card(let card) = content else {
      Issue.record("not a card")
      return
    }
    let body = card.body ?? ""
    #expect(body.hasSuffix("…"))
    let repairedCount = body.utf8.count + 2 * body.utf8.count { $0 == 0 }
    #expect(repairedCount <= limit && repairedCount > limit - 6)
    #expect(warnings.map(\.kind) == [.cutText])
    #expect(warnings.map(\.limit) == [limit])
    // One that fits stays as it is.
    let whole = String(repeating: character, count: character == "a" ? limit : limit / 3)
    #expect(try source.content(of: FeedItem(body: whole)).content == CellContent(body: whole))
  }
}
