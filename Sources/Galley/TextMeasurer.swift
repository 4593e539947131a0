import GalleyFeed
public import GalleyLayout
import GalleyPrimitives
public import GalleyText

/// What plain paragraphs are measured with.
public struct TextMeasureOptions: Sendable {
  /// The font; its size is in layout units.
  public var font: Font
  /// How wide lines may be, in layout units: 1 to 8192.
  public var width: Double
  /// How many text rows are kept of a paragraph, the last with an ellipsis; 0 for all.
  public var maximumRowCount: Int
  /// Where fonts come from.
  public var fonts: FontSource
  /// Whether workers measure, or the caller's own thread.
  public var mode: RenderMode
  /// How many workers there are; 0 for one each core.
  public var workerCount: Int

  /// Options for a font and a width in layout units.
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

/// Why paragraphs could not be measured as asked.
public enum TextMeasureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The width is out of bounds.
  case unsupportedWidth(Double)
  /// The font's size is out of bounds.
  case unsupportedFontSize(Double)
  /// The limit on text rows is negative.
  case unsupportedRowCount(Int)

  /// One line that names the limit.
  public var description: String {
    switch self {
    case .unsupportedWidth(let width): "width \(width) is out of bounds: 1 to 8192"
    case .unsupportedFontSize(let size): "font size \(size) is out of bounds: 1 to 512"
    case .unsupportedRowCount(let count): "\(count) text rows are out of bounds: 0 (all) or more"
    }
  }
}

/// Measures plain paragraphs, one a line of a text: the layout oracle.
///
/// At scale 1: a layout unit is a pixel. What is told depends on the text and the options alone.
public struct TextMeasurer: Sendable {
  /// What paragraphs are measured with.
  public let options: TextMeasureOptions
  /// What of the fonts is not as it was asked for; counted among the warnings of each run.
  public let fontWarnings: [FontWarning]
  private let library: FontLibrary

  /// A measurer with `options`.
  ///
  /// - Throws: ``TextMeasureError`` where an option is out of bounds, ``GalleyLayout/FontError`` where there are
  ///   no fonts.
  public init(_ options: TextMeasureOptions = TextMeasureOptions()) throws {
    guard (1...8192).contains(options.width) else {
      throw TextMeasureError.unsupportedWidth(options.width)
    }
    guard (1...512).contains(options.font.size) else {
      throw TextMeasureError.unsupportedFontSize(options.font.size)
    }
    guard options.maximumRowCount >= 0 else {
      throw TextMeasureError.unsupportedRowCount(options.maximumRowCount)
    }
    self.options = options
    library = try FontLibrary(options.fonts)
    fontWarnings =
      library.warnings + library.missingFamilies([(name: "the text", family: options.font.family)])
  }

  /// Measures each line of `text`, and tells `onElement` of it, in order.
  ///
  /// A line may have 16 MiB of UTF-8; a longer one is told of as a failure.
  ///
  /// - Throws: ``GalleyFeed/FeedError``, what `onElement` throws, or `CancellationError`.
  /// - Complexity: O(text).
  @discardableResult
  public func measure(
    _ text: FeedInput,
    isolation: isolated (any Actor)? = #isolation,
    onElement: (MeasuredElement) throws -> Void = { _ in }
  ) async throws -> MeasureSummary {
    let options = options
    let library = library
    let run = MeasureRun<Typesetter, ParagraphElement> { element, typesetter in
      switch element {
      case .bad(let error): .failure(RowFailure(error))
      case .paragraph(let paragraph): options.measure(paragraph, with: typesetter)
      }
    }
    let batches = ParagraphBatches(try text.paragraphReader())
    var summary = try await run.run(
      options.mode,
      workerCount: RenderOptions(workerCount: options.workerCount)
        .effectiveWorkerCount,
      makeResources: { Typesetter(library) }, next: batches.next, onElement: onElement)
    summary.warningCount += fontWarnings.count
    return summary
  }
}

extension TextMeasureOptions {
  /// Sets one paragraph.
  fileprivate func measure(
    _ paragraph: Paragraph, with typesetter: Typesetter
  ) -> MeasuredElement {
    let text = AttributedText(paragraph.text, attributes: TextAttributes(font: font))
    let container = TextContainer(
      width: width, maximumRowCount: maximumRowCount, truncation: .end)
    do {
      let layout = try typesetter.layout(text, in: container)
      let repairCount = paragraph.repairCount + text.repairs.count
      return .row(
        RowMeasurement(
          index: paragraph.index, id: nil, width: layout.boundingRect.width,
          height: layout.boundingRect.height,
          lines: layout.lines.map { LineMeasurement($0, part: nil, top: 0) },
          lineCount: layout.lines.count,
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
