import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import RasterOracle

/// The font files of the tests.
enum Fonts {
  static let sans = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"
  static let bold = "/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf"
  static let arabic = "/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf"
  static let devanagari = "/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf"
  static let cjk = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
  static let emoji = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"
}

/// Text laid out by hand: each part in its own font, one after another, wrapped at spaces.
struct SampleText {
  struct Part {
    var text: String
    var font: FontKey
    var color: Color
  }

  /// The layout of `parts` with lines of at most `width` layout units.
  static func layout(
    _ parts: [Part], width: Double = 10_000, lineHeight: Double = 20, ascent: Double = 15
  ) -> TextLayout {
    let fonts = parts.reduce(into: [FontKey]()) { fonts, part in
      if !fonts.contains(part.font) { fonts.append(part.font) }
    }
    let limit = Int32(width * 1024)
    var (runs, glyphs, lines) = ([GlyphRun](), [PlacedGlyph](), [TextLine]())
    var (pen, baseline, firstRun, widest) = (Int32(0), ascent, 0, Int32(0))
    func endLine() {
      lines.append(
        TextLine(
          range: 0..<0, origin: Point(x: 0, y: baseline), ascent: ascent,
          descent: lineHeight - ascent, advance: Double(pen) / 1024, trailingWhitespace: 0,
          rowIndex: lines.count, isRightToLeft: false, runs: firstRun..<runs.count))
      widest = max(widest, pen)
      firstRun = runs.count
      baseline += lineHeight
      pen = 0
    }
    for part in parts {
      for word in words(of: part.text) {
        let shaped = shape(word, part.font)
        let advance = shaped.reduce(0) { $0 + $1.advance }
        if pen > 0, pen + advance > limit { endLine() }
        let font = fonts.firstIndex(of: part.font) ?? 0
        // Words with one font and colour share a run, as in a real layout.
        var run =
          runs.count > firstRun && runs[runs.count - 1].font == font
            && runs[runs.count - 1].color == part.color
          ? runs.removeLast()
          : GlyphRun(
            font: font, color: part.color, range: 0..<0, glyphs: glyphs.count..<glyphs.count,
            origin: Point(x: Double(pen) / 1024, y: baseline), level: 0)
        let start = pen - Int32(run.origin.x * 1024)
        for glyph in shaped {
          glyphs.append(
            PlacedGlyph(
              id: glyph.glyph, x: PangoUnits(rawValue: start + glyph.x),
              y: PangoUnits(rawValue: glyph.y), advance: PangoUnits(rawValue: glyph.advance),
              cluster: glyph.cluster))
        }
        run.glyphs = run.glyphs.lowerBound..<glyphs.count
        runs.append(run)
        pen += advance
      }
    }
    endLine()
    let size = Size(width: Double(widest) / 1024, height: Double(lines.count) * lineHeight)
    return TextLayout(
      container: TextContainer(width: width), lines: lines, runs: runs, glyphs: glyphs,
      fonts: fonts, boundingRect: Rect(x: 0, y: 0, width: size.width, height: size.height),
      boundingSize: size, rowCount: lines.count, truncatedRange: nil, missingGlyphCount: 0)
  }

  /// One line of one font.
  static func line(
    _ text: String, font path: String = Fonts.sans, face: Int = 0, size: Double = 14,
    color: Color = .black
  ) -> TextLayout {
    let key = FontKey(path: path, faceIndex: face, size: size)
    return layout([Part(text: text, font: key, color: color)])
  }

  private static func words(of text: String) -> [String] {
    var words: [String] = []
    for character in text {
      if let last = words.last, !last.hasSuffix(" "), character.isASCII || !isIdeograph(character) {
        words[words.count - 1] = last + String(character)
      } else {
        words.append(String(character))
      }
    }
    return words
  }

  private static func isIdeograph(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { (0x3000...0x9FFF).contains($0.value) } ?? false
  }

  private static func shape(_ text: String, _ font: FontKey) -> [oracle_glyph] {
    var glyphs = [oracle_glyph](repeating: oracle_glyph(), count: 4 * text.utf8.count + 8)
    let count = glyphs.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map {
        oracle_shape(
          font.path, Int32(font.faceIndex), font.size * 1024, text, $0, Int32(buffer.count))
      } ?? -1
    }
    return Array(glyphs.prefix(max(0, Int(count))))
  }
}

extension Surface {
  /// The pixels, row by row.
  borrowing func copyPixels() -> [UInt32] {
    withPixels { bytes, _ in
      bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    }
  }
}

extension Picture {
  /// All pixels, row by row.
  func copyPixels() -> [UInt32] {
    withPixels { bytes, _ in
      bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    }
  }
}
