import GalleyHandles

extension Itemizer {
  /// Itemizes a paragraph whose characters are all plain; false, with nothing appended, for other paragraphs.
  ///
  /// - Complexity: O(text).
  func itemizePlainly(
    _ text: UnsafeBufferPointer<UInt8>, style: ItemizerAttributes, direction: BaseDirection,
    items: inout [TextItem], flags: inout [BreakFlags]
  ) -> Bool {
    guard plain.decode(text, direction: direction) else { return false }
    let number = styleNumber(style.font, language: style.language)
    var found: [TextItem] = []
    swap(&found, &itemMemory)
    defer { swap(&found, &itemMemory) }
    found.removeAll(keepingCapacity: found.capacity <= 1 << 12)
    guard appendItems(plain, style: number, to: &found) else { return false }
    items.append(contentsOf: found)
    appendFlags(plain, text, items: items, style: styles[number].breaks, to: &flags)
    return true
  }

  func styleNumber(_ request: FontRequest, language: String) -> Int {
    if lastStyle < styles.count, styles[lastStyle].request == request,
      styles[lastStyle].language == language
    {
      return lastStyle
    }
    // Most feeds have a handful of styles, and comparing these takes less time than hashing.
    // The loop compares in place: a closure would get a copy of each style.
    for index in 0..<min(8, styles.count)
    where styles[index].request == request && styles[index].language == language {
      lastStyle = index
      return index
    }
    lastStyle = searchedStyle(request, language: language)
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
    let text = plain.text
    let count = text.count
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
          sequence = EmojiRuns.sequence(at: place, of: text)
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

  /// Appends the items of the pending stretches: the end of their run determines their script.
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
  /// Spaces and selectors take the font of the text before them, or that of the text after them if the style
  /// prefers it.
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
          guard styles[style].scripts[index].find(plain.characters[place]) else {
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
        guard styles[style].scripts[index].find(0x20) else { return false }
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

  /// The index of a script's fonts in a style, which are looked up at first sight.
  private func scriptIndex(_ script: UInt8, isEmoji: Bool, style: Int) -> Int? {
    if let known = styles[style].scripts.firstIndex(where: {
      $0.script == script && $0.isEmoji == isEmoji
    }) {
      return known
    }
    let script = UnicodeScript(number: script)
    guard
      let set = fonts.fontSet(
        styles[style].request, language: styles[style].language, script: script, isEmoji: isEmoji)
    else { return nil }
    styles[style].scripts.append(ScriptFonts(script: script, isEmoji: isEmoji, set: set))
    return styles[style].scripts.count - 1
  }
}
