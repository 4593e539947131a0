internal import CHarfBuzz
internal import CPango

/// A glyph as shaping leaves it, in Pango units, y up, before it has a place on a line.
package struct ShapedGlyph: BitwiseCopyable, Sendable {
  /// The glyph's number in its font; 0 where the font has none.
  package var id: UInt32
  package var advance: Int32
  package var xOffset: Int32
  package var yOffset: Int32
  /// The UTF-8 offset of the cluster in the paragraph.
  package var cluster: UInt32
  /// Whether the text cannot be parted before this cluster without shaping it anew.
  package var isUnsafeToBreak: Bool

  package init(
    id: UInt32, advance: Int32, xOffset: Int32, yOffset: Int32, cluster: UInt32,
    isUnsafeToBreak: Bool
  ) {
    self.id = id
    self.advance = advance
    self.xOffset = xOffset
    self.yOffset = yOffset
    self.cluster = cluster
    self.isUnsafeToBreak = isUnsafeToBreak
  }
}

extension FontEnvironment {
  /// Shapes a stretch of an item in the context of its paragraph, and appends the glyphs from left
  /// to right.
  ///
  /// `bytes` is the stretch, within the item; `hyphen` asks for a hyphen after it, in the cluster of
  /// its last character.
  ///
  /// - Complexity: O(stretch); the context is at most five characters on each side.
  package func shape(
    _ item: TextItem, bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>,
    hyphen: Bool = false, into glyphs: inout [ShapedGlyph]
  ) {
    shape(
      item, bytes: bytes, of: text, language: plans[planNumber(of: item)].harfBuzzLanguage,
      hyphen: hyphen, into: &glyphs)
  }

  /// Shapes a whole item as ``shape(_:bytes:of:hyphen:into:)`` does, from the glyphs of pieces that
  /// were met before where it can be parted into such.
  ///
  /// - Complexity: O(item).
  package func shape(
    _ item: TextItem, of text: UnsafeBufferPointer<UInt8>, into glyphs: inout [ShapedGlyph]
  ) {
    // Pieces that were met before are of text along a line.
    guard !item.isUpright else { return shape(item, bytes: item.bytes, of: text, into: &glyphs) }
    let plan = planNumber(of: item)
    if item.isRightToLeft {
      // Glyphs are from left to right, so the last piece comes first.
      var pieces: [Range<Int>] = []
      forEachPiece(of: item, text, plans[plan]) { piece, _ in pieces.append(piece) }
      for piece in pieces.reversed() { shape(piece, of: item, text, plan: plan, into: &glyphs) }
      return
    }
    let owner = plans[plan]
    forEachPiece(of: item, text, owner) { piece, known in
      if var glyph = owner.glyph(of: known) {
        glyph.cluster = UInt32(truncatingIfNeeded: piece.lowerBound)
        glyphs.append(glyph)
      } else {
        shape(piece, of: item, text, plan: plan, into: &glyphs)
      }
    }
  }

  /// Shapes a piece that can be parted from its item, from what was met before if it can.
  private func shape(
    _ piece: Range<Int>, of item: TextItem, _ text: UnsafeBufferPointer<UInt8>, plan: Int,
    into glyphs: inout [ShapedGlyph]
  ) {
    let language = plans[plan].harfBuzzLanguage
    guard piece.count <= Self.maximumPieceLength,
      isIndependent(piece, of: text, plan: plans[plan])
    else {
      return shape(item, bytes: piece, of: text, language: language, hyphen: false, into: &glyphs)
    }
    let bytes = UnsafeBufferPointer(rebasing: text[piece])
    let start = glyphs.count
    if let place = shapedPieces.append(bytes, plan: plan, to: &glyphs) {
      let shift = UInt32(truncatingIfNeeded: piece.lowerBound - place)
      for index in start..<glyphs.count { glyphs[index].cluster &+= shift }
    } else {
      shape(item, bytes: piece, of: text, language: language, hyphen: false, into: &glyphs)
      shapedPieces.insert(bytes, plan: plan, place: piece.lowerBound, glyphs[start...])
    }
    if piece.count == utf8Width(bytes[0]) {
      plans[plan].note(text.scalar(at: piece.lowerBound), as: glyphs[start...])
    }
  }

  /// Bytes of the longest piece that is kept: a longer one is not likely to come again.
  static var maximumPieceLength: Int { 64 }

