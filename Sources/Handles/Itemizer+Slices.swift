/// Itemizes paragraphs with many bidirectional controls in slices: FriBidi takes quadratic time for isolates.
extension FontEnvironment {
  /// The largest number of controls in a slice.
  private static var maximumControlCount: Int { 1 << 10 }

  /// Splits a paragraph into items and finds its breaks.
  ///
  /// `text` is the paragraph, well-formed UTF-8 without NUL and without its terminator;
  /// `attributes` are the fonts and languages of its ranges, and cover it. `items` receives
  /// the items in reading order, `flags` one more entry than the text has scalars.
  ///
  /// After 1,024 controls a new slice begins: open embeddings and isolates end there.
  ///
  /// - Complexity: O(text).
  package func itemize(
    _ text: UnsafeBufferPointer<UInt8>, attributes: [ItemizerAttributes],
    direction: BaseDirection, items: inout [TextItem], flags: inout [BreakFlags]
  ) {
    items.removeAll(keepingCapacity: true)
    flags.removeAll(keepingCapacity: true)
    let ends = Self.sliceEnds(of: text)
    guard !ends.isEmpty else {
      return itemizeSlice(
        text, attributes: attributes, direction: direction, items: &items, flags: &flags)
    }
    var ownItems: [TextItem] = []
    var ownFlags: [BreakFlags] = []
    var start = 0
    var scalar = 0
    for end in ends + [text.count] {
      ownItems.removeAll(keepingCapacity: true)
      ownFlags.removeAll(keepingCapacity: true)
      itemizeSlice(
        UnsafeBufferPointer(rebasing: text[start..<end]),
        attributes: attributes.within(start..<end), direction: direction, items: &ownItems,
        flags: &ownFlags)
      items += ownItems.map { $0.moved(byBytes: start, scalars: scalar) }
      // The next slice's first entry describes this slice's end.
      flags += ownFlags.prefix(end == text.count ? ownFlags.count : ownFlags.count - 1)
      scalar += ownFlags.count - 1
      start = end
    }
  }

  /// The ends of all slices but the last; empty for most texts.
  ///
  /// - Complexity: O(text); O(1) for short texts.
  private static func sliceEnds(of text: UnsafeBufferPointer<UInt8>) -> [Int] {
    guard text.count > 3 * maximumControlCount else { return [] }
    var ends: [Int] = []
    var count = 0
    var byte = 0
    while byte + 2 < text.count {
      guard text[byte] == 0xE2 else {
        byte += 1
        continue
      }
      // U+202A to U+202E, and U+2066 to U+2069.
      switch (text[byte + 1], text[byte + 2]) {
      case (0x80, 0xAA...0xAE), (0x81, 0xA6...0xA9):
        if count == maximumControlCount {
          ends.append(byte)
          count = 0
        }
        count += 1
      default: break
      }
      byte += 3
    }
    return ends
  }
}

extension [ItemizerAttributes] {
  /// The attributes of a part of the text, with offsets from the start of the part.
  fileprivate func within(_ range: Range<Int>) -> [ItemizerAttributes] {
    compactMap { stretch in
      let shared = stretch.bytes.clamped(to: range)
      guard !shared.isEmpty else { return nil }
      var result = stretch
      result.bytes = shared.lowerBound - range.lowerBound..<shared.upperBound - range.lowerBound
      return result
    }
  }
}

extension TextItem {
  fileprivate func moved(byBytes bytes: Int, scalars: Int) -> TextItem {
    var result = self
    result.bytes = self.bytes.lowerBound + bytes..<self.bytes.upperBound + bytes
    result.scalars = self.scalars.lowerBound + scalars..<self.scalars.upperBound + scalars
    return result
  }
}
