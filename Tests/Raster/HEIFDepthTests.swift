import GalleyPrimitives
import Testing

@testable import GalleyImages

@Suite("The depth of HEIF files", .timeLimit(.minutes(15)))
struct HEIFDepthTests {
  /// A picture, and others before it, each of which is derived from the next one.
  private func chain(itemCount: Int) throws -> HEIFSample {
    let derived = (1..<itemCount).map { id in
      HEIFSample.Item(id: id, type: "iden", properties: [HEIFSample.extent(64, 64)])
    }
    let picture = try HEIFSample.Item.hevc(itemCount)
    return HEIFSample(
      items: derived + [picture],
      references: (1..<itemCount).map { ("dimg", $0, [$0 + 1]) })
  }

  private let tooDeep = ImageError.Cause.damaged("its pictures are nested too deep")

  @Test("is at most 8 items that are derived from each other in turn")
  func exact() throws {
    for count in [1, 2, 8] {
      let bytes = try chain(itemCount: count).bytes
      #expect(try HEIFWork(of: HEIFItems(bytes)).largest == PixelSize(width: 64, height: 64))
      let header = try ImageReader.header(of: ImageFile(name: "x", bytes: bytes))
      #expect(header.size == PixelSize(width: 64, height: 64))
    }
    let bytes = try chain(itemCount: 9).bytes
    #expect(throws: tooDeep) { try HEIFWork(of: HEIFItems(bytes)) }
    #expect(throws: ImageError(name: "x", cause: tooDeep)) {
      try ImageReader.header(of: ImageFile(name: "x", bytes: bytes))
    }
  }

  @Test("counts items that were reached before on a shorter way")
  func shared() throws {
    // A grid needs each item of a chain, the last one first.
    for (count, isDeep) in [(7, false), (8, true), (30, true)] {
      var sample = try chain(itemCount: count)
      for index in sample.items.indices { sample.items[index].id += 1 }
      for index in sample.references.indices {
        sample.references[index].source += 1
        sample.references[index].targets = sample.references[index].targets.map { $0 + 1 }
      }
      sample.items.insert(.grid(rows: 1, columns: count, 64 * count, 64), at: 0)
      sample.references.append(("dimg", 1, (2...count + 1).reversed()))
      if isDeep {
        #expect(throws: tooDeep, "\(count)") { try HEIFWork(of: HEIFItems(sample.bytes)) }
      } else {
        #expect(throws: Never.self) { try HEIFWork(of: HEIFItems(sample.bytes)) }
      }
    }
  }
}
