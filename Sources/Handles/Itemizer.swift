internal import CPango

/// A stretch of a paragraph in one font, script, language and direction, ready to be shaped.
package struct TextItem: Sendable {
  /// UTF-8 offsets into the paragraph.
  package var bytes: Range<Int>
  /// Counted in Unicode scalars.
  package var scalars: Range<Int>
  /// The font's number in its environment.
  package var font: Int
  /// The embedding level; odd reads from right to left.
  package var level: UInt8
  /// ISO 15924, as a HarfBuzz tag.
  package var script: UInt32
  // Invariant: a PangoLanguage is never freed and never changed, so that any thread may read it.
  nonisolated(unsafe) let language: OpaquePointer?
  /// Whether letters are spaced, so that ligatures would stand out.
  package var isSpaced = false
  /// Whether its glyphs stand upright, one below the other, in vertical text.
  package var isUpright = false

  /// The language that its script is shaped in, as a BCP 47 tag.
  package var languageTag: String {
    language.flatMap { pango_language_to_string($0) }.map { String(cString: $0) } ?? ""
  }

  /// Whether the item reads from right to left.
  @inlinable package var isRightToLeft: Bool { level & 1 == 1 }
}

/// What may happen between two scalars, and what the scalar after that place is.
///
/// Inlinable, members and all: Layout asks for each scalar, and where it cannot see the set's
/// conformances it goes through witness tables, which took a fifth of a layout's time.
@usableFromInline
package struct BreakFlags: OptionSet, BitwiseCopyable, Sendable {
  @usableFromInline package let rawValue: UInt16
  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A line may end here.
  @inlinable package static var line: BreakFlags { BreakFlags(rawValue: 1 << 0) }
  /// A line may end here if no better place fits.
  @inlinable package static var character: BreakFlags { BreakFlags(rawValue: 1 << 1) }
  /// The scalar after is white space.
  @inlinable package static var white: BreakFlags { BreakFlags(rawValue: 1 << 2) }
  /// A caret may stand here: a grapheme cluster's edge.
  @inlinable package static var caret: BreakFlags { BreakFlags(rawValue: 1 << 3) }
  /// A line that ends here shows a hyphen.
  @inlinable package static var hyphen: BreakFlags { BreakFlags(rawValue: 1 << 4) }
  /// The hyphen takes the place of the scalar before.
  @inlinable package static var replacesPreceding: BreakFlags { BreakFlags(rawValue: 1 << 5) }
  /// The scalar after is a space that justification may widen.
  @inlinable package static var expandable: BreakFlags { BreakFlags(rawValue: 1 << 6) }
  /// The scalar after is a tab.
  @inlinable package static var tab: BreakFlags { BreakFlags(rawValue: 1 << 7) }
  /// The text on both sides was shaped together and has to be shaped anew if parted here.
  @inlinable package static var unsafe: BreakFlags { BreakFlags(rawValue: 1 << 8) }
}

extension BreakFlags {
  /// What Pango says of a place.
  init(_ attr: PangoLogAttr) {
    self = []
    if attr.is_line_break != 0 { insert(.line) }
    if attr.is_char_break != 0 { insert(.character) }
    if attr.is_white != 0 { insert(.white) }
    if attr.is_cursor_position != 0 { insert(.caret) }
    if attr.break_inserts_hyphen != 0 { insert(.hyphen) }
    if attr.break_removes_preceding != 0 { insert(.replacesPreceding) }
    if attr.is_expandable_space != 0 { insert(.expandable) }
  }
}

/// Which way a paragraph reads.
package enum BaseDirection: Sendable {
  case leftToRight
  case rightToLeft
}

/// The fonts and languages of a paragraph's stretches, for itemizing.
package struct ItemizerAttributes {
  package var bytes: Range<Int>
  package var font: FontRequest
  package var language: String

  package init(bytes: Range<Int>, font: FontRequest, language: String) {
    self.bytes = bytes
    self.font = font
    self.language = language
  }
}

extension FontEnvironment {
  /// The direction of the first strongly directional character; `nil` where there is none.
  ///
  /// - SeeAlso: UAX #9, P2 and P3.
  /// - Complexity: O(characters before it).
  package func baseDirection(of text: UnsafeBufferPointer<UInt8>) -> BaseDirection? {
    for (index, byte) in text.enumerated() {
      // Letters of ASCII, and all of U+5000 to U+9FFF, are strong; other ASCII is not.
      if (0x41...0x5A).contains(byte & ~0x20) || (0xE5...0xE9).contains(byte) {
        return .leftToRight
      }
      if byte >= 0x80 { return searchedDirection(of: text, from: index) }
    }
    return nil
  }

