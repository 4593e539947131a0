import GalleyCompositing
import GalleyPrimitives
import Testing

@Suite("FrameSegment", .timeLimit(.minutes(15)))
struct FrameSegmentTests {
  @Test("has as many rows of its picture as it covers, from the first one on")
  func pictureRows() {
    let key = ContentKey(high: 1, low: 2)
    let segment = FrameSegment(
      source: .picture(key, firstRow: 7), row: 0, band: 10..<15, isWhole: false, isCurrent: true)
    #expect(segment.pictureRows == 7..<12)
    let page = FrameSegment(
      source: .background, row: nil, band: 0..<5, isWhole: true, isCurrent: true)
    #expect(page.pictureRows == nil)
  }
}
