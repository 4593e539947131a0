import GalleyHandles
import GalleyPrimitives

/// A font of a document, with the glyphs that the pages so far use.
final class PDFFont {
  /// The number of its object.
  let number: Int
  fileprivate let source: FontKey
  private let face: VectorFonts.Face
  /// The text that a glyph shows wherever the text is not given beside it, by the glyph's number.
  fileprivate var texts: [UInt32: String] = [:]
  fileprivate var glyphs: Set<UInt32> = []

  fileprivate init(_ number: Int, _ source: FontKey, _ face: VectorFonts.Face) {
    self.number = number
    self.source = source
    self.face = face
  }

  /// Whether a glyph shows this text; the first text of a glyph decides.
  func shows(_ glyph: UInt32, _ text: String) -> Bool {
    if let known = texts[glyph] { return known == text }
    guard !text.isEmpty else { return false }
    texts[glyph] = text
    return true
  }

  /// Notes that a glyph is used; returns the number by which content names it.
  func use(_ glyph: UInt32) -> UInt32 {
    glyphs.insert(glyph)
    return face.face.characterIdentifier(of: glyph) & 0xFFFF
  }

  /// The advance of a glyph in thousandths of an em, as the document has it.
  func width(of glyph: UInt32) -> Double { face.width(of: glyph).rounded() }

  fileprivate var facts: FontFaceFacts { face.facts }
}

/// The fonts of a document.
final class PDFFonts {
  let source: VectorFonts
  private var fonts: [VectorFonts.File: PDFFont?] = [:]
  private var order: [PDFFont] = []
  /// Fonts whose characters paint nothing, each with the texts of its codes from 1 on.
  private var blanks: [(number: Int, texts: [String])] = []
  private var blankCodes: [String: (number: Int, code: Int)] = [:]

  /// The advance of a character that paints nothing, in ems: that of an `m`, by which readers guess a size.
  static let blankWidth = 0.6

  init(_ source: VectorFonts) { self.source = source }

  /// Returns the font of a key in this document; `nil` if it cannot be embedded.
  func font(_ key: FontKey, writer: PDFWriter) -> PDFFont? {
    let file = VectorFonts.File(key)
    if let known = fonts[file] { return known }
    var font: PDFFont?
    if let face = source.face(key), face.face.isEmbeddable {
      let made = PDFFont(writer.reserve(), key, face)
      order.append(made)
      font = made
    }
    fonts[file] = font
    return font
  }

  /// Returns the font and the code of a text that paints nothing.
  func blank(_ text: String, writer: PDFWriter) -> (number: Int, code: Int) {
    if let known = blankCodes[text] { return known }
    if blanks.last?.texts.count ?? 255 == 255 { blanks.append((writer.reserve(), [])) }
    blanks[blanks.count - 1].texts.append(text)
    let last = blanks[blanks.count - 1]
    let result = (last.number, last.texts.count)
    blankCodes[text] = result
    return result
  }

  /// Writes the fonts, with the used glyphs of each.
  func write(to writer: PDFWriter) {
    for font in order { write(font, to: writer) }
    for blank in blanks { write(blank, to: writer) }
  }

