/// The number of bytes of a UTF-8 sequence, by its first byte.
@inlinable
package func utf8Width(_ lead: UInt8) -> Int {
  lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
}

/// The number of scalars in well-formed UTF-8.
package func scalarCount(_ text: UnsafeBufferPointer<UInt8>) -> Int {
  var count = 0
  for byte in text where byte & 0xC0 != 0x80 { count += 1 }
  return count
}

extension UnsafeBufferPointer<UInt8> {
  /// The scalar that starts at `offset` of well-formed UTF-8.
  ///
  /// Inlinable: itemizing and shaping call it for each character.
  @inlinable package func scalar(at offset: Int) -> UInt32 {
    let lead = UInt32(self[offset])
    let width = utf8Width(self[offset])
    guard width > 1, offset + width <= count else { return lead }
    func next(_ index: Int) -> UInt32 { UInt32(self[offset + index] & 0x3F) }
    switch width {
    case 2: return (lead & 0x1F) << 6 | next(1)
    case 3: return (lead & 0xF) << 12 | next(1) << 6 | next(2)
    default: return (lead & 0x7) << 18 | next(1) << 12 | next(2) << 6 | next(3)
    }
  }
}
