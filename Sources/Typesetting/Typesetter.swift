public import GalleyFonts
import GalleyHandles
public import GalleyLayout
public import GalleyParagraphs
import GalleyPrimitives
public import GalleyText
import Synchronization

/// Lays out texts in containers with one worker's fonts.
///
/// A layout takes four steps for each paragraph. A `ParagraphReader` itemizes it, which gives items of one
/// font each, and shapes the items into glyphs. Then the paragraph is broken into lines, and a
/// `LayoutBuilder` places each line below the last one. A `FlowComposer` takes the same steps for
/// containers that are more than a width and a limit of rows.
///
/// Not `Sendable`: it stays on the worker that made it. Its results are values.
public final class Typesetter {
  // Invariant: during an access to such a property, no code with a reference to
  // this typesetter runs.
  /// The number of this typesetter and its fonts, unique in the process, unlike an address.
  ///
  /// It changes when the fonts are opened again.
  @exclusivity(unchecked) private(set) var number = Typesetter.nextNumber()
  private static let count = Atomic<UInt64>(0)
  @exclusivity(unchecked) private(set) var fonts: FontEnvironment
  private let library: FontLibrary
  /// The work so far.
  @exclusivity(unchecked) public internal(set) var steps = LayoutSteps()
  /// Memory for the lines of a text while it is laid out.
  @exclusivity(unchecked) var lineBuffer: [TextLine] = []

  /// A typesetter with fonts of its own from `library`.
  ///
  /// - Complexity: Milliseconds; fonts are opened at their first use.
  public init(_ library: FontLibrary) {
    self.library = library
    fonts = FontEnvironment(configuration: library.configuration, rules: library.rules)
  }

  private static func nextNumber() -> UInt64 { count.add(1, ordering: .relaxed).newValue }

  /// Opens the fonts again if too many are open.
  ///
  /// Texts may name any number of sizes, families and languages. An environment never closes a single font,
  /// because shaped texts refer to fonts by their numbers.
  ///
  /// Called between texts only. Texts that were shaped before are shaped again, because the typesetter's
  /// number changes.
  ///
  /// - Complexity: O(1); rarely, milliseconds.
  func renewFonts() {
    guard fonts.isFull else { return }
    fonts = FontEnvironment(configuration: library.configuration, rules: library.rules)
    number = Typesetter.nextNumber()
  }

  /// Prepares the fonts for a text.
  func begin(_ text: AttributedText) {
    renewFonts()
    fonts.begin(in: fonts.decided(of: text))
  }

  /// Lays out `text` in `container`.
  ///
  /// A text has at least one line, which may be empty. Lines are broken between words, and within a word
  /// only if no word fits; each line has at least one character, however narrow the container is. Text
  /// beyond ``/GalleyLayout/TextContainer/maximumRowCount`` is not shaped.
  ///
  /// - Throws: ``/GalleyLayout/LayoutError``, for a container or a font that is out of bounds.
  /// - Complexity: O(text shown), for any width.
  public func layout(
    _ text: AttributedText, in container: TextContainer
  ) throws(LayoutError) -> TextLayout {
    try validate(text, container)
    begin(text)
    // The string is native and contiguous, because it was repaired.
    var string = text.string
    return string.withUTF8 { bytes in
      container.isSimple(for: text)
        ? layOut(text, bytes, in: container, recorder: nil).layout
        : flow(bytes, text, through: [container], isRecording: false)[0].layout
    }
  }

  /// Lays out `text` in `container`, and records the position of each grapheme cluster.
  ///
  /// - Throws: ``/GalleyLayout/LayoutError``, as ``layout(_:in:)-(AttributedText,_)`` does.
  /// - Complexity: O(text shown); about twice the work of the layout alone.
  public func map(
    _ text: AttributedText, in container: TextContainer
  ) throws(LayoutError) -> TextMap {
    try validate(text, container)
    begin(text)
    var string = text.string
    return string.withUTF8 { bytes in
      let empty = GraphemeRecorder(fonts: fonts)
      let (layout, recorder) =
        container.isSimple(for: text)
        ? layOut(text, bytes, in: container, recorder: empty)
        : flow(bytes, text, through: [container], isRecording: true)[0]
      return TextMap(layout: layout, recorder: recorder ?? empty)
    }
  }
}

