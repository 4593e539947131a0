import GalleyHandles
public import GalleyPrimitives
public import GalleyText
import Synchronization

/// Why a text could not be set.
public enum LayoutError: Error, Hashable, Sendable {
  /// The container's size or scale is not positive, its insets or scale are not finite, the scale is
  /// beyond 1/64…64, the limit of text rows is negative, or the line positions are out of bounds.
  case invalidContainer(TextContainer)
  /// A container's or an exclusion's path has a number that is not finite or beyond ±1,048,576, or
  /// more than 65,536 elements; or the container's own path encloses nothing.
  case invalidPath(Path)
  /// A font size, of the text or of a truncation token or message, is not between 1 and 512 layout
  /// units.
  case invalidFontSize(Double)
  /// A number of an attribute is not within the bounds that the attribute's description names; its
  /// name, and where in the text, the truncation token or the message.
  case invalidAttribute(String, Range<Int>)
  /// The text is longer than 16 MiB of UTF-8, or a truncation token or message than 64 KiB.
  case textTooLong(utf8Count: Int)
  /// A number of a cell's template, theme or image is not finite or out of bounds: its name and its value.
  case invalidNumber(String, Double)
}

/// Sets texts into containers with one worker's fonts.
///
/// Not `Sendable`: it lives on the worker that made it. What it makes is a value.
public final class Typesetter {
  /// Which one it is, of all that were ever made.
  ///
  /// An address may come again. It changes when the fonts are opened anew.
  @exclusivity(unchecked) private(set) var number = Typesetter.nextNumber()
  private static let count = Atomic<UInt64>(0)
  @exclusivity(unchecked) private(set) var fonts: FontEnvironment
  private let library: FontLibrary
  /// What composing has done so far.
  @exclusivity(unchecked) public internal(set) var steps = LayoutSteps()
  /// Room for the lines of a text while it is set.
  @exclusivity(unchecked) var lineRoom: [TextLine] = []

  /// A typesetter with fonts of its own from `library`.
  ///
  /// - Complexity: Milliseconds; fonts are opened when text first asks for them.
  public init(_ library: FontLibrary) {
    self.library = library
    fonts = FontEnvironment(configuration: library.configuration)
  }

  private static func nextNumber() -> UInt64 { count.add(1, ordering: .relaxed).newValue }

  /// Opens the fonts anew where too many were opened.
  ///
  /// Texts may name any number of sizes, families and languages. An environment never gives up a single
  /// font, since shaped texts name fonts by their numbers.
  ///
  /// Between texts only. Texts that were shaped before are shaped anew, since the typesetter's number is
  /// another one.
  ///
  /// - Complexity: O(1), but once in many fonts milliseconds.
  func renewFonts() {
    guard fonts.isFull else { return }
    fonts = FontEnvironment(configuration: library.configuration)
    number = Typesetter.nextNumber()
  }

  /// Sets `text` into `container`.
  ///
  /// A text has at least one line, if an empty one. Lines are broken where words end, and within a
  /// word where no other place fits; each takes at least one character however narrow the
  /// container is. Text beyond ``TextContainer/maximumRowCount`` is not even shaped.
  ///
  /// - Throws: ``LayoutError``, for a container or a font that is out of bounds.
  /// - Complexity: O(text shown), whatever the width.
  public func layout(
    _ text: AttributedText, in container: TextContainer
  ) throws(LayoutError) -> TextLayout {
    try validate(text, container)
    renewFonts()
    // The string is native and contiguous: repairing saw to that.
    var string = text.string
    return string.withUTF8 { bytes in
      container.isSimple(for: text)
        ? compose(bytes, text, in: container, recorder: nil).layout
        : flow(bytes, text, through: [container], isRecording: false)[0].layout
    }
  }

  /// Sets `text` into `container`, and notes where each grapheme cluster stands.
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

  /// Sets a text that has been shaped into a builder for its container.
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
    builder.trade(&lineRoom)
    defer { builder.trade(&lineRoom) }
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

  /// Breaks a paragraph and appends its lines; returns the byte of the text where what is shown ends.
  private func append(
    _ paragraph: ShapedParagraph, of source: AttributedText, bytes: UnsafeBufferPointer<UInt8>,
    to builder: inout LayoutBuilder, limit: Int, isLast: Bool, width: Int?
  ) -> Int {
    let text = UnsafeBufferPointer(rebasing: bytes[paragraph.range])
    builder.recordWords(of: text, in: paragraph.range, of: source)
    // The last row before the limit may be cut.
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

  /// The scalar at which a line ends; what is needed to shape it anew is made where it has to be.
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
