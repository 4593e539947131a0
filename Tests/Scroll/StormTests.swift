import Foundation
import Galley
import GalleyFeedItems
import GalleyPrimitives
import GalleyRandomness
import GalleyWorkers
import TestSupport
import Testing

@testable import GalleyCellRendering
@testable import GalleyLive
@testable import GalleyPictures

@Suite("Scroll storm", .timeLimit(.minutes(15)))
@MainActor
struct StormTests {
  /// A table, and what it should be.
  @MainActor
  private struct Storm {
    var view: FeedView
    /// The rows as they should be.
    var model: [SurveyedRow]
    let contents: [SurveyedRow]
    var generator: SeededGenerator
    var speed = 0

    mutating func edit() throws {
      let row = Int.random(in: 0..<model.count, using: &generator)
      let other = Int.random(in: 0..<model.count, using: &generator)
      let content = contents[Int.random(in: contents.indices, using: &generator)]
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        view.take([content, contents[0]], at: row)
        model.insert(contentsOf: [content, contents[0]], at: row)
      case 1 where model.count > 100:
        let rows = row..<min(row + 2, model.count)
        try view.remove(rows)
        model.removeSubrange(rows)
      case 2:
        try view.move(row, to: other)
        model.insert(model.remove(at: row), at: other)
      default:
        // Mostly where it is seen.
        let seen = view.visibleRows.randomElement(using: &generator) ?? row
        try view.replace(seen, with: content)
        model[seen] = content
      }
    }

    mutating func scroll() {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: speed = -speed
      case 1: speed = 0
      // All rows pass by, as in a second.
      case 2: speed = Int(view.contentHeight) / 60
      case 3: view.offset = Double.random(in: 0...view.contentHeight, using: &generator)
      default: speed = Int.random(in: -3000...3000, using: &generator)
      }
      view.offset += Double(speed)
    }
  }

  @Test(
    "leaves a bounded queue, no picture of another row, and the frame of a fresh table",
    arguments: Effort.isFull ? [1, 2, 3] : [1], [false, true])
  func storm(seed: UInt64, isComposited: Bool) async throws {
    let (rowCount, stepCount) =
      Effort.isFull ? (1_000_000, 10_000) : (20_000, isComposited ? 200 : 700)
    let options = try viewOptions {
      $0.policy = isComposited ? .placeholder : .keep
      // Frames of which pixels are composited, and which change by themselves.
      $0.crossFade = isComposited ? .milliseconds(50) : .zero
      if isComposited { $0.rendering.template.theme.cornerRounding = .masked }
    }
    let surveyor = ScrollWorker(try CellShop(options.rendering), countsBytes: false)
    let contents = try items(0..<300).map { try surveyor.survey(RowCell($0)) }
    var storm = Storm(
      view: try await FeedView(options),
      model: (0..<rowCount).map { contents[$0 % contents.count] },
      contents: contents, generator: SeededGenerator(seed: seed))
    storm.view.take(storm.model, at: 0)
    for step in 0..<stepCount {
      storm.scroll()
      if step % 3 == 0 { try storm.edit() }
      let frame = try storm.view.makeFrame()
      for segment in frame?.plan.segments ?? [] where segment.isCurrent {
        guard let row = segment.row, let key = segment.key else { continue }
        // Contents are told apart by their keys here: none collides.
        try #require(key == storm.model[row].key, "seed \(seed), step \(step), row \(row)")
      }
      let statistics = storm.view.statistics
      try #require(statistics.waitingCount <= PictureQueue.limit)
      try #require(statistics.pictureByteCount <= options.pictureByteLimit)
      // Workers get their turn.
      if step % 10 == 0 { await Task.yield() }
    }
    var plain = options
    plain.rendering.mode = .sync
    let fresh = try await FeedView(plain)
    fresh.take(storm.model, at: 0)
    fresh.offset = storm.view.offset
    let frame = try await storm.view.settle()
    #expect(try frame.png().bytes == fresh.makeFrame()?.png().bytes, "seed \(seed)")
    let requests = storm.view.statistics.requests
    #expect(requests.openCount == 0)
    #expect(requests.startedCount == requests.finishedCount + requests.supersededCount)
    #expect(requests.supersededCount(at: .beforeStart) > 0)
    storm.view.reduceMemory(isVisible: false)
    _ = try await storm.view.settle()
    #expect(storm.view.statistics.pictureByteCount == 0)
  }

  @Test(
    "keeps memory flat and descriptors constant over 10,000 frames", .enabled(if: Effort.isFull))
  func manyFrames() async throws {
    let view = try await FeedView(viewOptions())
    try await view.appendLaidOut(sample("everyday.jsonl"))
    func residentBytes() throws -> Int {
      let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
        separator: " ")
      return try #require(Int(words[1])) * 4096
    }
    func descriptorCount() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    var (bytes, descriptors) = (0, 0)
    let folder = try TestFolder()
    let height = view.contentHeight - 240
    for number in 0..<10_000 {
      view.offset = abs((Double(number) * 37).truncatingRemainder(dividingBy: 2 * height) - height)
      if let frame = try view.makeFrame() {
        try frame.png().write(to: folder.path("frame.png"))
      }
      await Task.yield()
      if number == 2000 { (bytes, descriptors) = (try residentBytes(), try descriptorCount()) }
    }
    #expect(try descriptorCount() == descriptors)
    #expect(try residentBytes() < bytes + 16 << 20)
    #expect(try folder.names() == ["frame.png"])
  }
}
