internal import CPango

extension FontEnvironment {
  /// Itemizes a paragraph whose characters are all plain, as Pango would in far more steps; false,
  /// with nothing appended, where Pango has to do it.
  ///
  /// - Complexity: O(text).
  func itemizePlainly(
    _ text: UnsafeBufferPointer<UInt8>, style: ItemizerAttributes, direction: BaseDirection,
    items: inout [TextItem], flags: inout [BreakFlags]
  ) -> Bool {
    guard plain.decode(text, direction: direction) else { return false }
    let number = styleNumber(style.font, language: style.language)
    // Gathered in memory that is kept, so that those of the paragraph take no more than they need.
    itemRoom.removeAll(keepingCapacity: itemRoom.capacity <= 1 << 12)
    guard appendItems(plain, style: number, to: &itemRoom) else { return false }
    items.append(contentsOf: itemRoom)
    appendFlags(plain, text, items: items, style: styles[number].breaks, to: &flags)
    return true
  }

  func styleNumber(_ request: FontRequest, language: String) -> Int {
    if lastStyle < styles.count, styles[lastStyle].request == request,
      styles[lastStyle].language == language
    {
      return lastStyle
    }
    // Mostly there are a handful; hashing takes longer than looking at those.
    let few = styles.prefix(8).firstIndex { $0.request == request && $0.language == language }
    lastStyle = few ?? searchedStyle(request, language: language)
    return lastStyle
  }

  private func searchedStyle(_ request: FontRequest, language: String) -> Int {
    let key = StyleKey(request: request, language: language)
    if let known = styleNumbers[key] { return known }
    let number = styles.count
    let breaks = languageStyles[language] ?? number
    languageStyles[language] = breaks
    styleNumbers[key] = number
    styles.append(StyleFonts(request: request, language: language, breaks: breaks))
    return number
  }

  /// Appends the items of each stretch of one script and level, emoji or not.
  private func appendItems(
    _ plain: PlainScratch, style: Int, to items: inout [TextItem]
  ) -> Bool {
    let count = plain.count
    if let script = plain.onlyScript {
      guard let index = scriptIndex(script, isEmoji: false, style: style) else { return false }
      return appendItems(plain, 0..<count, style: style, script: index, to: &items)
    }
    plain.runs.reset()
    var start = 0
    var script: UInt8 = 0
    var wasEmoji = false
    var sequence = (end: 0, isEmoji: false)
    for place in 0...count {
      var isNewScript = place == count
      if place < count {
        if plain.mayHaveEmoji, place == sequence.end {
          sequence = EmojiRuns.sequence(at: place, of: plain)
        }
        isNewScript = !plain.runs.continues(plain.classes[place])
      }
      if place == 0 { wasEmoji = sequence.isEmoji }
      let isNewLevel =
        0 < place && place < count && plain.level(at: place) != plain.level(at: place - 1)
      if isNewScript || isNewLevel || sequence.isEmoji != wasEmoji {
        if place > start {
          plain.pending.append(PlainScratch.Run(scalars: start..<place, isEmoji: wasEmoji))
          start = place
        }
        wasEmoji = sequence.isEmoji
      }
      if isNewScript, !appendPending(plain, script, style: style, to: &items) {
        return false
      }
      script = plain.runs.current
    }
    return true
  }

  /// Appends the items of a stretch whose script is known now that it has ended.
  private func appendPending(
    _ plain: PlainScratch, _ script: UInt8, style: Int, to items: inout [TextItem]
  ) -> Bool {
    for run in plain.pending {
      guard let index = scriptIndex(script, isEmoji: run.isEmoji, style: style),
        appendItems(plain, run.scalars, style: style, script: index, to: &items)
      else { return false }
    }
    plain.pending.removeAll(keepingCapacity: true)
    return true
  }

