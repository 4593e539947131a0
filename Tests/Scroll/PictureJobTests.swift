import Galley
import GalleyHandles
import GalleyPrimitives
import GalleyRaster
import GalleyShapes
import Testing

@testable import GalleyCellRendering
@testable import GalleyPictures

@MainActor @Suite("PictureJob", .timeLimit(.minutes(15)))
struct PictureJobTests {
  @Test("draws no more of a picture that is superseded on the way, and all of the next one")
  func cancelled() throws {
    let worker = ScrollWorker(try CellShop(viewOptions().rendering), countsBytes: false)
    let row = try worker.row(of: RowCell(items(0..<1)[0])).get()
    let rows = 0..<row.layout.pixelSize.height
    func pixels(isCancelled: (() -> Bool)? = nil) throws -> [UInt32] {
      let picture = try worker.pixels(of: row, rows: rows, isCancelled: isCancelled).get().pixels
      var pixels: [UInt32] = []
      picture.append(rows, to: &pixels)
      return pixels
    }
    let expected = try pixels()
    var askedCount = 0
    #expect(throws: RowFailure.self) {
      try pixels {
        askedCount += 1
        return askedCount == 2
      }
    }
    #expect(askedCount == 2)
    #expect(try pixels() == expected)
  }
}
