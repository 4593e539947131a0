/// Itemizes paragraphs with many bidirectional controls in slices: FriBidi takes quadratic time for isolates,
/// and goes on to the paragraph's end from each one that is not closed.
extension FontEnvironment {
  /// The largest number of controls in a slice.
  private static var maximumControlCount: Int { 1 << 10 }
  /// The largest number of bytes that open isolates of a slice are searched over, each by itself.
  private static var maximumSearch: Int { 1 << 22 }

  /// Splits a paragraph into items and finds its breaks.
  ///
  /// `text` is the paragraph, well-formed UTF-8 without NUL and without its terminator;
  /// `attributes` are the fonts and languages of its ranges, and cover it. `items` receives
  /// the items in reading order, `flags` one more entry than the text has scalars.
  ///
  /// After 1,024 controls a new slice begins, or sooner where isolates stay open for long: open embeddings
  /// and isolates end there.
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
    var attribute = 0
    for end in ends + [text.count] {
      ownItems.removeAll(keepingCapacity: true)
      ownFlags.removeAll(keepingCapacity: true)
      while attribute + 1 < attributes.count, attributes[attribute].bytes.upperBound <= start {
        attribute += 1
      }
      itemizeSlice(
        UnsafeBufferPointer(rebasing: text[start..<end]),
        attributes: attributes[attribute...].within(start..<end), direction: direction,
        items: &ownItems, flags: &ownFlags)
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
    var slices = SliceEnds()
    var byte = 0
    while byte + 2 < text.count {
      guard text[byte] == 0xE2 else {
        byte += 1
        continue
      }
      // U+202A to U+202E, and U+2066 to U+2069.
      switch (text[byte + 1], text[byte + 2]) {
      case (0x80, 0xAA...0xAE): slices.pass(byte, in: text, opening: 0)
      case (0x81, 0xA6...0xA8): slices.pass(byte, in: text, opening: 1)
      case (0x81, 0xA9): slices.pass(byte, in: text, opening: -1)
      default: break
      }
      byte += 3
    }
    slices.passOpenIsolates(to: text.count, in: text)
    return slices.ends
  }

  /// Decides where slices end, control by control.
  private struct SliceEnds {
    private(set) var ends: [Int] = []
    /// The controls of the slice, and its open isolates.
    private var (controlCount, depth) = (0, 0)
    /// The bytes that FriBidi searches for the ends of the isolates.
    private var searched = 0
    /// The last control.
    private var last = 0

    /// Takes in a control that opens or closes an isolate, or none.
    mutating func pass(_ control: Int, in text: UnsafeBufferPointer<UInt8>, opening: Int) {
      passOpenIsolates(to: control, in: text)
      if controlCount == FontEnvironment.maximumControlCount { cut(at: control) }
      controlCount += 1
      depth = max(0, depth + opening)
      last = control
    }

    /// Ends the slice before `place` if its open isolates reach too far.
    mutating func passOpenIsolates(to place: Int, in text: UnsafeBufferPointer<UInt8>) {
      guard depth > 0 else { return }
      let reach = (FontEnvironment.maximumSearch - searched) / depth
      guard place - last > reach else {
        searched += depth * (place - last)
        return
      }
      cut(at: Self.boundary(near: last + reach, after: last, in: text))
    }

    private mutating func cut(at place: Int) {
      ends.append(place)
      (controlCount, depth, searched) = (0, 0, 0)
    }

    /// The start of a scalar, of an ASCII character if one is near: no cluster is parted there.
    private static func boundary(
      near place: Int, after start: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> Int {
      let nearest = max(start + 1, place - 64)..<max(start + 1, place)
      if let found = nearest.last(where: { text[$0] < 0x80 }) { return found }
      var result = max(start, place)
      while result > start, text[result] & 0xC0 == 0x80 { result -= 1 }
      return result
    }
  }
}

extension ArraySlice<ItemizerAttributes> {
  /// The attributes of a part of the text, with offsets from the start of the part.
  fileprivate func within(_ range: Range<Int>) -> [ItemizerAttributes] {
    prefix { $0.bytes.lowerBound < range.upperBound }.compactMap { stretch in
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