// MARK: - Lines

extension Typesetter {
  private func layOut(
    _ text: AttributedText, _ bytes: UnsafeBufferPointer<UInt8>, in container: TextContainer,
    recorder: GraphemeRecorder?
  ) -> (layout: TextLayout, recorder: GraphemeRecorder?) {
    var builder = LayoutBuilder(text, in: container, fonts: fonts)
    builder.recorder = recorder
    builder.exchangeLines(with: &lineBuffer)
    defer { builder.exchangeLines(with: &lineBuffer) }
    var paragraphs = ParagraphReader(text, bytes, fonts: fonts)
    addLines(of: &paragraphs, text, bytes, to: &builder)
    steps.add(paragraphs.steps)
    return (builder.layout(), builder.recorder)
  }

  /// Adds the lines of a text's paragraphs to a builder, up to the container's limit.
  func addLines(
    of paragraphs: inout some IteratorProtocol<ShapedParagraph>, _ text: AttributedText,
    _ bytes: UnsafeBufferPointer<UInt8>, to builder: inout LayoutBuilder
  ) {
    let limit = builder.container.rowLimit
    var end = 0
    while builder.lineCount < limit, let paragraph = paragraphs.next() {
      end = addLines(of: paragraph, text, bytes, to: &builder)
      builder.keep(paragraph)
    }
    builder.finish(truncatedRange: bytes.hiddenRange(from: end))
  }

  /// Adds the lines of a paragraph to a builder; returns the end of the shown text, as an offset.
  private func addLines(
    of paragraph: ShapedParagraph, _ text: AttributedText, _ bytes: UnsafeBufferPointer<UInt8>,
    to builder: inout LayoutBuilder
  ) -> Int {
    let own = UnsafeBufferPointer(rebasing: bytes[paragraph.range])
    let isLast = paragraph.range.upperBound == bytes.count
    let limit = builder.container.rowLimit
    let truncates = if case .end = builder.container.truncation { true } else { false }
    builder.recordWords(of: own, in: paragraph.range, of: text)
    var next: Int? = 0
    let planned = paragraph.plannedEnds(
      from: 0, room: builder.width, limit: limit - builder.lineCount, of: own, fonts: fonts,
      steps: &steps)
    while let from = next, builder.lineCount < limit {
      // The last row before the limit may be truncated.
      next = builder.appendPlain(
        paragraph, from: from, limit: truncates ? limit - 1 : limit, steps: &steps)
      guard let start = next, builder.lineCount < limit else { break }
      let width = paragraph.settings.width(builder.width, ofLineFrom: start)
      let end =
        planned.first { $0 > start }
        ?? paragraph.lineEnd(from: start, width: width, of: own, fonts: fonts, steps: &steps)
      let isParagraphEnd = end == paragraph.scalarCount
      if truncates, builder.lineCount == limit - 1, !(isParagraphEnd && isLast),
        !bytes.isBlank(from: paragraph.byte(ofScalar: end))
      {
        var truncation = RowTruncation(
          text, bytes: bytes, fonts: fonts, container: builder.container, paragraph: paragraph,
          from: start, width: width)
        let row = truncation.row()
        steps.add(truncation.steps)
        builder.append(row)
        return row.dropped.lowerBound
      }
      let line = paragraph.measuredLine(
        start..<end, isWrapped: !isParagraphEnd, width: width, of: own, fonts: fonts, steps: &steps)
      builder.append(line, of: paragraph, isParagraphEnd: isParagraphEnd)
      next = isParagraphEnd ? nil : end
    }
    guard let next else { return isLast ? bytes.count : paragraph.range.upperBound }
    return paragraph.byte(ofScalar: next)
  }
}
