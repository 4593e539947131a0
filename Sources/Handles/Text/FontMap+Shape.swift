internal import CHarfBuzz
internal import CPango
import GalleyPrimitives

extension FontMap {
  /// Shapes a part of an item with HarfBuzz, in the context of its paragraph, and appends the glyphs from left
  /// to right.
  ///
  /// `bytes` is the part. `hyphen` adds a hyphen after it, in the cluster of its last character. `elongations`, in
  /// the order of the text, add tatweels within it.
  ///
  /// - Complexity: O(part) for ordinary text; quadratic for many marks on one base and for many conjoined
  ///   letters. The context is at most five characters on each side.
  package func shape(
    _ item: TextItem, bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>,
    language: ShapingLanguage, hyphen: Bool, features: [ShapingFeature] = [],
    elongations: [Elongation] = [], into glyphs: inout [ShapedGlyph]
  ) {
    let font = fonts[item.font].harfBuzz
    hb_buffer_reset(buffer)
    hb_buffer_set_flags(
      buffer, hb_buffer_flags_t(HB_BUFFER_FLAG_BOT.rawValue | HB_BUFFER_FLAG_EOT.rawValue))
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
    hb_buffer_set_invisible_glyph(buffer, ShapedGlyph.invisible)
    hb_buffer_set_direction(buffer, item.direction)
    hb_buffer_set_script(buffer, hb_script_t(item.script))
    hb_buffer_set_language(buffer, language.handle)
    var start = bytes.lowerBound
    for elongation in elongations {
      append(start..<elongation.offset, of: text)
      let last = UInt32(text.scalarStart(before: elongation.offset, from: start))
      for _ in 0..<elongation.count { hb_buffer_add(buffer, Elongation.tatweel, last) }
      start = elongation.offset
    }
    append(start..<bytes.upperBound, of: text)
    if hyphen { appendHyphen(font, after: bytes, of: text) }
    if !features.isEmpty {
      let wanted = (item.isSpaced ? Self.withoutLigatures : []) + features.map(\.handle)
      hb_shape(font, buffer, wanted, UInt32(wanted.count))
    } else if item.isSpaced {
      hb_shape(font, buffer, Self.withoutLigatures, UInt32(Self.withoutLigatures.count))
    } else {
      hb_shape(font, buffer, nil, 0)
    }
    appendGlyphs(of: item, text: text, to: &glyphs)
  }

  /// The features that Pango turns off for spaced letters.
  private static let withoutLigatures = ["liga", "clig", "dlig"].map { name in
    let tag = name.utf8.reduce(0) { $0 << 8 | hb_tag_t($1) }
    return hb_feature_t(tag: tag, value: 0, start: 0, end: UInt32.max)
  }

  private func append(_ bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>) {
    text.withMemoryRebound(to: CChar.self) { chars in
      hb_buffer_add_utf8(
        buffer, chars.baseAddress, Int32(chars.count), UInt32(bytes.lowerBound),
        Int32(bytes.count))
    }
  }

  private func appendHyphen(
    _ font: OpaquePointer, after bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>
  ) {
    let last = text.scalarStart(before: bytes.upperBound, from: bytes.lowerBound)
    // The letter before the hyphen keeps its form, as in browsers.
    if isForReaders, text.joinsBefore(from: bytes.upperBound) {
      hb_buffer_add(buffer, Self.joiner, UInt32(last))
    }
    var glyph: hb_codepoint_t = 0
    for hyphen: UInt32 in [0x2010, 0x2D]
    where hb_font_get_nominal_glyph(font, hyphen, &glyph) != 0 {
      hb_buffer_add(buffer, hyphen, UInt32(last))
      return
    }
  }

  /// U+200D, ZERO WIDTH JOINER.
  private static let joiner: hb_codepoint_t = 0x200D

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
      if !position.isShort { position.bound() }
      if item.isUpright { position.turn() }
      var glyph = ShapedGlyph(
        id: info.codepoint, advance: position.x_advance, xOffset: position.x_offset,
        yOffset: position.y_offset, cluster: info.cluster,
        isUnsafeToBreak: info.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0)
      if glyph.id == 0 {
        let character = text.scalar(at: Int(info.cluster))
        glyph.id = ShapedGlyph.missing | character
        glyph.advance = missingAdvance(item.font, character: character)
      }
      glyphs.append(glyph)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the first letter from a byte on joins the letter before it, if that joins the one after it.
  fileprivate func joinsBefore(from start: Int) -> Bool {
    var byte = start
    while byte < count, byte - start < 64 {
      let joining = CursiveJoining(of: scalar(at: byte))
      guard joining.isTransparent else { return joining.joinsBefore }
      byte += utf8Width(self[byte])
    }
    return false
  }

  /// The first byte of the scalar that ends before `end`, not before `start`.
  fileprivate func scalarStart(before end: Int, from start: Int) -> Int {
    var last = end - 1
    while last > start, self[last] & 0xC0 == 0x80 { last -= 1 }
    return last
  }
}

/// Tatweels that are shaped within a text that has none, and lengthen a word: a *kashida*.
package struct Elongation: Hashable, Sendable {
  /// U+0640, ARABIC TATWEEL.
  package static let tatweel: UInt32 = 0x640

  /// The byte of the paragraph before which they are added, between two joined letters; their cluster is that of the
  /// character before it.
  package var offset: Int
  package var count: Int

  package init(offset: Int, count: Int) {
    self.offset = offset
    self.count = count
  }
}

/// An OpenType feature of the letters of an item.
package struct ShapingFeature: Hashable, Sendable {
  /// The feature's tag, as a HarfBuzz tag.
  package var tag: UInt32
  package var value: UInt32

  package init(tag: UInt32, value: UInt32) {
    self.tag = tag
    self.value = value
  }

  fileprivate var handle: hb_feature_t {
    hb_feature_t(tag: tag, value: value, start: 0, end: UInt32.max)
  }
}

extension TextItem {
  fileprivate var direction: hb_direction_t {
    isUpright
      ? isRightToLeft ? HB_DIRECTION_BTT : HB_DIRECTION_TTB
      : isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR
  }
}

extension hb_glyph_position_t {
  /// Whether all advances and offsets are below the largest length of a font; this is one comparison for four numbers.
  fileprivate var isShort: Bool {
    FontLength.areShort(x_advance, y_advance, x_offset, y_offset)
  }

  /// Gives advances and offsets lengths that can be added up and negated.
  fileprivate mutating func bound() {
    x_advance = FontLength.bounded(x_advance)
    y_advance = FontLength.bounded(y_advance)
    x_offset = FontLength.bounded(x_offset)
    y_offset = FontLength.bounded(y_offset)
  }

  /// Turns a position in a column into one on a line: x runs down the page, y to the right.
  fileprivate mutating func turn() {
    (x_advance, y_advance) = (-y_advance, x_advance)
    (x_offset, y_offset) = (-y_offset, x_offset)
  }
}