  private func searchedDirection(
    of text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> BaseDirection? {
    UnsafeBufferPointer(rebasing: text[start...]).withMemoryRebound(to: CChar.self) { text in
      switch galley_find_base_direction(text.baseAddress, Int32(text.count)) {
      case PANGO_DIRECTION_LTR: .leftToRight
      case PANGO_DIRECTION_RTL: .rightToLeft
      default: nil
      }
    }
  }

  /// Splits a slice of a paragraph into items and finds its breaks; appends them to `items` and `flags`,
  /// which are empty.
  ///
  /// - Complexity: O(slice), and quadratic in its bidirectional controls.
  func itemizeSlice(
    _ text: UnsafeBufferPointer<UInt8>, attributes: [ItemizerAttributes],
    direction: BaseDirection, items: inout [TextItem], flags: inout [BreakFlags]
  ) {
    guard let first = attributes.first, !text.isEmpty else {
      flags.append([.caret])
      return
    }
    if !leavesAllToPango, attributes.count == 1,
      itemizePlainly(
        text, style: first, direction: direction, items: &items, flags: &flags)
    {
      return
    }
    select(first.font, language: first.language)
    let list = attributeList(attributes)
    defer { if let list { pango_attr_list_unref(list) } }
    text.withMemoryRebound(to: CChar.self) { chars in
      let head = pango_itemize_with_base_dir(
        context, direction == .rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR,
        chars.baseAddress, 0, Int32(chars.count), list, nil)
      defer { g_list_free(head) }
      let count = scalarCount(text)
      withUnsafeTemporaryAllocation(of: PangoLogAttr.self, capacity: count + 1) { logAttrs in
        logAttrs.initialize(repeating: PangoLogAttr())
        guard let base = logAttrs.baseAddress else { return }
        pango_default_break(chars.baseAddress, Int32(chars.count), nil, base, Int32(count + 1))
        collect(head, text: chars, attributes: attributes, logAttrs: base, items: &items)
        appendFlags(logAttrs, text: text, to: &flags)
      }
    }
  }

  /// Copies Pango's items into values, tailoring the breaks to each one's language on the way.
  private func collect(
    _ head: UnsafeMutablePointer<GList>?, text: UnsafeBufferPointer<CChar>,
    attributes: [ItemizerAttributes],
    logAttrs: UnsafeMutablePointer<PangoLogAttr>, items: inout [TextItem]
  ) {
    var scalar = 0
    var stretch = 0
    var node = head
    while let link = node {
      defer { node = link.pointee.next }
      guard let item = link.pointee.data?.assumingMemoryBound(to: PangoItem.self) else { continue }
      defer { pango_item_free(item) }
      let scalars = scalar..<scalar + Int(item.pointee.num_chars)
      scalar = scalars.upperBound
      let offset = Int(item.pointee.offset)
      let length = Int(item.pointee.length)
      while stretch < attributes.count - 1, attributes[stretch].bytes.upperBound <= offset {
        stretch += 1
      }
      let script = PangoScript(rawValue: PangoScript.RawValue(item.pointee.analysis.script))
      if keepsLanguage(attributes[stretch].language, script: script) {
        item.pointee.analysis.language = language(attributes[stretch].language)
      }
      pango_tailor_break(
        text.baseAddress.map { $0 + offset }, Int32(length), &item.pointee.analysis,
        Int32(offset), logAttrs + scalars.lowerBound, Int32(scalars.count + 1))
      items.append(
        TextItem(
          bytes: offset..<offset + length, scalars: scalars,
          font: item.pointee.analysis.font.map(index(of:)) ?? numberOfGlyphlessFont(),
          level: item.pointee.analysis.level,
          script: g_unicode_script_to_iso15924(
            GUnicodeScript(rawValue: Int32(item.pointee.analysis.script))),
          language: item.pointee.analysis.language))
    }
  }

  private func appendFlags(
    _ logAttrs: UnsafeMutableBufferPointer<PangoLogAttr>, text: UnsafeBufferPointer<UInt8>,
    to flags: inout [BreakFlags]
  ) {
    flags.reserveCapacity(logAttrs.count)
    var byte = 0
    for attr in logAttrs {
      var flag = BreakFlags(attr)
      if byte < text.count {
        if text[byte] == UInt8(ascii: "\t") { flag.insert(.tab) }
        byte += utf8Width(text[byte])
      }
      flags.append(flag)
    }
  }

  /// The fonts and languages of all stretches, where there is more than one.
  private func attributeList(_ attributes: [ItemizerAttributes]) -> OpaquePointer? {
    guard attributes.count > 1 else { return nil }
    let list: OpaquePointer? = pango_attr_list_new()
    for stretch in attributes {
      for attribute in [
        pango_attr_font_desc_new(description(stretch.font, language: stretch.language)),
        pango_attr_language_new(language(stretch.language)),
      ] {
        attribute?.pointee.start_index = guint(stretch.bytes.lowerBound)
        attribute?.pointee.end_index = guint(stretch.bytes.upperBound)
        pango_attr_list_insert(list, attribute)
      }
    }
    return list
  }
}

/// How many bytes a UTF-8 sequence has, by its first byte.
@inlinable
package func utf8Width(_ lead: UInt8) -> Int {
  lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
}

/// How many scalars well-formed UTF-8 holds.
package func scalarCount(_ text: UnsafeBufferPointer<UInt8>) -> Int {
  var count = 0
  for byte in text where byte & 0xC0 != 0x80 { count += 1 }
  return count
}
