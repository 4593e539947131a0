import Foundation
import GalleyBoxes
import GalleyCompression
import GalleyPrimitives
import TestSupport
import Testing

@Suite("Boxes and other engines", .timeLimit(.minutes(15)))
struct BoxOracleTests {
  /// The share of trees that may differ in a long run: the classes in the decision on boxes.
  private static let knownShare = 0.01

  @Test("600 random trees have Chromium's rectangles within half a pixel")
  func agreesWithChromium() throws {
    let cases = try Data(contentsOf: Repository.url("Tests/Boxes/Cases/chromium.jsonl"))
    let (count, differing) = try differences(cases)
    #expect(count >= 600)
    #expect(differing == [])
  }

  @Test("10,000 random trees have the rectangles of Taffy and Chromium within half a pixel")
  func agreesWithTaffy() throws {
    let cases = try Data(contentsOf: Repository.url("Tests/Boxes/Cases/taffy.jsonl.gz"))
    let (count, differing) = try differences(try decompressed(cases))
    #expect(count >= 10_000)
    // A column of two lines in a row that shrinks, 0.005 pixels beyond the tolerance: the decision on boxes.
    #expect(differing == [2871])
  }

  @Test(
    "trees that record.py has written differ as rarely as the decision says",
    .enabled(if: ProcessInfo.processInfo.environment["GALLEY_BOX_CASES"] != nil))
  func agreesInALongRun() throws {
    let path = try #require(ProcessInfo.processInfo.environment["GALLEY_BOX_CASES"])
    let (count, differing) = try differences(try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(Double(differing.count) <= Self.knownShare * Double(count), "\(differing)")
  }

  /// Returns the number of cases, and those with a difference above half a pixel.
  private func differences(_ cases: Data) throws -> (count: Int, differing: [Int]) {
    var differing: [Int] = []
    let lines = cases.split(separator: UInt8(ascii: "\n"))
    for (index, line) in lines.enumerated() {
      let worst = try RecordedCase(String(decoding: line, as: UTF8.self)).worstDifference()
      if worst.length > 0.5 { differing.append(index) }
    }
    return (lines.count, differing)
  }

  /// Decompresses a whole file.
  private func decompressed(_ file: Data) throws -> Data {
    let decompressor = GzipDecompressor()
    var result = Data()
    var read = 0
    let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 8)
    defer { space.deallocate() }
    while read < file.count {
      let step = try file.withUnsafeBytes {
        try decompressor.decompress(UnsafeRawBufferPointer(rebasing: $0[read...]), into: space)
      }
      guard step != (0, 0) else { break }
      read += step.read
      result.append(contentsOf: space[..<step.written])
    }
    #expect(decompressor.mayEnd)
    return result
  }
}
