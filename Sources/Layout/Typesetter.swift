import GalleyHandles
import GalleyPrimitives
public import GalleyText
import Synchronization

/// Lays out texts in containers with one worker's fonts.
///
/// Not `Sendable`: it stays on the worker that made it. Its results are values.
public final class Typesetter {
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
    fonts = FontEnvironment(configuration: library.configuration)
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
    fonts = FontEnvironment(configuration: library.configuration)
    number = Typesetter.nextNumber()
  }

  /// Lays out `text` in `container`.
  ///
  /// A text has at least one line, which may be empty. Lines are broken between words, and within a word
  /// only if no word fits; each line has at least one character, however narrow the container is. Text
  /// beyond ``TextContainer/maximumRowCount`` is not shaped.
  ///
  /// - Throws: ``LayoutError``, for a container or a font that is out of bounds.
  /// - Complexity: O(text shown), whatever the width.
  public func layout(
    _ text: AttributedText, in container: TextContainer
  ) throws(LayoutError) -> TextLayout {
    try validate(text, container)
    renewFonts()
    // The string is native and contiguous, because it was repaired.
    var string = text.string
    return string.withUTF8 { bytes in
      container.isSimple(for: text)
        ? compose(bytes, text, in: container, recorder: nil).layout
        : flow(bytes, text, through: [container], isRecording: false)[0].layout
    }
  }

  /// Lays out `text` in `container`, and records the position of each grapheme cluster.
  ///
  /// - Throws: ``LayoutError``, as ``layout(_:in:)-(AttributedText,_)`` does.
  /// - Complexity: O(text shown); about twice the work of the layout alone.
  public func map(
    _ text: AttributedText, in container: TextContainer
  ) throws(LayoutError) -> TextMap {
    try validate(text, container)
    renewFonts()
    var string = text.string
    return string.withUTF8 { bytes in
      let empty = GraphemeRecorder(fonts: fonts)
      let (layout, recorder) =
        container.isSimple(for: text)
        ? compose(bytes, text, in: container, recorder: empty)
        : flow(bytes, text, through: [container], isRecording: true)[0]
      return TextMap(layout: layout, recorder: recorder ?? empty)
    }
  }

  func validate(
    _ text: AttributedText, _ container: TextContainer
  ) throws(LayoutError) {
    try validateSize(of: container)
    if !container.isSimple { try validateParts(of: container) }
    try validate(text, utf8Limit: 16 << 20)
  }

  /// Checks a text's numbers and length.
  func validate(_ text: AttributedText, utf8Limit: Int) throws(LayoutError) {
    for run in text.runs where !(1...512).contains(run.attributes.font.size) {
      throw .invalidFontSize(run.attributes.font.size)
    }
    guard text.paragraphStyle.isSound else {
      throw .invalidAttribute("paragraphStyle", 0..<text.utf8Count)
    }
    for run in text.runs where !run.attributes.isPlain {
      guard let name = run.attributes.unsoundAttribute else { continue }
      throw .invalidAttribute(name, run.range)
    }
    guard text.string.utf8.count <= utf8Limit else {
      throw .textTooLong(utf8Count: text.string.utf8.count)
    }
  }

  func validateSize(of container: TextContainer) throws(LayoutError) {
    guard container.hasSoundSize else { throw .invalidContainer(container) }
  }

  /// Adds the lines of a shaped text to a builder.
  func compose(
    _ bytes: UnsafeBufferPointer<UInt8>, _ shaped: ShapedText, into builder: inout LayoutBuilder
  ) {
    let rowLimit = builder.container.maximumRowCount
    let limit = rowLimit > 0 ? rowLimit : Int.max
    let paragraphs = shaped.paragraphs
    var (end, number) = (0, 0)
    while number < paragraphs.count, builder.lineCount < limit {
      end = append(
        paragraphs[number], of: shaped.text, bytes: bytes, to: &builder, limit: limit,
        isLast: number == paragraphs.count - 1, width: builder.width)
      number += 1
    }
    builder.keep(number == paragraphs.count ? paragraphs : Array(paragraphs[..<number]))
    builder.finish(truncatedRange: hiddenRange(of: bytes, from: end))
  }

  private func compose(
    _ bytes: UnsafeBufferPointer<UInt8>, _ text: AttributedText, in container: TextContainer,
    recorder: GraphemeRecorder?
  ) -> (layout: TextLayout, recorder: GraphemeRecorder?) {
    let width = unitWidth(of: container)
    var builder = LayoutBuilder(
      container: container, fonts: fonts, runs: text.runs, width: width)
    builder.recorder = recorder
    builder.exchangeLines(with: &lineBuffer)
    defer { builder.exchangeLines(with: &lineBuffer) }
    let limit = container.maximumRowCount > 0 ? container.maximumRowCount : Int.max
    var directions = BaseDirections(bytes, style: text.paragraphStyle, fonts: fonts)
    var next: Int? = 0
    var end = 0
    while let start = next, builder.lineCount < limit {
      let (range, following) = paragraphEnd(in: bytes, from: start)
      next = following
      let style = text.paragraphStyle(at: range.lowerBound)
      let paragraph = ShapedParagraph(
        bytes, range: range, attributes: itemizerAttributes(of: text, in: range),
        direction: directions.direction(of: range, style: style),
        settings: ParagraphSettings(style), features: ParagraphFeatures(of: text, in: range),
        fonts: fonts, steps: &steps)
      end = append(
        paragraph, of: text, bytes: bytes, to: &builder, limit: limit, isLast: following == nil,
        width: width)
      builder.keep(paragraph)
    }
    builder.finish(truncatedRange: hiddenRange(of: bytes, from: end))
    return (builder.layout(), builder.recorder)
  }

  /// Breaks a paragraph and adds its lines; returns the end of the shown text, as an offset.
  private func append(
    _ paragraph: ShapedParagraph, of source: AttributedText, bytes: UnsafeBufferPointer<UInt8>,
    to builder: inout LayoutBuilder, limit: Int, isLast: Bool, width: Int?
  ) -> Int {
    let text = UnsafeBufferPointer(rebasing: bytes[paragraph.range])
    builder.recordWords(of: text, in: paragraph.range, of: source)
    // The last row before the limit may be truncated.
    let plainLimit = if case .end = builder.container.truncation { limit - 1 } else { limit }
    var next: Int? = 0
    while let from = next, builder.lineCount < limit {
      next = builder.appendPlain(paragraph, from: from, limit: plainLimit, steps: &steps)
      guard let start = next, builder.lineCount < limit else { break }
      let width = paragraph.settings.width(width, ofLineFrom: start)
      let end = lineEnd(of: paragraph, text: text, from: start, width: width)
      let isParagraphEnd = end == paragraph.scalarCount
      if builder.lineCount == limit - 1, builder.container.truncation == .end,
        !(isParagraphEnd && isLast), !isBlank(bytes, from: paragraph.byte(ofScalar: end))
      {
        var truncation = Truncation(paragraph, bytes: bytes, text: source, fonts: fonts)
        defer { steps.add(truncation.steps) }
        return truncation.append(from: start, width: width, to: &builder)
      }
      var line = MeasuredLine(scalars: start..<end, isWrapped: !isParagraphEnd)
      if !paragraph.measure(&line) {
        var composer = LineComposer(paragraph, text: text, fonts: fonts)
        line = composer.measuredAnew(line)
        steps.glyphsShaped += composer.glyphsShaped
      }
      builder.append(line, of: paragraph, isParagraphEnd: isParagraphEnd)
      next = isParagraphEnd ? nil : end
    }
    guard let next else { return isLast ? bytes.count : paragraph.range.upperBound }
    return paragraph.byte(ofScalar: next)
  }

  /// The scalar at which a line ends; makes a breaker only if it is needed.
  private func lineEnd(
    of paragraph: ShapedParagraph, text: UnsafeBufferPointer<UInt8>, from start: Int, width: Int?
  ) -> Int {
    if let end = paragraph.plainLineEnd(from: start, width: width, steps: &steps) { return end }
    var breaker = LineBreaker(paragraph, text: text, fonts: fonts)
    defer { steps.add(breaker.steps) }
    return breaker.lineEnd(from: start, width: width)
  }

  /// The width of the container's inside in Pango units, rounded down; `nil` for no limit.
  func unitWidth(of container: TextContainer) -> Int? {
    let insets = container.insets.clamped
    let inner = max(0, container.size.width - insets.left - insets.right) * 1024
    return inner < Double(Int32.max) ? Int(inner) : nil
  }
}
