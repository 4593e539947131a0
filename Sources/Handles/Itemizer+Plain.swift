internal import CPango

/// The fonts that one style has for one script, by character.
struct ScriptFonts {
  let script: UInt8
  /// Whether these are for what is shown as emoji.
  let isEmoji: Bool
  /// Of ISO 15924, as a HarfBuzz tag.
  let tag: UInt32
  /// A language that is written in the script: the text's own if that is.
  let language: OpaquePointer?
  /// Owned by Pango's cache and by one reference of ours.
  let fontset: UnsafeMutablePointer<PangoFontset>
  /// Which 256 of ``numbers`` hold the fonts of 256 characters; 0 where none was asked for.
  private var pages = [UInt16](repeating: 0, count: 0x200)
  /// Font numbers; the first 256 are all unknown.
  private var numbers = [UInt8](repeating: Self.unknown, count: 256)
  static let unknown: UInt8 = 255

  init(
    script: UInt8, isEmoji: Bool, language: OpaquePointer?,
    fontset: UnsafeMutablePointer<PangoFontset>
  ) {
    self.script = script
    self.language = language
    self.isEmoji = isEmoji
    self.fontset = fontset
    tag = g_unicode_script_to_iso15924(GUnicodeScript(rawValue: Int32(script)))
  }

  /// The number of a character's font, as far as it is known.
  func font(of character: UInt32) -> UInt8 {
    numbers[Int(pages[Int(character >> 8)]) << 8 | Int(character & 0xFF)]
  }

  /// Finds the number of the font that has `character`; `nil` where that takes Pango to say.
  mutating func find(_ character: UInt32, in environment: FontEnvironment) -> Int? {
    guard let font = pango_fontset_get_font(fontset, character) else { return nil }
    defer { g_object_unref(font) }
    let number = environment.index(of: font)
    guard number < Int(Self.unknown), pango_font_has_char(font, character) != 0 else { return nil }
    let page = Int(character >> 8)
    if pages[page] == 0 {
      pages[page] = UInt16(numbers.count >> 8)
      numbers.append(contentsOf: repeatElement(Self.unknown, count: 256))
    }
    numbers[Int(pages[page]) << 8 | Int(character & 0xFF)] = UInt8(number)
    return number
  }
}

/// A font request and a language, with the fonts of the scripts that were met in it.
struct StyleFonts {
  let request: FontRequest
  let language: String
  var scripts: [ScriptFonts] = []
  /// The font where nothing asks for another: not known yet, or known, if only as missing.
  var base: Int??
}

/// Memory of itemizing plain text, kept from paragraph to paragraph.
struct PlainScratch {
  var characters: [UInt32] = []
  var classes: [PlainCharacter] = []
  /// The byte at which each character starts, and the end.
  var offsets: [Int] = []
  var runs = ScriptRuns()
  private var plainCharacters = PlainCharacters()
  /// Stretches of the script at hand, which is known only at its end.
  var pending: [Run] = []

  /// A stretch that is shown as emoji, or one that is not.
  struct Run {
    var scalars: Range<Int>
    var isEmoji: Bool
  }

  /// Fills the memory; false at a character that is not plain.
  mutating func decode(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    characters.removeAll(keepingCapacity: true)
    classes.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    pending.removeAll(keepingCapacity: true)
    var byte = 0
    while byte < text.count {
      let lead = text[byte]
      let character = lead < 0x80 ? UInt32(lead) : text.scalar(at: byte)
      let kind = plainCharacters[character]
      guard kind.isPlain else { return false }
      characters.append(character)
      classes.append(kind)
      offsets.append(byte)
      byte += utf8Width(lead)
    }
    offsets.append(byte)
    return true
  }
}

extension FontEnvironment {
  /// Itemizes a paragraph whose characters are all plain, as Pango would in far more steps; false,
  /// with nothing appended, where Pango has to do it.
  ///
  /// - Complexity: O(text).
  func itemizePlainly(
    _ text: UnsafeBufferPointer<UInt8>, style: ItemizerAttributes, items: inout [TextItem],
    flags: inout [BreakFlags]
  ) -> Bool {
    guard plain.decode(text) else { return false }
    let number = styleNumber(style.font, language: style.language)
    guard appendItems(&plain, style: number, to: &items) else {
      items.removeAll(keepingCapacity: true)
      return false
    }
    appendFlags(plain, text, items: items, style: number, to: &flags)
    return true
  }

  func styleNumber(_ request: FontRequest, language: String) -> Int {
    if lastStyle < styles.count, styles[lastStyle].request == request,
      styles[lastStyle].language == language
    {
      return lastStyle
    }
    lastStyle =
      styles.firstIndex { $0.request == request && $0.language == language }
      ?? {
        styles.append(
          StyleFonts(request: request, language: language))
        return styles.count - 1
      }()
    return lastStyle
  }

