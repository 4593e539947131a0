import Testing

@testable import GalleyHandles

@Suite("Lengths of fonts", .timeLimit(.minutes(15)))
struct FontLengthTests {
  private static let limit: Int32 = 1 << 26
  private static let lengths: [Int32] = [
    0, 1, -1, limit - 1, limit, limit + 1, -limit, -limit - 1, .max, .min, 1 << 27, -(1 << 27),
  ]

  @Test("that are taken as they are have no bound to exceed")
  func short() {
    for (place, length) in Self.lengths.flatMap({ length in (0..<4).map { ($0, length) } }) {
      for other in Self.lengths {
        var four = [other, 0, -5, 1000]
        four[place] = length
        let areShort = FontLength.areShort(four[0], four[1], four[2], four[3])
        #expect(areShort == four.allSatisfy { (-Self.limit..<Self.limit).contains($0) }, "\(four)")
        if areShort { #expect(four.allSatisfy { FontLength.bounded($0) == $0 }) }
      }
    }
    #expect(FontLength.bounded(Int32.max) == Self.limit)
    #expect(FontLength.bounded(Int32.min) == -Self.limit)
  }
}
