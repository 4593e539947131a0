/// A text with its attributes: the input of a typesetter.
///
/// The string is repaired first. All offsets are UTF-8 offsets into the repaired string and never
/// lie inside a grapheme cluster. Setting attributes from the start to the end of the text takes
/// time linear in its length.
public struct AttributedText: Hashable, Sendable {
  /// The repaired string.
  public let string: String
  /// The repairs of the string.
  public internal(set) var repairs: TextRepairs
  /// The attribute runs, in order, without gaps, covering the string.
  public internal(set) var runs: [AttributeRun]
  /// The style of paragraphs that have none of their own.
  public var paragraphStyle: ParagraphStyle

  /// Makes a text with the same attributes throughout.
  ///
  /// - Complexity: O(string).
  public init(
    _ string: String, attributes: TextAttributes, paragraphStyle: ParagraphStyle = ParagraphStyle()
  ) {
    (self.string, repairs) = repaired(string)
    self.runs = [AttributeRun(range: 0..<self.string.utf8.count, attributes: attributes)]
    self.paragraphStyle = paragraphStyle
  }

  init(
    repaired string: String, repairs: TextRepairs, runs: [AttributeRun],
    paragraphStyle: ParagraphStyle
  ) {
    self.string = string
    self.repairs = repairs
    self.runs = runs
    self.paragraphStyle = paragraphStyle
  }

  /// The length of the text in bytes of UTF-8.
  public var utf8Count: Int { string.utf8.count }

  /// Replaces the attributes in `range` of the text, in UTF-8 offsets.
  ///
  /// - Throws: ``TextError/rangeOutOfBounds(_:utf8Count:)``, or
  ///   ``TextError/rangeSplitsCharacter(_:)`` if an end of the range lies inside a grapheme
  ///   cluster.
  /// - Complexity: O(runs in the range and behind it).
  public mutating func setAttributes(
    _ attributes: TextAttributes, in range: Range<Int>
  ) throws(TextError) {
    try update(in: range) { $0 = attributes }
  }

  /// Changes some attributes in `range` of the text, in UTF-8 offsets, and keeps the others.
  ///
  /// A border, highlight or other joined attribute set by this call spans the range as one, and
  /// stays separate from an equal adjacent one.
  ///
  /// - Throws: ``TextError/rangeOutOfBounds(_:utf8Count:)``, or
  ///   ``TextError/rangeSplitsCharacter(_:)`` if an end of the range lies inside a grapheme
  ///   cluster.
  /// - Complexity: O(runs in the range and behind it).
  public mutating func update(
    in range: Range<Int>, _ change: (inout TextAttributes) -> Void
  ) throws(TextError) {
    try check(range)
    guard !range.isEmpty else { return }
    let first = runIndex(at: range.lowerBound)
    var last = first
    while runs[last].range.upperBound < range.upperBound { last += 1 }
    // The neighbours are included, because the changed runs may now equal them.
    let affected = max(0, first - 1)..<min(runs.count, last + 2)
    var result: [AttributeRun] = []
    result.reserveCapacity(affected.count + 2)
    for run in runs[affected] {
      append(run.clamped(to: 0..<range.lowerBound), to: &result)
      let within = run.clamped(to: range)
      if !within.range.isEmpty {
        append(within.changed(at: range.lowerBound, change), to: &result)
      }
      append(run.clamped(to: range.upperBound..<utf8Count), to: &result)
    }
    runs.replaceSubrange(affected, with: result)
  }

  func append(_ run: AttributeRun, to result: inout [AttributeRun]) {
    guard !run.range.isEmpty else { return }
    if let last = result.last, last.isLike(run) {
      result[result.count - 1].range = last.range.lowerBound..<run.range.upperBound
    } else {
      result.append(run)
    }
  }

  package func check(_ range: Range<Int>) throws(TextError) {
    guard range.lowerBound >= 0, range.upperBound <= utf8Count else {
      throw .rangeOutOfBounds(range, utf8Count: utf8Count)
    }
    guard isBoundary(range.lowerBound), isBoundary(range.upperBound) else {
      throw .rangeSplitsCharacter(range)
    }
  }

  /// Returns the index of the run with the byte at `offset`; at the text's end, that of the last
  /// run.
  ///
  /// - Complexity: O(log runs).
  package func runIndex(at offset: Int) -> Int {
    var low = 0
    var high = runs.count - 1
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the attributes at a UTF-8 offset, which is clamped to the text.
  ///
  /// - Complexity: O(log runs).
  public func attributes(at offset: Int) -> TextAttributes {
    runs[runIndex(at: offset)].attributes
  }
}

/// A stretch of text with the same attributes.
public struct AttributeRun: Hashable, Sendable {
  /// The range, in UTF-8 offsets into the repaired string.
  public var range: Range<Int>
  /// The attributes.
  public var attributes: TextAttributes
  /// The offsets at which joined attributes began; `nil` if there are none.
  var boxedAnchors: Boxed<AttributeAnchors>?

  /// Makes a run of `range`.
  public init(range: Range<Int>, attributes: TextAttributes) {
    self.range = range
    self.attributes = attributes
    if !attributes.isPlain {
      boxedAnchors = AttributeAnchors(of: attributes, at: range.lowerBound).boxed
    }
  }

  /// Whether both runs have equal attributes and are part of the same borders, highlights and other
  /// joined attributes.
  func isLike(_ other: AttributeRun) -> Bool {
    attributes == other.attributes && boxedAnchors == other.boxedAnchors
  }

  package func clamped(to range: Range<Int>) -> AttributeRun {
    var result = self
    result.range = self.range.clamped(to: range)
    return result
  }

  func changed(
    at start: Int, _ change: (inout TextAttributes) -> Void
  ) -> AttributeRun {
    var result = self
    change(&result.attributes)
    result.boxedAnchors =
      result.attributes.isPlain
      ? nil : AttributeAnchors(of: result.attributes, after: self, at: start).boxed
    return result
  }
}

/// Why attributes could not be set.
public enum TextError: Error, Hashable, Sendable {
  /// The range extends beyond the text.
  case rangeOutOfBounds(Range<Int>, utf8Count: Int)
  /// An end of the range lies inside a grapheme cluster.
  case rangeSplitsCharacter(Range<Int>)
}

extension TextError: CustomStringConvertible {
  /// One line with the range.
  public var description: String {
    switch self {
    case .rangeOutOfBounds(let range, let count):
      "bytes \(range.lowerBound) to \(range.upperBound) are not within the text, which has \(count)"
    case .rangeSplitsCharacter(let range):
      "byte \(range.lowerBound) or \(range.upperBound) is not between two characters"
    }
  }
}