  private func write(_ font: PDFFont, to writer: PDFWriter) {
    let glyphs = font.glyphs.sorted()
    let subset = FontSubset(of: glyphs, path: font.source.path, index: font.source.faceIndex)
    let facts = font.facts
    let name = Self.tag(of: glyphs) + "+" + Self.name(facts.postScriptName)
    let (descendant, descriptor, unicode) = (writer.reserve(), writer.reserve(), writer.reserve())
    var entry = ""
    if let subset {
      let file = writer.reserve()
      switch subset.outlines {
      case .trueType:
        entry = " /FontFile2 \(file) 0 R"
        writer.write(file, Array("/Length1 \(subset.bytes.count)".utf8), stream: subset.bytes)
      case .postScript:
        entry = " /FontFile3 \(file) 0 R"
        writer.write(file, Array("/Subtype /CIDFontType0C".utf8), stream: subset.bytes)
      }
    }
    let isPostScript = if case .postScript = subset?.outlines { true } else { false }
    var record: [UInt8] = []
    record.append("<< /Type /FontDescriptor /FontName /\(name) /Flags 4 /StemV 80 /FontBBox [")
    let box = facts.box
    record.append(
      1000 * box.minX, 1000 * box.minY, 1000 * box.maxX, 1000 * box.maxY, digits: 0)
    record.append("] /ItalicAngle \(facts.isItalic ? -12 : 0) /Ascent")
    record.append(1000 * facts.ascent, digits: 0)
    record.append(" /CapHeight 700 /Descent")
    record.append(-1000 * facts.descent, digits: 0)
    record.append(entry + " >>")
    writer.write(descriptor, record)
    record = []
    record.append("<< /Type /Font /Subtype /CIDFontType\(isPostScript ? 0 : 2) /BaseFont /\(name)")
    record.append(" /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>")
    record.append(" /FontDescriptor \(descriptor) 0 R /DW 1000")
    if !isPostScript { record.append(" /CIDToGIDMap /Identity") }
    record.append(" /W [")
    var texts: [UInt32: String] = [:]
    for glyph in glyphs {
      let code = font.use(glyph)
      record.append("\(code) [")
      record.append(font.width(of: glyph), digits: 0)
      record.append("] ")
      texts[code] = font.texts[glyph]
    }
    record.append("] >>")
    writer.write(descendant, record)
    writer.write(unicode, [], stream: Self.map(texts, digits: 4))
    writer.write(
      font.number,
      Array(
        """
        << /Type /Font /Subtype /Type0 /BaseFont /\(name) /Encoding /Identity-H \
        /DescendantFonts [\(descendant) 0 R] /ToUnicode \(unicode) 0 R >>
        """.utf8))
  }

  private func write(_ blank: (number: Int, texts: [String]), to writer: PDFWriter) {
    let (shape, unicode) = (writer.reserve(), writer.reserve())
    let width = Int(1000 * Self.blankWidth)
    writer.write(shape, [], stream: Array("\(width) 0 d0".utf8))
    var texts: [UInt32: String] = [:]
    for (index, text) in blank.texts.enumerated() { texts[UInt32(index + 1)] = text }
    writer.write(unicode, [], stream: Self.map(texts, digits: 2))
    let count = blank.texts.count
    let names = String(repeating: "/m ", count: count)
    let widths = String(repeating: "\(width) ", count: count)
    writer.write(
      blank.number,
      Array(
        """
        << /Type /Font /Subtype /Type3 /FontBBox [0 0 \(width) 1000] \
        /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /m \(shape) 0 R >> \
        /Encoding << /Type /Encoding /Differences [1 \(names)] >> /FirstChar 1 /LastChar \(count) \
        /Widths [\(widths)] /Resources << >> /ToUnicode \(unicode) 0 R >>
        """.utf8))
  }

  /// A map from codes of so many hexadecimal digits to texts.
  private static func map(_ texts: [UInt32: String], digits: Int) -> [UInt8] {
    var result: [UInt8] = []
    let end = String(repeating: "F", count: digits)
    result.append(
      """
      /CIDInit /ProcSet findresource begin 12 dict begin begincmap
      /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
      /CMapName /Adobe-Identity-UCS def /CMapType 2 def
      1 begincodespacerange <\(String(repeating: "0", count: digits))> <\(end)> endcodespacerange

      """)
    let entries = texts.sorted { $0.key < $1.key }
    for start in stride(from: 0, to: entries.count, by: 100) {
      let part = entries[start..<min(start + 100, entries.count)]
      result.append("\(part.count) beginbfchar\n")
      for entry in part {
        result.append("<")
        result.append(hex: entry.key, count: digits)
        result.append("> ")
        result.append(utf16: entry.value, hasMark: false)
        result.append("\n")
      }
      result.append("endbfchar\n")
    }
    result.append("endcmap CMapName currentdict /CMap defineresource pop end end\n")
    return result
  }

  /// Six letters that differ for different glyphs.
  private static func tag(of glyphs: [UInt32]) -> String {
    var hash = glyphs.withUnsafeBytes { ContentKey(hashing: $0) }.low
    var result = ""
    for _ in 0..<6 {
      result.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "A") + UInt8(hash % 26)))
      hash /= 26
    }
    return result
  }

  /// The letters, digits and hyphens of a font's name.
  private static func name(_ name: String) -> String {
    let kept = name.unicodeScalars.prefix(64).filter {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789-".unicodeScalars.contains($0))
    }
    return kept.isEmpty ? "Font" : String(String.UnicodeScalarView(kept))
  }
}
