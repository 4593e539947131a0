import Foundation
import Galley
import TestSupport
import Testing

@Suite("HeightFile", .timeLimit(.minutes(15)))
struct HeightFileTests {
  @Test("saves measured heights, and keeps a file that has changed since")
  func saves() async throws {
    let folder = try TestFolder()
    let path = folder.path("heights")
    let measurer = try FeedMeasurer()
    let feed = FeedInput.bytes(Array(#"[{"title":"a"},{"title":"b"},{"title":"a"}]"#.utf8))
    let first = try HeightFile(path: path)
    let cold = try await measurer.measureHeights(feed, keptIn: first)
    #expect(cold.storedHeightCount == 0 && first.addedCount == 2)
    try first.save()
    let second = try HeightFile(path: path)
    #expect(second.storedCount == 2 && second.damage == nil)
    let warm = try await measurer.measureHeights(feed, keptIn: second)
    #expect(warm.storedHeightCount == 3 && warm.height == cold.height)
    let other = FeedInput.bytes(Array(#"[{"title":"c"}]"#.utf8))
    try await measurer.measureHeights(other, keptIn: second)
    let text = Data("somebody's notes".utf8)
    try text.write(to: URL(fileURLWithPath: path))
    #expect(throws: HeightFileError.self) { try second.save() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == text)
  }
}