  /// The number of an item's plan.
  private func planNumber(of item: TextItem) -> Int {
    // Asked for each item: what tells most plans apart says where to look first.
    let place = (item.font &* 31 &+ Int(item.script >> 8 ^ item.script)) & (recentPlans.count - 1)
    let recent = recentPlans[place]
    if recent < plans.count, plans[recent].serves(item) { return recent }
    let number = plans.firstIndex { $0.serves(item) } ?? addPlan(of: item)
    recentPlans[place] = number
    return number
  }

  private func addPlan(of item: TextItem) -> Int {
    let font = fonts[item.font].harfBuzz
    let rules = LanguageRules(item, font: font)
    if let number = plans.firstIndex(where: { $0.takesOn(item, rules: rules) }) { return number }
    plans.append(ShapingPlan(item, font: font, face: faces[item.font], rules: rules))
    return plans.count - 1
  }

  /// Calls `body` for each piece that an item can be parted into, in reading order; where one is a
  /// character alone, with what is known of it.
  private func forEachPiece(
    of item: TextItem, _ text: UnsafeBufferPointer<UInt8>, _ plan: ShapingPlan,
    _ body: (Range<Int>, ShapingPlan.Known) -> Void
  ) {
    // Such text is turned round if it has a digit, wherever that is.
    if plan.isAgainstScript { return body(item.bytes, .nothing) }
    let font = fonts[item.font].harfBuzz
    var start = item.bytes.lowerBound
    var byte = start
    var isAfterInert = false
    // What is known of the piece at hand, if it is no more than its first character.
    var known = ShapingPlan.Known.nothing
    while byte < item.bytes.upperBound {
      let lead = text[byte]
      let width = utf8Width(lead)
      var own = ShapingPlan.Known.nothing
      var startsCluster = true
      if lead == 0x20 {
        own = plan.space
      } else if lead >= 0x80 {
        let character = text.scalar(at: byte)
        own = plan.known(character, font: font)
        startsCluster = own.isInert || !isAfterInert || Self.startsCluster(character)
      }
      // Before a space there is no cut: words keep theirs.
      if byte > start {
        if startsCluster, isAfterInert || (own.isInert && width > 1) {
          body(start..<byte, known)
          start = byte
          known = own
        } else {
          known = .nothing
        }
      } else {
        known = own
      }
      isAfterInert = own.isInert
      byte += width
    }
    if byte > start { body(start..<item.bytes.upperBound, known) }
  }

  /// Whether a character never joins the one before it.
  static func startsCluster(_ character: UInt32) -> Bool {
    switch hb_unicode_general_category(hb_unicode_funcs_get_default(), character) {
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK, HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK,
      HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK, HB_UNICODE_GENERAL_CATEGORY_FORMAT,
      HB_UNICODE_GENERAL_CATEGORY_CONTROL, HB_UNICODE_GENERAL_CATEGORY_MODIFIER_SYMBOL,
      HB_UNICODE_GENERAL_CATEGORY_UNASSIGNED:
      false
    default: true
    }
  }

  /// Whether a piece's glyphs do not depend on what stands around it.
  private func isIndependent(
    _ piece: Range<Int>, of text: UnsafeBufferPointer<UInt8>, plan: ShapingPlan
  ) -> Bool {
    // Without a base of its own, it depends on whether there is text before it.
    if text[piece.lowerBound] >= 0x80, !Self.startsCluster(text.scalar(at: piece.lowerBound)) {
      return false
    }
    guard plan.looksAround else { return true }
    let isArabic = plan.script == HB_SCRIPT_ARABIC.rawValue
    return Self.isParted(text, before: piece.lowerBound, isArabic: isArabic)
      && Self.isParted(text, before: piece.upperBound, isArabic: isArabic)
  }

  /// Whether letters cannot join across a place, which may be an item's edge: a space parts them, and so
  /// does the paragraph's edge; and Arabic ones, whatever never joins.
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

