/// The hash SHA-256, which no feed can make equal for two URLs.
///
/// - SeeAlso: FIPS 180-4.
package struct SHA256: Hashable, Sendable {
  /// The hash in hexadecimal digits: 64.
  package let digits: String

  /// Hashes `bytes`.
  ///
  /// - Complexity: O(bytes).
  package init(hashing bytes: [UInt8]) {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
      0x5be0_cd19,
    ]
    var message = bytes + [0x80]
    while message.count % 64 != 56 { message.append(0) }
    message += (0..<8).reversed().map { UInt8(truncatingIfNeeded: (bytes.count * 8) >> ($0 * 8)) }
    for start in stride(from: 0, to: message.count, by: 64) {
      Self.add(message[start..<start + 64], to: &state)
    }
    digits = state.map { word in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 8 - text.count) + text
    }.joined()
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var values = state
    for index in 0..<64 {
      let (a, b, c, e) = (values[0], values[1], values[2], values[4])
      let first = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let choice = e & values[5] ^ ~e & values[6]
      let sum = values[7] &+ first &+ choice &+ constants[index] &+ words[index]
      let second = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let majority = a & b ^ a & c ^ b & c
      values = [
        sum &+ second &+ majority, a, b, c, values[3] &+ sum, e, values[5], values[6],
      ]
    }
    for index in state.indices { state[index] &+= values[index] }
  }
}
