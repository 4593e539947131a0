import Foundation
import Galley
import TestSupport
import Testing

/// A cell of a client: a title.
private struct NoteCell: Cell {
  var item: FeedItem

  var body: some Element {
    Row {
      Text(item.title ?? "—")
    }
    .padding(12)
  }
}

private struct Unlucky: Error, CustomStringConvertible {
  var description: String { "it is unlucky" }
}

@Suite("FeedCell", .timeLimit(.minutes(15)))
struct FeedCellTests {
  private static let feed = FeedInput.bytes(
    Array((0..<60).map { #"{"title":"Row \#($0)","likes":\#($0)}"# + "\n" }.joined().utf8))

  private static func options(_ mode: RenderMode, workers: Int = 1) -> RenderOptions {
    var options = RenderOptions(mode: mode, workerCount: workers)
    options.cell = FeedCell("note") { item in
      if item.index == 13 { throw Unlucky() }
      return NoteCell(item: item)
    }
    return options
  }

  @Test("a client's cell draws the rows of a feed, equally in both modes; its error is a row's")
  func draws() async throws {
    let folder = try TestFolder()
    var pictures: [[UInt8]] = []
    for (mode, workers) in [(RenderMode.sync, 1), (.async, 1), (.async, 3), (.async, 8)] {
      let renderer = try FeedRenderer(Self.options(mode, workers: workers))
      var failures: [RowFailure] = []
      let summary = try await renderer.render(Self.feed, to: .tall(path: folder.path("x.png"))) {
        if case .failure(let failure) = $0 { failures.append(failure) }
      }
      #expect(summary.rowCount == 59 && failures.map(\.index) == [13])
      #expect(failures.first?.message.contains("it is unlucky") == true, "\(failures)")
      pictures.append(try folder.bytes("x.png"))
    }
    #expect(pictures.allSatisfy { $0 == pictures[0] })
    // Each cell has the height of a line and of two paddings, as no card has.
    try await FeedMeasurer(Self.options(.sync)).measure(Self.feed) { element in
      if case .row(let row) = element { #expect(30..<60 ~= row.height) }
    }
  }

  @Test("members of an element are kept up to the limit, and not without one")
  func keepsMembers() throws {
    for (limit, hasMembers) in [(0, false), (20, false), (1 << 20, true)] {
      var limits = FeedLimits()
      limits.keptMemberBytes = limit
      let reader = FeedReader(
        bytes: Array(#"{"title":"Some title","likes":7}"#.utf8), format: nil, limits: limits)
      guard case .item(let item)? = try reader.next() else {
        Issue.record("no item")
        continue
      }
      #expect((item.members != nil) == hasMembers)
      let text = try Template(
        yaml: "body:\n  text: '{title} {likes}'\n", theme: .light
      ).cell(TemplateValue(item))
      guard case .text(let words) = text.content else {
        Issue.record("no text")
        continue
      }
      #expect(words.text.string == (hasMembers ? "Some title 7" : "Some title "))
    }
  }
}