  /// Appends an item for each stretch of one script, emoji or not; false where one takes more than
  /// one font.
  private func appendItems(
    _ plain: inout PlainScratch, style: Int, to items: inout [TextItem]
  ) -> Bool {
    let count = plain.characters.count
    plain.runs.reset()
    var start = 0
    var script: UInt8 = 0
    var wasEmoji = false
    var sequence = (end: 0, isEmoji: false)
    for place in 0...count {
      var isNewScript = place == count
      if place < count {
        if place == sequence.end {
          sequence = EmojiRuns.sequence(at: place, of: plain.classes)
        }
        isNewScript = !plain.runs.continues(
          plain.characters[place], script: plain.classes[place].script)
      }
      if place == 0 { wasEmoji = sequence.isEmoji }
      if isNewScript || sequence.isEmoji != wasEmoji {
        if place > start {
          plain.pending.append(PlainScratch.Run(scalars: start..<place, isEmoji: wasEmoji))
          start = place
        }
        wasEmoji = sequence.isEmoji
      }
      if isNewScript, !appendPending(&plain, script, style: style, to: &items) {
        return false
      }
      script = plain.runs.current
    }
    return true
  }

  /// Appends the items of a stretch whose script is known now that it has ended.
  private func appendPending(
    _ plain: inout PlainScratch, _ script: UInt8, style: Int, to items: inout [TextItem]
  ) -> Bool {
    for run in plain.pending {
      guard
        let item = item(
          plain, run.scalars, script: script, isEmoji: run.isEmoji, style: style)
      else { return false }
      items.append(item)
    }
    plain.pending.removeAll(keepingCapacity: true)
    return true
  }

  private func item(
    _ plain: PlainScratch, _ scalars: Range<Int>, script: UInt8, isEmoji: Bool, style: Int
  ) -> TextItem? {
    guard let index = scriptIndex(script, isEmoji: isEmoji, style: style) else { return nil }
    var font: UInt8?
    var fonts = styles[style].scripts[index]
    for place in scalars where !plain.classes[place].isBlank {
      let character = plain.characters[place]
      var own = fonts.font(of: character)
      if own == ScriptFonts.unknown {
        guard let found = styles[style].scripts[index].find(character, in: self) else { return nil }
        fonts = styles[style].scripts[index]
        own = UInt8(found)
      }
      if let font, font != own { return nil }
      font = own
    }
    guard let font = font.map(Int.init) ?? styles[style].scripts[index].find(0x20, in: self)
    else { return nil }
    return TextItem(
      bytes: plain.offsets[scalars.lowerBound]..<plain.offsets[scalars.upperBound],
      scalars: scalars, font: font, level: 0, script: fonts.tag, language: fonts.language)
  }

  /// The number of a script's fonts in a style, looked up on first sight.
  private func scriptIndex(_ script: UInt8, isEmoji: Bool, style: Int) -> Int? {
    if let known = styles[style].scripts.firstIndex(where: {
      $0.script == script && $0.isEmoji == isEmoji
    }) {
      return known
    }
    // As Pango has it: the fonts for a script are chosen by a language that is written in it.
    let script32 = PangoScript(rawValue: PangoScript.RawValue(script))
    var chosen = language(styles[style].language)
    if chosen == nil || pango_language_includes_script(chosen, script32) == 0 {
      chosen = pango_script_get_sample_language(script32) ?? language("xx")
    }
    let description = self.description(styles[style].request)
    let emojiDescription = isEmoji ? pango_font_description_copy_static(description) : nil
    defer { pango_font_description_free(emojiDescription) }
    if let emojiDescription { pango_font_description_set_family_static(emojiDescription, "emoji") }
    guard
      let fontset = pango_font_map_load_fontset(
        map, context, emojiDescription ?? description, chosen)
    else { return nil }
    styles[style].scripts.append(
      ScriptFonts(script: script, isEmoji: isEmoji, language: chosen, fontset: fontset))
    return styles[style].scripts.count - 1
  }
}

extension FontEnvironment {
  /// What a piece's breaks depend on beside its own text.
  private enum Before: Int {
    case start, space, ideograph

    /// How many characters before the piece Pango has to see.
    var characterCount: Int {
      switch self {
      case .start: 0
      case .space: 2
      case .ideograph: 1
      }
    }
  }

