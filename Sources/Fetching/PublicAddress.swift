internal import CCurl

/// Tells addresses of the public Internet from those of this machine, its networks and special uses.
///
/// - SeeAlso: The IANA registries of special-purpose addresses, RFC 6890.
package enum PublicAddress {
  /// Whether an address of 4 or 16 bytes is public: one that a stranger's feed may name.
  package static func isPublic(_ bytes: [UInt8]) -> Bool {
    switch bytes.count {
    case 4: isPublicIPv4(bytes)
    case 16: isPublicIPv6(bytes)
    default: false
    }
  }

  /// The bytes of an address such as `10.0.0.5` or `fd00::5`; `nil` for other text.
  package static func bytes(of text: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, text, &bytes) == 1 { return bytes }
    }
    return nil
  }

  /// The networks that are not public: the first bytes, and the number of their bits.
  private static let specialIPv4: [(prefix: [UInt8], bitCount: Int)] = [
    // This host, private networks, carriers' networks, loopback, link-local.
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
    // Protocols, documentation, relays of 6to4, private networks, benchmarks, documentation.
    ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15),
    ([198, 51, 100], 24), ([203, 0, 113], 24),
    // Multicast, reserved and broadcast.
    ([224], 4), ([240], 4),
  ]

  private static func isPublicIPv4(_ bytes: [UInt8]) -> Bool {
    !specialIPv4.contains { begins(bytes, with: $0.prefix, bitCount: $0.bitCount) }
  }

  private static func isPublicIPv6(_ bytes: [UInt8]) -> Bool {
    // An IPv4 address within: mapped, translated by NAT64, or of 6to4.
    if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
      return isPublicIPv4(Array(bytes[12...]))
    }
    if bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
      return isPublicIPv4(Array(bytes[12...]))
    }
    if bytes.starts(with: [0x20, 0x02]) { return isPublicIPv4(Array(bytes[2..<6])) }
    // Only 2000::/3 is given out, apart from protocols (Teredo among them) and documentation.
    let isGivenOut = begins(bytes, with: [0x20], bitCount: 3)
    let isSpecial =
      begins(bytes, with: [0x20, 0x01, 0], bitCount: 23)
      || begins(bytes, with: [0x20, 0x01, 0x0D, 0xB8], bitCount: 32)
      || begins(bytes, with: [0x3F, 0xFF, 0], bitCount: 20)
    return isGivenOut && !isSpecial
  }

  private static func begins(_ bytes: [UInt8], with prefix: [UInt8], bitCount: Int) -> Bool {
    for bit in 0..<bitCount {
      let mask: UInt8 = 0x80 >> UInt8(bit % 8)
      let expected = bit / 8 < prefix.count ? prefix[bit / 8] : 0
      if bytes[bit / 8] & mask != expected & mask { return false }
    }
    return true
  }
}