  /// Appends an item for each font that a stretch of one script takes.
  ///
  /// Spaces and selectors go with what is before them, but with what comes next where that has the
  /// better font of the two.
  private func appendItems(
    _ plain: PlainScratch, _ scalars: Range<Int>, style: Int, script index: Int,
    to items: inout [TextItem]
  ) -> Bool {
    var start = scalars.lowerBound
    var place = start
    var font: UInt8?
    while start < scalars.upperBound {
      place = styles[style].scripts[index].end(of: &font, plain, place..<scalars.upperBound)
      var end = place
      if place < scalars.upperBound {
        let next = styles[style].scripts[index].font(of: plain.characters[place])
        if next == ScriptFonts.unknown {
          guard styles[style].scripts[index].find(plain.characters[place], in: self) else {
            return false
          }
          continue
        }
        if let font, styles[style].scripts[index].isBetter(next, than: font) {
          while end > start, plain.classes[end - 1].isBlank { end -= 1 }
          if end == start { end = place }
        }
      }
      if font == nil {
        guard styles[style].scripts[index].find(0x20, in: self) else { return false }
        font = styles[style].scripts[index].font(of: 0x20)
      }
      items.append(
        TextItem(
          bytes: plain.bytes(start..<end), scalars: start..<end,
          font: font.map(Int.init) ?? 0, level: plain.level(at: start),
          script: styles[style].scripts[index].tag,
          language: styles[style].scripts[index].language))
      start = end
      font = nil
    }
    return true
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
    let tag = styles[style].language
    var chosen = language(tag)
    if chosen == nil || !(keepsLanguage(tag, script: script32) || includes(chosen, script32)) {
      chosen = pango_script_get_sample_language(script32) ?? language(LanguageTag.unknown)
    }
    let description = self.description(styles[style].request, language: tag)
    let emojiDescription = isEmoji ? pango_font_description_copy_static(description) : nil
    defer { pango_font_description_free(emojiDescription) }
    if let emojiDescription { pango_font_description_set_family(emojiDescription, "emoji") }
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
  private func includes(_ language: OpaquePointer?, _ script: PangoScript) -> Bool {
    pango_language_includes_script(language, script) != 0
  }

  /// Whether text in a language keeps it for a script that Pango takes it for a language without.
  func keepsLanguage(_ tag: String, script: PangoScript) -> Bool {
    script == PANGO_SCRIPT_HAN && LanguageTag.isKorean(tag)
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
  /// After a word's space, and between two ideographs, nothing that was before matters: there
  /// paragraphs are cut to pieces.
  ///
  /// - SeeAlso: UAX #14, LB7, LB14 to LB18, LB31.
  private func appendFlags(
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

  /// Whether the paragraph may be cut before a character, and what then stands before the cut.
  private func cut(_ plain: PlainScratch, before place: Int) -> Before? {
    if plain.classes[place].isIdeograph, plain.classes[place - 1].isIdeograph { return .ideograph }
    guard plain.classes[place].startsWord, place > 1, plain.characters[place - 1] == 0x20 else {
      return nil
    }
    var last = place - 2
    while last > 0, plain.classes[last].isMark { last -= 1 }
    return plain.classes[last].endsWord ? .space : nil
  }

  /// Appends a piece's breaks; at the paragraph's end, what is at the end too.
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
    let count = plain.count
    let isLast = piece.upperBound == count
    let lead = before.characterCount
    let slice = piece.lowerBound - lead..<min(count, piece.upperBound + 1)
    let bytes = UnsafeBufferPointer(
      rebasing: text[plain.bytes(slice)])
    bytes.withMemoryRebound(to: CChar.self) { chars in
      withUnsafeTemporaryAllocation(of: PangoLogAttr.self, capacity: slice.count + 1) { attrs in
        attrs.initialize(repeating: PangoLogAttr())
        guard let base = attrs.baseAddress, let start = chars.baseAddress else { return }
        pango_default_break(start, Int32(chars.count), nil, base, Int32(slice.count + 1))
        var number = Self.itemNumber(at: slice.lowerBound, in: items)
        while number < items.count, items[number].scalars.lowerBound < slice.upperBound {
          let item = items[number]
          number += 1
          let part = item.scalars.clamped(to: slice)
          let offset = Int(plain.offsets[part.lowerBound] - plain.offsets[slice.lowerBound])
          var analysis = PangoAnalysis()
          analysis.script = guint8(g_unicode_script_from_iso15924(item.script).rawValue)
          analysis.language = item.language
          pango_tailor_break(
            start + offset, Int32(plain.bytes(part).count),
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
  /// The index of the item that contains a scalar; the items have no gaps.
  ///
  /// - Complexity: O(log items).
  private static func itemNumber(at scalar: Int, in items: [TextItem]) -> Int {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].scalars.upperBound <= scalar { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a paragraph is itemized without Pango.
  package func isPlain(
    _ text: UnsafeBufferPointer<UInt8>, style: ItemizerAttributes,
    direction: BaseDirection = .leftToRight
  ) -> Bool {
    var (items, flags): ([TextItem], [BreakFlags]) = ([], [])
    return !text.isEmpty
      && itemizePlainly(text, style: style, direction: direction, items: &items, flags: &flags)
  }

  /// The embedding level of each character of a paragraph that is itemized without Pango; found by
  /// FriBidi, if that is asked for.
  package func embeddingLevels(
    of text: UnsafeBufferPointer<UInt8>, direction: BaseDirection, byFriBidi: Bool = false
  ) -> [UInt8]? {
    plain.leavesLevelsToFriBidi = byFriBidi
    defer { plain.leavesLevelsToFriBidi = false }
    guard plain.decode(text, direction: direction) else { return nil }
    return (0..<plain.count).map { plain.level(at: $0) }
  }
}
