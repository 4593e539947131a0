package import GalleyHandles
import GalleyPrimitives

/// Shapes items with HarfBuzz, or takes their glyphs from earlier text.
///
/// An item is divided into pieces whose glyphs do not depend on the text around them; the glyphs of a piece are
/// cached by its bytes.
///
/// Most properties are `@exclusivity(unchecked)`. Invariant: during an access to one of them, no code with a
/// reference to this shaper runs. ``FontMap`` and the cache have none; closures get copies.
package final class Shaper {
  let fonts: FontMap
  /// The looks of the fonts and scripts of all text so far.
  @exclusivity(unchecked) package internal(set) var lookTable = LookTable()
  @exclusivity(unchecked) var recentLooks = [Int](repeating: 0, count: 64)
  @exclusivity(unchecked) private var plans: [ShapingPlan] = []
  @exclusivity(unchecked) private var recentPlans = [Int](repeating: 0, count: 64)
  @exclusivity(unchecked) private var shapedPieces = PieceCache(byteLimit: 2 << 20)

  /// Whether text is raised so that the baselines of its scripts meet, as in Pango.
  package let raisesBaselines: Bool

  /// A shaper with the fonts of a map.
  package init(fonts: FontMap, raisesBaselines: Bool = true) {
    self.fonts = fonts
    self.raisesBaselines = raisesBaselines
  }

  /// Shapes a stretch of an item in the context of its paragraph, and appends the glyphs from left
  /// to right.
  ///
  /// `bytes` is the stretch, within the item. `hyphen` adds a hyphen after it, in the cluster of its last
  /// character. `elongations`, in the order of the text, add tatweels within it.
  ///
  /// - Complexity: O(stretch); the context is at most five characters on each side.
  package func shape(
    _ item: TextItem, bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>,
    hyphen: Bool = false, features: [ShapingFeature] = [], elongations: [Elongation] = [],
    into glyphs: inout [ShapedGlyph]
  ) {
    shape(
      item, bytes: bytes, of: text, language: plans[planNumber(of: item)].language,
      hyphen: hyphen, features: features, elongations: elongations, into: &glyphs)
  }

  /// Shapes a whole item as ``shape(_:bytes:of:hyphen:into:)`` does, with cached glyphs if possible.
  ///
  /// - Complexity: O(item).
  package func shape(
    _ item: TextItem, of text: UnsafeBufferPointer<UInt8>, into glyphs: inout [ShapedGlyph]
  ) {
    // Cached glyphs are of text along a line.
    guard !item.isUpright else { return shape(item, bytes: item.bytes, of: text, into: &glyphs) }
    let number = planNumber(of: item)
    let plan = plans[number]
    if item.isRightToLeft {
      // Glyphs run from left to right, so the last piece comes first.
      var pieces: [Range<Int>] = []
      forEachPiece(of: item, text, plan) { piece, _ in pieces.append(piece) }
      for piece in pieces.reversed() { shape(piece, of: item, text, plan, number, into: &glyphs) }
      return
    }
    forEachPiece(of: item, text, plan) { piece, known in
      if var glyph = plan.glyph(of: known) {
        glyph.cluster = UInt32(truncatingIfNeeded: piece.lowerBound)
        glyphs.append(glyph)
      } else {
        shape(piece, of: item, text, plan, number, into: &glyphs)
      }
    }
  }

  /// Shapes a piece of an item, with cached glyphs if its glyphs do not depend on the text around it.
  private func shape(
    _ piece: Range<Int>, of item: TextItem, _ text: UnsafeBufferPointer<UInt8>,
    _ plan: ShapingPlan, _ number: Int, into glyphs: inout [ShapedGlyph]
  ) {
    guard piece.count <= Self.maximumPieceLength, isIndependent(piece, of: text, plan: plan)
    else {
      return shape(
        item, bytes: piece, of: text, language: plan.language, hyphen: false, into: &glyphs)
    }
    let bytes = UnsafeBufferPointer(rebasing: text[piece])
    let start = glyphs.count
    if let found = shapedPieces.find(bytes, plan: number) {
      glyphs.append(contentsOf: found.elements(as: ShapedGlyph.self))
      let shift = UInt32(truncatingIfNeeded: piece.lowerBound - found.place)
      for index in start..<glyphs.count { glyphs[index].cluster &+= shift }
    } else {
      shape(item, bytes: piece, of: text, language: plan.language, hyphen: false, into: &glyphs)
      glyphs[start...].withUnsafeBytes {
        shapedPieces.insert(bytes, plan: number, place: piece.lowerBound, $0)
      }
    }
    if piece.count == utf8Width(bytes[0]) {
      plan.note(text.scalar(at: piece.lowerBound), as: glyphs[start...])
    }
  }

  /// Bytes of the longest piece that is cached: a longer one seldom comes again.
  private static var maximumPieceLength: Int { 64 }

  /// The number of an item's plan.
  private func planNumber(of item: TextItem) -> Int {
    // Each item looks its plan up: font and script, which differ for most plans, give the first guess.
    let place = (item.font &* 31 &+ Int(item.script >> 8 ^ item.script)) & (recentPlans.count - 1)
    let recent = recentPlans[place]
    if recent < plans.count, plans[recent].serves(item) { return recent }
    let number = plans.firstIndex { $0.serves(item) } ?? addPlan(of: item)
    recentPlans[place] = number
    return number
  }

  private func addPlan(of item: TextItem) -> Int {
    let rules = fonts.rules(of: item)
    if let number = plans.firstIndex(where: { $0.accept(item, rules: rules) }) { return number }
    plans.append(ShapingPlan(item, fonts: fonts, rules: rules))
    return plans.count - 1
  }

  /// Calls `body` for each piece of an item, in reading order; for a piece of a single character, with the entry
  /// of that character.
  private func forEachPiece(
    of item: TextItem, _ text: UnsafeBufferPointer<UInt8>, _ plan: ShapingPlan,
    _ body: (Range<Int>, ShapingPlan.Entry) -> Void
  ) {
    // HarfBuzz reverses such text if it has a digit anywhere.
    if plan.isAgainstScript { return body(item.bytes, .none) }
    var start = item.bytes.lowerBound
    var byte = start
    var isAfterInert = false
    // The entry of the current piece, while that is a single character.
    var known = ShapingPlan.Entry.none
    while byte < item.bytes.upperBound {
      let lead = text[byte]
      let width = utf8Width(lead)
      var own = ShapingPlan.Entry.none
      var startsCluster = true
      if lead == 0x20 {
        own = plan.space
      } else if lead >= 0x80 {
        let character = text.scalar(at: byte)
        own = plan.entry(of: character, in: fonts)
        startsCluster =
          own.isInert || !isAfterInert || UnicodeProperties.startsCluster(character)
      }
      // There is no cut before a space, which stays with the word before it.
      if byte > start {
        if startsCluster, isAfterInert || (own.isInert && width > 1) {
          body(start..<byte, known)
          start = byte
          known = own
        } else {
          known = .none
        }
      } else {
        known = own
      }
      isAfterInert = own.isInert
      byte += width
    }
    if byte > start { body(start..<item.bytes.upperBound, known) }
  }

  /// Whether a piece's glyphs do not depend on the text around it.
  private func isIndependent(
    _ piece: Range<Int>, of text: UnsafeBufferPointer<UInt8>, plan: ShapingPlan
  ) -> Bool {
    // A mark without a base depends on whether there is text before it.
    if text[piece.lowerBound] >= 0x80,
      !UnicodeProperties.startsCluster(text.scalar(at: piece.lowerBound))
    {
      return false
    }
    guard plan.looksAround else { return true }
    return Self.isParted(text, before: piece.lowerBound, isArabic: plan.isArabic)
      && Self.isParted(text, before: piece.upperBound, isArabic: plan.isArabic)
  }

  /// Whether letters cannot join across a place, which may be an item's edge: they do not join across a space or
  /// the paragraph's edge, and those of Arabic not to characters that never join.
  private static func isParted(
    _ text: UnsafeBufferPointer<UInt8>, before place: Int, isArabic: Bool
  ) -> Bool {
    if place == 0 || place == text.count || text[place - 1] == 0x20 { return true }
    guard isArabic else { return false }
    if neverJoins(text.scalar(at: place)) { return true }
    var last = place - 1
    while text[last] & 0xC0 == 0x80 { last -= 1 }
    return neverJoins(text.scalar(at: last))
  }

  /// Whether a character is one of ASCII, a digit or a sign, and no mark: letters of Arabic join none of these.
  ///
  /// - SeeAlso: Unicode's Joining_Type=Non_Joining.
  private static func neverJoins(_ character: UInt32) -> Bool {
    switch character {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0xBF, 0x60C, 0x61B, 0x61E, 0x61F, 0x660...0x66D, 0x6D4,
      0x6F0...0x6F9, 0x2010...0x2027, 0x2030...0x205E:
      true
    default: false
    }
  }

  private func shape(
    _ item: TextItem, bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>,
    language: ShapingLanguage, hyphen: Bool, features: [ShapingFeature] = [],
    elongations: [Elongation] = [], into glyphs: inout [ShapedGlyph]
  ) {
    let start = glyphs.count
    defer {
      if item.isUpright {
        keepClusters(
          bytes,
          of: UprightText(item: item, text: text, language: language, features: features),
          hyphen: hyphen, in: &glyphs, from: start)
      }
    }
    guard bytes.count > ShapingParts.maximumLength else {
      return fonts.shape(
        item, bytes: bytes, of: text, language: language, hyphen: hyphen, features: features,
        elongations: elongations, into: &glyphs)
    }
    let parts = ShapingParts(bytes, of: text).ranges
    // Glyphs run from left to right: in right-to-left text the last part comes first.
    for part in item.isRightToLeft ? parts.reversed() : parts {
      fonts.shape(
        item, bytes: part, of: text, language: language,
        hyphen: hyphen && part.upperBound == bytes.upperBound, features: features,
        // The letter before an elongation has to be in the same part.
        elongations: elongations.filter { part.dropFirst().contains($0.offset) }, into: &glyphs)
    }
  }
}
