import Foundation
import GalleyPNG
import GalleyPrimitives
import GalleySnapshots
import TestSupport
import Testing

@Suite("Snapshots", .timeLimit(.minutes(15)))
struct SnapshotTests {
  /// A PNG of one colour, with a square of another.
  private func picture(
    _ color: UInt32 = 0xFFFFFF, width: Int = 30, height: Int = 20, square: UInt32? = nil
  ) throws -> [UInt8] {
    var pixels = [UInt32](repeating: 0xFF00_0000 | color, count: width * height)
    if let square {
      for y in 2..<5 { for x in 3..<7 { pixels[y * width + x] = 0xFF00_0000 | square } }
    }
    let encoder = WholePictureEncoder(width: width)
    pixels.withUnsafeBytes { encoder.append($0, stride: 4 * width, rows: 0..<height) }
    return try encoder.finish(scale: 1)
  }

  private struct Layout: Codable {
    var parts: [[String: Double]]
  }

  @Test("count different pixels, their largest difference, and draw them red")
  func compares() throws {
    let comparison = try PictureComparison(picture(), picture(square: 0xFFFFF0))
    #expect(!comparison.isEqual && comparison.differentPixelCount == 12)
    #expect(comparison.largestDifference == 15)
    #expect(comparison.words == "12 pixels of 600 differ, by up to 15 of 255")
    let drawn = try DecodedPNG(comparison.png())
    #expect(drawn.color(x: 3, y: 2) == 0xE01020 && drawn.color(x: 0, y: 0) == 0xFFFFFF)
    #expect(try PictureComparison(picture(), picture()).words == nil)
  }

  @Test(
    "allow what the tolerance allows",
    arguments: [
      (PictureTolerance(channel: 15), true), (PictureTolerance(channel: 14), false),
      (PictureTolerance(pixels: 0.02), true), (PictureTolerance(pixels: 0.0199), false),
    ])
  func tolerance(tolerance: PictureTolerance, isEqual: Bool) throws {
    let comparison = try PictureComparison(
      picture(), picture(square: 0xFFFFF0), tolerance: tolerance)
    #expect(comparison.isEqual == isEqual)
  }

  @Test("of other sizes differ, whatever the tolerance")
  func sizes() throws {
    let comparison = try PictureComparison(
      picture(), picture(width: 31), tolerance: PictureTolerance(channel: 255, pixels: 1))
    #expect(comparison.words == "30 × 20 and 31 × 20 pixels")
    #expect(comparison.differentPixelCount == 20)
    #expect(try DecodedPNG(comparison.png()).width == 31)
  }

  @Test("are compared beyond the limits of images in feeds")
  func tall() throws {
    let comparison = try PictureComparison(
      picture(width: 2, height: 9000), picture(0xFFFFFE, width: 2, height: 9000))
    #expect(comparison.differentPixelCount == 18_000)
  }

  @Test(
    "name the first different place of a layout",
    arguments: [
      (#"{"a":[1,{"b":2}]}"#, #"{"a":[1,{"b":3}]}"#, "layout at a[1].b: 2 and 3"),
      (#"{"a":1}"#, #"{"a":1,"b":"x"}"#, "layout at b: nothing and \"x\""),
      (#"[1,2]"#, #"[1]"#, "layout at [1]: 2 and nothing"),
      (#"{"a":1.0000000001}"#, #"{ "a": 1 }"#, nil), (#"{"b":1,"a":2}"#, #"{"a":2,"b":1}"#, nil),
      ("not JSON", "{}", "layout: 8 bytes and 2 bytes"),
    ])
  func layouts(first: String, second: String, words: String?) {
    #expect(LayoutDifference(Data(first.utf8), Data(second.utf8))?.description == words)
  }

  @Test("are recorded where a golden file is missing, and pass afterwards")
  func missing() throws {
    let folder = try TestFolder()
    let snapshots = Snapshots(folder: folder.path, recording: .missing)
    let error = #expect(throws: SnapshotFailure.self) {
      try snapshots.check(picture(), named: "a card/1")
    }
    guard case .recorded(let path, _) = try #require(error) else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path.hasSuffix("/a-card-1.png"))
    try snapshots.check(picture(), named: "a card/1")
    #expect(throws: SnapshotFailure.self) {
      try Snapshots(folder: folder.path, recording: .never).check(picture(), named: "b")
    }
    #expect(try folder.names() == ["a-card-1.png"])
  }

  @Test("that differ are on a page, until they are equal again", arguments: [false, true])
  func failures(isRecorded: Bool) throws {
    let folder = try TestFolder()
    let missing = Snapshots(folder: folder.path, recording: .missing)
    _ = try? missing.check(picture(), named: "one")
    let error = #expect(throws: SnapshotFailure.self) {
      try missing.check(picture(square: 0), named: "one")
    }
    #expect("\(try #require(error))".contains("12 pixels of 600 differ"))
    let page = folder.path("failures/index.html")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("one.expected.png") && html.contains("12 pixels"))
    #expect(try folder.bytes("failures/one.actual.png") == picture(square: 0))
    if isRecorded {
      let failed = Snapshots(folder: folder.path, recording: .failed)
      #expect(throws: SnapshotFailure.self) { try failed.check(picture(square: 0), named: "one") }
      try failed.check(picture(square: 0), named: "one")
    } else {
      try missing.check(picture(), named: "one")
    }
    #expect(!FileManager.default.fileExists(atPath: page))
  }

  @Test("compare the layout before the pixels")
  func layoutFirst() throws {
    let folder = try TestFolder()
    let snapshots = Snapshots(folder: folder.path, recording: .missing)
    _ = try? snapshots.check(picture(), layout: Layout(parts: [["height": 20]]), named: "cell")
    try snapshots.check(picture(), layout: Layout(parts: [["height": 20]]), named: "cell")
    let error = #expect(throws: SnapshotFailure.self) {
      try snapshots.check(
        picture(square: 0), layout: Layout(parts: [["height": 21]]), named: "cell")
    }
    #expect("\(try #require(error))".contains("layout at parts[0].height: 20 and 21"))
  }
}
