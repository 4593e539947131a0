/// Reads numbers bit by bit, the highest bit first; zeros behind the end.
struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var position = 0

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Whether more was read than there is.
  var isBeyondEnd: Bool { position > 8 * bytes.count }

  mutating func skip(_ count: Int) { position += count }

  mutating func flag() -> Bool { number(1) != 0 }

  /// The number of the next bits, 32 at most.
  mutating func number(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      let index = bytes.startIndex + position >> 3
      let bit = index < bytes.endIndex ? bytes[index] >> (7 - position & 7) & 1 : 0
      value = value << 1 | Int(bit)
      position += 1
    }
    return value
  }

  /// A number of Exp-Golomb coding, 2³³ − 2 at most; a valid one is 2³² − 2 at most.
  ///
  /// - SeeAlso: ITU-T H.265, 9.2.
  mutating func golomb() -> Int {
    var zeros = 0
    while zeros < 32, !isBeyondEnd, !flag() { zeros += 1 }
    return 1 << zeros - 1 + number(zeros)
  }
}