  /// Whether a character is of ASCII, a digit or a sign, which no letter of Arabic joins, and no mark.
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
    language: hb_language_t?, hyphen: Bool, into glyphs: inout [ShapedGlyph]
  ) {
    guard bytes.count > Self.maximumPartLength else {
      return shapePart(
        item, bytes: bytes, of: text, language: language, hyphen: hyphen, into: &glyphs)
    }
    let parts = Self.parts(bytes, of: text)
    // Glyphs run from left to right: in right-to-left text the last part comes first.
    for part in item.isRightToLeft && !item.isUpright ? parts.reversed() : parts {
      shapePart(
        item, bytes: part, of: text, language: language,
        hyphen: hyphen && part.upperBound == bytes.upperBound, into: &glyphs)
    }
  }

  private func shapePart(
    _ item: TextItem, bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>,
    language: hb_language_t?, hyphen: Bool, into glyphs: inout [ShapedGlyph]
  ) {
    let font = fonts[item.font].harfBuzz
    hb_buffer_reset(buffer)
    hb_buffer_set_flags(
      buffer, hb_buffer_flags_t(HB_BUFFER_FLAG_BOT.rawValue | HB_BUFFER_FLAG_EOT.rawValue))
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
    hb_buffer_set_invisible_glyph(buffer, Self.invisible)
    hb_buffer_set_direction(buffer, item.direction)
    hb_buffer_set_script(buffer, hb_script_t(item.script))
    hb_buffer_set_language(buffer, language)
    text.withMemoryRebound(to: CChar.self) { chars in
      hb_buffer_add_utf8(
        buffer, chars.baseAddress, Int32(chars.count), UInt32(bytes.lowerBound),
        Int32(bytes.count))
    }
    if hyphen { appendHyphen(font, after: bytes, of: text) }
    if item.isSpaced {
      hb_shape(font, buffer, Self.withoutLigatures, UInt32(Self.withoutLigatures.count))
    } else {
      hb_shape(font, buffer, nil, 0)
    }
    appendGlyphs(of: item, text: text, to: &glyphs)
  }

  /// What Pango turns off for spaced letters.
  private static let withoutLigatures = ["liga", "clig", "dlig"].map { name in
    let tag = name.utf8.reduce(0) { $0 << 8 | hb_tag_t($1) }
    return hb_feature_t(tag: tag, value: 0, start: 0, end: UInt32.max)
  }

  private func appendHyphen(
    _ font: OpaquePointer, after bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>
  ) {
    var last = bytes.upperBound - 1
    while last > bytes.lowerBound, text[last] & 0xC0 == 0x80 { last -= 1 }
    var glyph: hb_codepoint_t = 0
    for hyphen: UInt32 in [0x2010, 0x2D]
    where hb_font_get_nominal_glyph(font, hyphen, &glyph) != 0 {
      hb_buffer_add(buffer, hyphen, UInt32(last))
      return
    }
  }

  private func appendGlyphs(
    of item: TextItem, text: UnsafeBufferPointer<UInt8>, to glyphs: inout [ShapedGlyph]
  ) {
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return }
    glyphs.reserveCapacity(glyphs.count + Int(count))
    for index in 0..<Int(count) {
      let info = infos[index]
      var position = positions[index]
      if item.isUpright { position.turn() }
      var glyph = ShapedGlyph(
        id: info.codepoint, advance: position.x_advance, xOffset: position.x_offset,
        yOffset: position.y_offset, cluster: info.cluster,
        isUnsafeToBreak: info.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0)
      if glyph.id == 0 {
        let character = text.scalar(at: Int(info.cluster))
        glyph.id = Self.missing | character
        glyph.advance = missingAdvance(item.font, character: character)
      }
      glyphs.append(glyph)
    }
  }

  /// Marks glyphs that show nothing; no font has this many.
  @inlinable package static var invisible: UInt32 { 0x0FFF_FFFF }
  /// Marks characters that no font has; the other bits are the character.
  @inlinable package static var missing: UInt32 { 1 << 31 }
}

extension UnsafeBufferPointer<UInt8> {
  /// The scalar that starts at `offset` of well-formed UTF-8.
  func scalar(at offset: Int) -> UInt32 {
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

extension TextItem {
  fileprivate var direction: hb_direction_t {
    isUpright ? HB_DIRECTION_TTB : isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR
  }
}

extension hb_glyph_position_t {
  /// Makes of a place in a column one on a line: x runs down the page, and y to the right.
  fileprivate mutating func turn() {
    (x_advance, y_advance) = (-y_advance, x_advance)
    (x_offset, y_offset) = (-y_offset, x_offset)
  }
}

extension FontEnvironment {
  /// Marks the items that stand upright in vertical text: those whose characters are wide, as
  /// ideographs, kana, Hangul and emoji are.
  ///
  /// - SeeAlso: UAX #50; UAX #11 for what is wide.
  package func markUpright(_ items: inout [TextItem], of text: UnsafeBufferPointer<UInt8>) {
    for index in items.indices {
      let first = text.scalar(at: items[index].bytes.lowerBound)
      guard g_unichar_iswide(first) != 0 else { continue }
      items[index].isUpright = true
      // Upright text has one direction only.
      items[index].level &= ~1
    }
  }
}
