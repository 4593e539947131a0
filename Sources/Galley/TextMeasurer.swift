import GalleyCellRendering
import GalleyFeed
public import GalleyFonts
import GalleyMeasuring
import GalleyPrimitives
import GalleyText
import GalleyTypesetting

/// Measures the plain paragraphs of a text, one per line: the layout oracle.
///
/// The scale is 1, so a layout unit is a pixel. The results depend on the text and the options alone.
public struct TextMeasurer: Sendable {
  /// The settings.
  public let options: TextMeasureOptions
  /// The differences between the fonts and the request; each run counts them as warnings.
  public let fontWarnings: [FontWarning]
  private let library: FontLibrary

  /// Makes a measurer with `options`.
  ///
  /// - Throws: ``/GalleyMeasuring/TextMeasureError`` where an option is out of bounds, ``GalleyFonts/FontError`` where there are
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
    library = try FontLibrary(options.fonts, rules: options.rules)
    fontWarnings =
      library.warnings + library.missingFamilies([(name: "the text", family: options.font.family)])
  }

  /// Measures each line of `text`, and calls `onElement` for it, in order.
  ///
  /// A line may have 16 MiB of UTF-8; a longer line is a failure.
  ///
  /// - Throws: ``/GalleyFeedItems/FeedError``, an error of `onElement`, or `CancellationError`.
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
