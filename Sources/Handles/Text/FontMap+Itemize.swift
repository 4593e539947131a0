internal import CPango
import GalleyPrimitives

extension FontMap {
  /// Splits a text into items and finds its breaks with Pango; appends them to `items` and `flags`, which are
  /// empty.
  ///
  /// `flags` gets one more entry than the text has scalars.
  ///
  /// - Complexity: O(text), and quadratic in its bidirectional controls.
  package func itemize(
    _ text: UnsafeBufferPointer<UInt8>, attributes: [ItemizerAttributes],
    direction: BaseDirection, items: inout [TextItem], flags: inout [BreakFlags]
  ) {
    guard let first = attributes.first else { return }
    select(first.font, language: first.language)
    let list = attributeList(attributes)
    defer { if let list { pango_attr_list_unref(list) } }
    text.withMemoryRebound(to: CChar.self) { chars in
      let head = pango_itemize_with_base_dir(
        context, direction.pango, chars.baseAddress, 0, Int32(chars.count), list, nil)
      defer { g_list_free(head) }
      let count = scalarCount(text)
      withUnsafeTemporaryAllocation(of: PangoLogAttr.self, capacity: count + 1) { logAttrs in
        logAttrs.initialize(repeating: PangoLogAttr())
        guard let base = logAttrs.baseAddress else { return }
        findDefaultBreaks(chars, scalarCount: count, into: base)
        collect(head, text: chars, attributes: attributes, logAttrs: base, items: &items)
        appendFlags(logAttrs, text: text, to: &flags)
      }
    }
  }

  /// Copies Pango's items into values, and tailors the breaks to the language of each.
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
      let script = UnicodeScript(number: item.pointee.analysis.script)
      if keepsLanguage(attributes[stretch].language, script: script) {
        item.pointee.analysis.language = language(attributes[stretch].language)?.handle
      }
      pango_tailor_break(
        text.baseAddress.map { $0 + offset }, Int32(length), &item.pointee.analysis,
        Int32(offset), logAttrs + scalars.lowerBound, Int32(scalars.count + 1))
      items.append(
        TextItem(
          bytes: offset..<offset + length, scalars: scalars,
          font: item.pointee.analysis.font.map(index(of:)) ?? numberOfGlyphlessFont(),
          level: item.pointee.analysis.level, script: script.tag,
          language: TextLanguage(item.pointee.analysis.language)))
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

  /// The fonts and languages of all stretches; `nil` for a single stretch.
  private func attributeList(_ attributes: [ItemizerAttributes]) -> OpaquePointer? {
    guard attributes.count > 1 else { return nil }
    let list: OpaquePointer? = pango_attr_list_new()
    for stretch in attributes {
      for attribute in [
        pango_attr_font_desc_new(description(stretch.font, language: stretch.language)),
        pango_attr_language_new(language(stretch.language)?.handle),
      ] {
        attribute?.pointee.start_index = guint(stretch.bytes.lowerBound)
        attribute?.pointee.end_index = guint(stretch.bytes.upperBound)
        pango_attr_list_insert(list, attribute)
      }
    }
    return list
  }
}
