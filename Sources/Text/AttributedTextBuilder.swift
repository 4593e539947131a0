/// Builds an attributed text from start to end, in linear time.
public struct AttributedTextBuilder {
  private var string = ""
  private var runs: [AttributeRun] = []
  /// The style of paragraphs that have none of their own.
  public var paragraphStyle: ParagraphStyle

  /// Makes a builder of an empty text.
  public init(paragraphStyle: ParagraphStyle = ParagraphStyle()) {
    self.paragraphStyle = paragraphStyle
  }

  /// Makes a builder of a string whose runs are known.
  init(_ string: String, runs: [AttributeRun], paragraphStyle: ParagraphStyle) {
    self.string = string
    self.paragraphStyle = paragraphStyle
    for run in runs { append(run) }
  }

  /// The number of UTF-8 bytes added, before any repair.
  public var utf8Count: Int { string.utf8.count }

  /// Adds a string with the same attributes throughout.
  public mutating func append(_ string: some StringProtocol, attributes: TextAttributes) {
    let start = utf8Count
    self.string += string
    append(AttributeRun(range: start..<utf8Count, attributes: attributes))
  }

  /// Adds a string with the same attributes throughout.
  ///
  /// Its joined attributes began at the offsets in `anchors`; without anchors, they continue those
  /// of the string added before.
  package mutating func append(_ string: String, attributes: TextAttributes, anchors: [Int]?) {
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

  /// Adds a text with its attributes, but not its paragraph style.
  public mutating func append(_ text: AttributedText) {
    append(text, in: 0..<text.utf8Count)
  }

  /// Adds a range of a text, in UTF-8 offsets, with its attributes; ends inside grapheme clusters
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

  /// Returns the text of all added parts, repaired.
  ///
  /// If parts join to one grapheme cluster, it gets the attributes of the first part.
  ///
  /// - Parameter attributes: the attributes of a text without characters.
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
  /// Returns this text with run ends inside a grapheme cluster moved to the next boundary.
  fileprivate func withRunsBetweenCharacters() -> AttributedText {
    guard !runs.allSatisfy({ isBoundary($0.range.upperBound) && !$0.range.isEmpty }) else {
      return self
    }
    var result: [AttributeRun] = []
    var start = 0
    for run in runs {
      // Runs within one cluster would each search it.
      guard run.range.upperBound > start else { continue }
      let end = boundary(notBefore: run.range.upperBound)
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

  /// Returns a range of this text, in UTF-8 offsets, as a separate text; ends inside grapheme
  /// clusters move outwards.
  ///
  /// - Complexity: O(range + runs in it).
  public func subtext(_ range: Range<Int>) -> AttributedText {
    var builder = AttributedTextBuilder(paragraphStyle: paragraphStyle)
    builder.append(self, in: range)
    return builder.text(emptyAttributes: attributes(at: range.lowerBound))
  }
}

extension AttributeRun {
  /// Returns this run moved `distance` bytes further.
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
