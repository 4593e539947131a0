import GalleyPrimitives
import GalleyText

/// Checks the values of a decoded layout: indices, ranges, lengths and attributes.
struct ArchiveCheck {
  /// A description of the first bad value; `nil` if there is none.
  private(set) var fault: String?
  private let frame: LayoutFrame
  private let content: PlacedContent
  /// The end of the text that the lines and the hidden range cover.
  private let textEnd: Int

  /// The largest length in layout units; the lines of the longest text take less.
  private static let reach = 1_099_511_627_776.0
  /// The largest coefficient of an outline's transform.
  private static let stretch = 64.0

  /// Checks a layout.
  ///
  /// - Complexity: O(lines + runs + glyphs).
  init(_ frame: LayoutFrame, _ content: PlacedContent) {
    self.frame = frame
    self.content = content
    textEnd = max(
      frame.lines.last?.range.upperBound ?? 0, frame.truncatedRange?.upperBound ?? 0)
    checkFrame()
    checkLines()
    checkRuns(content.runs, "runs")
    checkRuns(content.rubyRuns, "rubyRuns")
    checkContent()
  }

  /// Throws the fault, if there is one, as an error of `decoder`.
  func get(_ decoder: any Decoder) throws(DecodingError) {
    guard let fault else { return }
    throw .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: fault))
  }

  private mutating func expect(_ isSound: Bool, _ name: @autoclosure () -> String) {
    if !isSound, fault == nil { fault = "\(name()) is out of bounds" }
  }

  private static func isNear(_ lengths: Double...) -> Bool {
    lengths.allSatisfy { abs($0) <= reach }
  }

  private static func isNear(_ rect: Rect) -> Bool {
    isNear(rect.minX, rect.minY, rect.width, rect.height) && rect.width >= 0 && rect.height >= 0
  }

  private func isText(_ range: Range<Int>) -> Bool {
    range.lowerBound >= 0 && range.upperBound <= textEnd
  }

  private mutating func checkFrame() {
    expect(frame.container.hasSoundSize, "container")
    expect(Self.isNear(frame.boundingRect), "boundingRect")
    expect(Self.isNear(frame.boundingSize.width, frame.boundingSize.height), "boundingSize")
    expect(frame.boundingSize.width >= 0 && frame.boundingSize.height >= 0, "boundingSize")
    expect(
      (0...frame.lines.count).contains(frame.rowCount)
        && frame.rowCount - 1 == frame.lines.last?.rowIndex ?? -1, "rowCount")
    expect(textEnd <= Int(UInt32.max), "a line's range")
    if let hidden = frame.truncatedRange { expect(isText(hidden), "truncatedRange") }
  }

  private mutating func checkLines() {
    var (end, row, run) = (0, 0, 0)
    for (number, line) in frame.lines.enumerated() {
      expect(line.range.lowerBound >= end, "the range of line \(number)")
      expect((row...row + 1).contains(line.rowIndex), "rowIndex of line \(number)")
      expect(number > 0 || line.rowIndex == 0, "rowIndex of line 0")
      expect(
        Self.isNear(
          line.origin.x, line.origin.y, line.ascent, line.descent, line.advance,
          line.trailingWhitespace), "line \(number)")
      expect(line.isVertical == frame.container.isVertical, "isVertical of line \(number)")
      if !line.runs.isEmpty {
        expect(
          line.runs.lowerBound >= run && line.runs.upperBound <= content.runs.count,
          "the runs of line \(number)")
        run = line.runs.upperBound
      }
      // Clamped, so that the sum in the next comparison cannot overflow.
      (end, row) = (line.range.upperBound, min(max(line.rowIndex, 0), frame.lines.count))
    }
  }

  private mutating func checkRuns(_ runs: [GlyphRun], _ name: String) {
    var end = 0
    for (number, run) in runs.enumerated() {
      expect(content.fonts.indices.contains(run.font), "the font of \(name) \(number)")
      expect(isText(run.range), "the range of \(name) \(number)")
      expect(Self.isNear(run.origin.x, run.origin.y), "the origin of \(name) \(number)")
      expect(
        run.glyphs.lowerBound >= end && run.glyphs.upperBound <= content.glyphs.count,
        "the glyphs of \(name) \(number)")
      if let look = run.attributeRun {
        expect(content.attributeRuns.indices.contains(look), "the attributes of \(name) \(number)")
      }
      end = max(end, run.glyphs.upperBound)
    }
  }

  private mutating func checkContent() {
    for (number, glyph) in content.glyphs.enumerated() {
      expect(Int(glyph.cluster) <= textEnd, "the cluster of glyph \(number)")
    }
    for (number, font) in content.fonts.enumerated() {
      let parts = font.transform.map { [$0.xx, $0.xy, $0.yx, $0.yy] } ?? []
      expect(
        (1...512).contains(font.size) && (0...Int(Int32.max)).contains(font.faceIndex)
          && parts.allSatisfy { abs($0) <= Self.stretch }
          && (0...64).contains(font.strokeWidth ?? 0)
          && (font.axes ?? []).count <= 64
          && (font.axes ?? []).allSatisfy { abs($0) <= 32_767 },
        "font \(number)")
    }
    expect(content.missingGlyphCount >= 0, "missingGlyphCount")
    for (number, run) in content.attributeRuns.enumerated() {
      let name = run.attributes.unsoundAttribute
      expect(
        name == nil && (1...512).contains(run.attributes.font.size),
        "\(name ?? "font") of attribute run \(number)")
    }
    for (number, attachment) in content.attachments.enumerated() {
      var attributes = TextAttributes(font: Font(size: 1))
      attributes.attachment = attachment.attachment
      expect(
        attributes.unsoundAttribute == nil && Self.isNear(attachment.rect)
          && frame.lines.indices.contains(attachment.line)
          && (0...textEnd).contains(attachment.offset), "attachment \(number)")
    }
  }
}

extension TextMap {
  /// A description of the first bad value of a decoded map; `nil` if there is none.
  static func fault(
    _ graphemes: [PlacedGrapheme], of lines: [Range<Int>], in layout: TextLayout
  ) -> String? {
    guard lines.count == layout.lines.count, lines.last?.upperBound ?? 0 == graphemes.count else {
      return "the graphemes' lines are not the layout's"
    }
    var end = 0
    for (number, own) in lines.enumerated() {
      guard own.lowerBound == end, own.upperBound <= graphemes.count else {
        return "the graphemes of line \(number) are out of bounds"
      }
      end = own.upperBound
      let range = layout.lines[number].range
      var start = range.lowerBound
      for grapheme in graphemes[own] {
        let isOnLine =
          grapheme.isToken
          || start <= grapheme.range.lowerBound && grapheme.range.upperBound <= range.upperBound
        guard isOnLine, grapheme.width.rawValue >= 0 else {
          return "a grapheme of line \(number) is out of bounds"
        }
        if !grapheme.isToken { start = grapheme.range.lowerBound }
      }
    }
    return nil
  }
}
