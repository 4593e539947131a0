import GalleyHandles

/// The ends of the slices of a paragraph with many bidirectional controls.
///
/// FriBidi takes quadratic time for isolates, and searches to the paragraph's end from each one that is not
/// closed. After 1,024 controls a new slice begins, or sooner where isolates stay open for long: open
/// embeddings and isolates end there.
struct SliceEnds {
  /// The largest number of controls in a slice.
  private static var maximumControlCount: Int { 1 << 10 }
  /// The largest number of bytes that open isolates of a slice are searched over, each by itself.
  private static var maximumSearch: Int { 1 << 22 }

  /// The ends of all slices but the last; empty for most texts.
  private(set) var ends: [Int] = []
  /// The controls of the slice, and its open isolates.
  private var (controlCount, depth) = (0, 0)
  /// The bytes that FriBidi searches for the ends of the isolates.
  private var searched = 0
  /// The last control.
  private var last = 0

  /// Divides a text.
  ///
  /// - Complexity: O(text); O(1) for short texts.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count > 3 * Self.maximumControlCount else { return }
    var byte = 0
    while byte + 2 < text.count {
      guard text[byte] == 0xE2 else {
        byte += 1
        continue
      }
      // U+202A to U+202E, and U+2066 to U+2069.
      switch (text[byte + 1], text[byte + 2]) {
      case (0x80, 0xAA...0xAE): pass(byte, in: text, opening: 0)
      case (0x81, 0xA6...0xA8): pass(byte, in: text, opening: 1)
      case (0x81, 0xA9): pass(byte, in: text, opening: -1)
      default: break
      }
      byte += 3
    }
    passOpenIsolates(to: text.count, in: text)
  }

  /// Reads a control: one that opens an isolate (1), closes one (-1), or does neither (0).
  private mutating func pass(_ control: Int, in text: UnsafeBufferPointer<UInt8>, opening: Int) {
    passOpenIsolates(to: control, in: text)
    if controlCount == Self.maximumControlCount { cut(at: control) }
    controlCount += 1
    depth = max(0, depth + opening)
    last = control
  }

  /// Ends the slice before `place` if its open isolates reach too far.
  private mutating func passOpenIsolates(to place: Int, in text: UnsafeBufferPointer<UInt8>) {
    guard depth > 0 else { return }
    let reach = (Self.maximumSearch - searched) / depth
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

  /// The start of a scalar near `place`, of an ASCII character if possible, which starts a cluster.
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

extension ArraySlice<ItemizerAttributes> {
  /// The attributes of a part of the text, with offsets from the start of the part.
  func within(_ range: Range<Int>) -> [ItemizerAttributes] {
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
  /// The item in a longer text, of which its own text is a part.
  func moved(byBytes bytes: Int, scalars: Int) -> TextItem {
    var result = self
    result.bytes = self.bytes.lowerBound + bytes..<self.bytes.upperBound + bytes
    result.scalars = self.scalars.lowerBound + scalars..<self.scalars.upperBound + scalars
    return result
  }
}
