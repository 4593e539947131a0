import GalleyHandles
import GalleyPrimitives

extension Itemizer {
  /// Bytes of the longest piece whose breaks are stored: a longer one seldom comes again.
  private static var maximumPieceLength: Int { 64 }

  /// The text before a piece, as far as the breaks of the piece depend on it.
  private enum Before: Int {
    case start, space, ideograph

    /// The number of characters before the piece that Pango must see.
    var characterCount: Int {
      switch self {
      case .start: 0
      case .space: 2
      case .ideograph: 1
      }
    }
  }

  /// Appends the breaks of the paragraph in the scratch memory, from the cached breaks of its pieces.
  ///
  /// The paragraph is cut into pieces after the space of a word and between two ideographs, since breaks do not
  /// depend on the text before.
  ///
  /// - SeeAlso: UAX #14, LB7, LB14 to LB18, LB31.
  func appendFlags(
    _ plain: PlainScratch, _ text: UnsafeBufferPointer<UInt8>, items: [TextItem], style: Int,
    to flags: inout [BreakFlags]
  ) {
    let count = plain.count
    flags.reserveCapacity(count + 1)
    var start = 0
    var before = Before.start
    for place in 1...count {
      var next = Before.start
      if place < count {
        guard let kind = cut(plain, before: place) else { continue }
        next = kind
      }
      if before == .ideograph, next == .ideograph, start + 1 == place {
        appendIdeograph(plain, at: start, text: text, items: items, style: style, to: &flags)
      } else {
        appendFlags(
          plain, of: start..<place, after: before, text: text, items: items, style: style,
          to: &flags)
      }
      start = place
      before = next
    }
  }

  /// Appends the breaks before an ideograph between two others.
  private func appendIdeograph(
    _ plain: PlainScratch, at place: Int, text: UnsafeBufferPointer<UInt8>, items: [TextItem],
    style: Int, to flags: inout [BreakFlags]
  ) {
    if style < ideographFlags.count, let known = ideographFlags[style] {
      return flags.append(known)
    }
    findBreaks(
      plain, of: place..<place + 1, after: .ideograph, text: text, items: items, to: &flags)
    while ideographFlags.count <= style { ideographFlags.append(nil) }
    ideographFlags[style] = flags[flags.count - 1]
  }

  /// The text before a cut in front of a character; `nil` if the paragraph must not be cut there.
  private func cut(_ plain: PlainScratch, before place: Int) -> Before? {
    if plain.classes[place].isIdeograph, plain.classes[place - 1].isIdeograph { return .ideograph }
    guard plain.classes[place].startsWord, place > 1, plain.characters[place - 1] == 0x20 else {
      return nil
    }
    var last = place - 2
    while last > 0, plain.classes[last].isMark { last -= 1 }
    return plain.classes[last].endsWord ? .space : nil
  }

  /// Appends a piece's breaks; for the last piece of the paragraph, also those at its end.
  private func appendFlags(
    _ plain: PlainScratch, of piece: Range<Int>, after before: Before,
    text: UnsafeBufferPointer<UInt8>,
    items: [TextItem], style: Int, to flags: inout [BreakFlags]
  ) {
    let isLast = piece.upperBound == plain.count
    let plan = (style * 3 + before.rawValue) * 2 + (isLast ? 1 : 0)
    let byteCount = plain.bytes(piece).count
    guard byteCount <= Self.maximumPieceLength else {
      return findBreaks(plain, of: piece, after: before, text: text, items: items, to: &flags)
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: byteCount) { memory in
      let name = plain.breakName(of: piece, text: text, in: memory)
      if let found = brokenPieces.find(name, plan: plan) {
        return flags.append(contentsOf: found.elements(as: BreakFlags.self))
      }
      let start = flags.count
      findBreaks(plain, of: piece, after: before, text: text, items: items, to: &flags)
      flags[start...].withUnsafeBytes {
        brokenPieces.insert(name, plan: plan, place: 0, $0)
      }
    }
  }

  /// Finds a piece's breaks with Pango, which sees as much text around the piece as they depend on.
  private func findBreaks(
    _ plain: PlainScratch, of piece: Range<Int>, after before: Before,
    text: UnsafeBufferPointer<UInt8>, items: [TextItem], to flags: inout [BreakFlags]
  ) {
    let isLast = piece.upperBound == plain.count
    let lead = before.characterCount
    let slice = piece.lowerBound - lead..<min(plain.count, piece.upperBound + 1)
    let start = flags.count
    appendPangoBreaks(
      of: text, bytes: plain.bytes(slice), scalars: slice,
      items: items[Self.itemIndex(at: slice.lowerBound, in: items)...],
      wanted: lead..<lead + piece.count + (isLast ? 1 : 0), to: &flags)
    // Plain text has no soft hyphens.
    if !keepsPangoBreaks {
      for index in start..<flags.count { flags[index].removeFalseHyphen() }
      let characters = UnsafeBufferPointer(start: plain.characters, count: plain.count)
      ReaderBreaks(text: characters).apply(to: &flags, from: start, places: piece)
    }
  }

  /// The index of the item that contains a scalar; the items have no gaps.
  ///
  /// - Complexity: O(log items).
  private static func itemIndex(at scalar: Int, in items: [TextItem]) -> Int {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].scalars.upperBound <= scalar { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
