import GalleyCellRendering
package import GalleyFeed
public import GalleyFonts
import GalleyLayout
public import GalleyPrimitives
public import GalleyText
package import GalleyTypesetting

/// The settings for measuring plain paragraphs.
public struct TextMeasureOptions: Sendable {
  /// The font; its size is in layout units.
  public var font: Font
  /// The language as a BCP 47 tag; `nil` if the letters decide it.
  public var language: String?
  /// The maximum width of lines in layout units: 1 to 8192.
  public var width: Double
  /// The maximum number of text rows of a paragraph, the last with an ellipsis; 0 for all.
  public var maximumRowCount: Int
  /// The source of fonts.
  public var fonts: FontSource
  /// The rules of text.
  public var rules = TextRules.reader
  /// Whether workers measure, or the caller's thread.
  public var mode: RenderMode
  /// The number of workers; 0 for one per core.
  public var workerCount: Int

  /// Makes options for a font and a width in layout units.
  public init(
    font: Font = Font(size: 14), width: Double = 375, maximumRowCount: Int = 0,
    fonts: FontSource = .noto, mode: RenderMode = .async, workerCount: Int = 0
  ) {
    self.font = font
    self.width = width
    self.maximumRowCount = maximumRowCount
    self.fonts = fonts
    self.mode = mode
    self.workerCount = workerCount
  }
}

extension TextMeasureOptions {
  private func rowLanguage(of paragraph: Paragraph) -> RowLanguage? {
    if let language { return RowLanguage(tag: language, source: .own) }
    return rules == .reader ? RowLanguage(lettersOf: paragraph.text) : nil
  }

  /// Lays out and measures one paragraph.
  package func measure(
    _ paragraph: Paragraph, with typesetter: Typesetter
  ) -> MeasuredElement {
    let text = AttributedText(
      paragraph.text, attributes: TextAttributes(font: font, language: language))
    let container = TextContainer(
      width: width, maximumRowCount: maximumRowCount, truncation: .end)
    do {
      let layout = try typesetter.layout(text, in: container)
      let repairCount = paragraph.repairCount + text.repairs.count
      return .row(
        RowMeasurement(
          index: paragraph.index, id: nil, width: layout.boundingRect.width,
          height: layout.boundingRect.height,
          lines: layout.lines.map { RowMeasurement.Line($0, part: nil, top: 0) },
          lineCount: layout.lines.count,
          language: rowLanguage(of: paragraph),
          isTruncated: layout.isTruncated, repairCount: repairCount,
          missingGlyphCount: layout.missingGlyphCount,
          warnings: .about(
            missingGlyphCount: layout.missingGlyphCount, repairCount: repairCount,
            texts: [(nil, text.repairs)])))
    } catch {
      let reason =
        if case .textTooLong(let count) = error {
          "its repaired text has \(count) bytes, more than the limit of 16777216"
        } else {
          "\(error)"
        }
      return .failure(
        RowFailure(
          index: paragraph.index, byteOffset: paragraph.byteOffset,
          message: """
            item \(paragraph.index) (line \(paragraph.index + 1), byte \
            \(paragraph.byteOffset)): \(reason)
            """))
    }
  }
}
