/// Puts an attributed text together from its start to its end, in time linear in it.
public struct AttributedTextBuilder {
  private var string = ""
  private var runs: [AttributeRun] = []
  /// How paragraphs are set whose own attributes do not say.
  public var paragraphStyle: ParagraphStyle

  /// A builder of an empty text.
  public init(paragraphStyle: ParagraphStyle = ParagraphStyle()) {
    self.paragraphStyle = paragraphStyle
  }

  /// How many bytes of UTF-8 have been added, before any repair.
  public var utf8Count: Int { string.utf8.count }

  /// Adds a string of one look.
  public mutating func append(_ string: some StringProtocol, attributes: TextAttributes) {
    let start = utf8Count
    self.string += string
    append(AttributeRun(range: start..<utf8Count, attributes: attributes))
  }

  /// Adds a string of one look whose joined attributes began where `anchors` says, or else go on from
  /// what was added last.
  mutating func append(_ string: String, attributes: TextAttributes, anchors: [Int]?) {
    let start = utf8Count
    self.string += string
    var run = AttributeRun(range: start..<utf8Count, attributes: attributes)
    if let anchors {
      run.boxedAnchors = AttributeAnchors(anchors).boxed
    } else if let last = runs.last, !attributes.isPlain {
      run.boxedAnchors = AttributeAnchors(of: attributes, after: last, at: start).boxed
    }
    append(run)
  }

  /// Adds a text with its attributes; its paragraph style is not taken over.
  public mutating func append(_ text: AttributedText) {
    append(text, in: 0..<text.utf8Count)
  }

  /// Adds a range of a text, as UTF-8 offsets, with its attributes; ends within grapheme clusters
  /// move outwards.
  public mutating func append(_ text: AttributedText, in range: Range<Int>) {
    let lower = text.boundary(notAfter: range.lowerBound)
    let range = lower..<max(lower, text.boundary(notBefore: range.upperBound))
    let distance = utf8Count - lower
    string += text.substring(range)
    var index = text.runIndex(at: lower)
    while index < text.runs.count, text.runs[index].range.lowerBound < range.upperBound {
      let run = text.runs[index].clamped(to: range)
      append(run.moved(by: distance))
      index += 1
    }
  }

  private mutating func append(_ run: AttributeRun) {
    guard !run.range.isEmpty else { return }
    if let last = runs.last, last.isLike(run) {
      runs[runs.count - 1].range = last.range.lowerBound..<run.range.upperBound
    } else {
      runs.append(run)
    }
  }

  /// Puts together what was added, and repairs it.
  ///
  /// Where what was added together makes one grapheme cluster, it looks as its first part does.
  ///
  /// - Parameter attributes: the look of a text without characters.
  /// - Returns: the text.
  /// - Complexity: O(text).
  public func text(emptyAttributes attributes: TextAttributes) -> AttributedText {
    guard !runs.isEmpty else {
      return AttributedText("", attributes: attributes, paragraphStyle: paragraphStyle)
    }
    var runs = runs
    var whole = string
    var repairs = TextRepairs()
    if needsRepair(whole) {
      var repairer = TextRepairer()
      for index in runs.indices {
        let start = repairer.result.utf8.count
        let range = runs[index].range
        let first = string.utf8.index(string.startIndex, offsetBy: range.lowerBound)
        let last = string.utf8.index(first, offsetBy: range.count)
        repairer.append(string.unicodeScalars[first..<last])
        runs[index].range = start..<repairer.result.utf8.count
      }
      whole = repairer.result
      repairs = repairer.repairs
    } else {
      whole.makeContiguousUTF8()
    }
    let text = AttributedText(
      repaired: whole, repairs: repairs, runs: runs, paragraphStyle: paragraphStyle)
    return text.withRunsBetweenCharacters()
  }
}

extension AttributedText {
  /// This text with the ends of its runs moved on to the next grapheme cluster.
  fileprivate func withRunsBetweenCharacters() -> AttributedText {
    guard !runs.allSatisfy({ isBoundary($0.range.upperBound) && !$0.range.isEmpty }) else {
      return self
    }
    var result: [AttributeRun] = []
    var start = 0
    for run in runs {
      let end = max(start, boundary(notBefore: run.range.upperBound))
      guard end > start else { continue }
      var moved = run
      moved.range = start..<end
      result.append(moved)
      start = end
    }
    if result.isEmpty, var first = runs.first {
      first.range = 0..<utf8Count
      result = [first]
    }
    return AttributedText(
      repaired: string, repairs: repairs, runs: result, paragraphStyle: paragraphStyle)
  }

  /// A range of this text, as UTF-8 offsets, as a text of its own; ends within grapheme clusters
  /// move outwards.
  ///
  /// - Complexity: O(range + runs in it).
  public func subtext(_ range: Range<Int>) -> AttributedText {
    var builder = AttributedTextBuilder(paragraphStyle: paragraphStyle)
    builder.append(self, in: range)
    return builder.text(emptyAttributes: attributes(at: range.lowerBound))
  }
}

extension AttributeRun {
  /// The same run `distance` bytes further on.
  package func moved(by distance: Int) -> AttributeRun {
    var result = self
    result.range = range.lowerBound + distance..<range.upperBound + distance
    if !attributes.isPlain {
      let anchors = (boxedAnchors?.value ?? AttributeAnchors())
        .moved(by: distance, of: attributes)
      result.boxedAnchors = anchors.boxed
    }
    return result
  }
}