  /// Appends the breaks of the paragraph in the scratch memory, from those of pieces that were met
  /// before.
  ///
  /// After a word's space, and between two Han characters, nothing that was before matters: there
  /// paragraphs are cut to pieces.
  ///
  /// - SeeAlso: UAX #14, LB7, LB14 to LB18, LB31.
  private func appendFlags(
    _ plain: PlainScratch, _ text: UnsafeBufferPointer<UInt8>, items: [TextItem], style: Int,
    to flags: inout [BreakFlags]
  ) {
    let count = plain.characters.count
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

  /// Whether the paragraph may be cut before a character, and what then stands before the cut.
  private func cut(_ plain: PlainScratch, before place: Int) -> Before? {
    if plain.classes[place].startsWord {
      guard place > 1, plain.characters[place - 1] == 0x20, plain.classes[place - 2].endsWord
      else { return nil }
      return .space
    }
    return plain.classes[place].isIdeograph && plain.classes[place - 1].isIdeograph
      ? .ideograph : nil
  }

  /// Appends a piece's breaks; at the paragraph's end, what is at the end too.
  private func appendFlags(
    _ plain: PlainScratch, of piece: Range<Int>, after before: Before,
    text: UnsafeBufferPointer<UInt8>,
    items: [TextItem], style: Int, to flags: inout [BreakFlags]
  ) {
    let isLast = piece.upperBound == plain.characters.count
    let bytes = UnsafeBufferPointer(
      rebasing: text[plain.offsets[piece.lowerBound]..<plain.offsets[piece.upperBound]])
    let plan = (style * 3 + before.rawValue) * 2 + (isLast ? 1 : 0)
    guard bytes.count <= Self.maximumPieceLength else {
      return findBreaks(plain, of: piece, after: before, text: text, items: items, to: &flags)
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { name in
      _ = name.initialize(fromContentsOf: bytes)
      // Which ideograph it is makes no difference: they are of one class in all that matters.
      for place in piece where plain.classes[place].isIdeograph {
        let byte = plain.offsets[place] - plain.offsets[piece.lowerBound]
        (name[byte], name[byte + 1], name[byte + 2]) = (0xE4, 0xB8, 0x80)
      }
      let name = UnsafeBufferPointer(name)
      if brokenPieces.append(name, plan: plan, to: &flags) != nil { return }
      let start = flags.count
      findBreaks(plain, of: piece, after: before, text: text, items: items, to: &flags)
      brokenPieces.insert(name, plan: plan, place: 0, flags[start...])
    }
  }

  /// Has Pango find a piece's breaks, with as much around it as they depend on.
  private func findBreaks(
    _ plain: PlainScratch, of piece: Range<Int>, after before: Before,
    text: UnsafeBufferPointer<UInt8>,
    items: [TextItem], to flags: inout [BreakFlags]
  ) {
    let count = plain.characters.count
    let isLast = piece.upperBound == count
    let lead = before.characterCount
    let slice = piece.lowerBound - lead..<min(count, piece.upperBound + 1)
    let bytes = UnsafeBufferPointer(
      rebasing: text[plain.offsets[slice.lowerBound]..<plain.offsets[slice.upperBound]])
    bytes.withMemoryRebound(to: CChar.self) { chars in
      withUnsafeTemporaryAllocation(of: PangoLogAttr.self, capacity: slice.count + 1) { attrs in
        attrs.initialize(repeating: PangoLogAttr())
        guard let base = attrs.baseAddress, let start = chars.baseAddress else { return }
        pango_default_break(start, Int32(chars.count), nil, base, Int32(slice.count + 1))
        for item in items where item.scalars.overlaps(slice) {
          let part = item.scalars.clamped(to: slice)
          let offset = plain.offsets[part.lowerBound] - plain.offsets[slice.lowerBound]
          var analysis = PangoAnalysis()
          analysis.script = guint8(g_unicode_script_from_iso15924(item.script).rawValue)
          analysis.language = item.language
          pango_tailor_break(
            start + offset, Int32(plain.offsets[part.upperBound] - plain.offsets[part.lowerBound]),
            &analysis, Int32(offset), base + (part.lowerBound - slice.lowerBound),
            Int32(part.count + 1))
        }
        let wanted = lead..<lead + piece.count + (isLast ? 1 : 0)
        for place in wanted { flags.append(BreakFlags(attrs[place])) }
      }
    }
  }
}

extension FontEnvironment {
  /// Whether a paragraph that reads from left to right is itemized without Pango.
  package func isPlain(
    _ text: UnsafeBufferPointer<UInt8>, style: ItemizerAttributes
  ) -> Bool {
    var (items, flags): ([TextItem], [BreakFlags]) = ([], [])
    return !text.isEmpty && itemizePlainly(text, style: style, items: &items, flags: &flags)
  }
}
