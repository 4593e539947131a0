/// An attribute that spans its whole range as one, even across runs, and stays separate from an
/// equal adjacent one.
enum JoinedAttribute: Int, CaseIterable {
  case border, backgroundBorder, blockBorder, highlight, binding, backedString, ruby, combinedForm

  func isPresent(_ attributes: TextAttributes) -> Bool {
    switch self {
    case .border: attributes.border != nil
    case .backgroundBorder: attributes.backgroundBorder != nil
    case .blockBorder: attributes.blockBorder != nil
    case .highlight: attributes.highlight != nil
    case .binding: attributes.binding != nil
    case .backedString: attributes.backedString != nil
    case .ruby: attributes.ruby != nil
    case .combinedForm: attributes.verticalForm == .combined
    }
  }

  func isEqual(_ left: TextAttributes, _ right: TextAttributes) -> Bool {
    switch self {
    case .border: left.border == right.border
    case .backgroundBorder: left.backgroundBorder == right.backgroundBorder
    case .blockBorder: left.blockBorder == right.blockBorder
    case .highlight: left.highlight == right.highlight
    case .binding: left.binding == right.binding
    case .backedString: left.backedString == right.backedString
    case .ruby: left.ruby == right.ruby
    case .combinedForm: left.verticalForm == right.verticalForm
    }
  }
}

/// The offset at which each joined attribute of a run began, which separates it from an equal
/// adjacent one.
struct AttributeAnchors: Hashable, Sendable, Codable {
  /// The offsets by attribute number; 0 for an absent attribute.
  private var starts = SIMD8<Int>.zero

  init() {}

  /// Reads the offsets from a list made by ``list``; missing offsets are 0.
  init(_ list: [Int]) {
    for (number, start) in list.prefix(8).enumerated() { starts[number] = start }
  }

  /// The offsets, in the order of attribute numbers.
  var list: [Int] { starts.indices.map { starts[$0] } }

  /// Makes offsets for attributes that all begin at `start`.
  init(of attributes: TextAttributes, at start: Int) {
    for attribute in JoinedAttribute.allCases where attribute.isPresent(attributes) {
      starts[attribute.rawValue] = start
    }
  }

  /// Keeps the offsets of attributes that are equal in `run`; the others begin at `start`.
  init(of attributes: TextAttributes, after run: AttributeRun, at start: Int) {
    for attribute in JoinedAttribute.allCases where attribute.isPresent(attributes) {
      self.starts[attribute.rawValue] =
        attribute.isEqual(attributes, run.attributes) ? run.anchor(attribute) : start
    }
  }

  subscript(attribute: JoinedAttribute) -> Int { starts[attribute.rawValue] }

  /// Returns these offsets after a move by `distance` bytes within a text.
  func moved(by distance: Int, of attributes: TextAttributes) -> AttributeAnchors {
    var result = self
    for attribute in JoinedAttribute.allCases where attribute.isPresent(attributes) {
      result.starts[attribute.rawValue] += distance
    }
    return result
  }

  /// Returns these offsets, each changed by a function.
  func mapped(of attributes: TextAttributes, _ change: (Int) -> Int) -> AttributeAnchors {
    var result = self
    for attribute in JoinedAttribute.allCases where attribute.isPresent(attributes) {
      result.starts[attribute.rawValue] = change(starts[attribute.rawValue])
    }
    return result
  }

  /// The boxed offsets; `nil` if all are 0.
  var boxed: Boxed<AttributeAnchors>? { starts == .zero ? nil : .value(self) }
}

extension AttributeRun {
  /// Whether an adjacent run is part of the same attribute range.
  func shares(_ attribute: JoinedAttribute, with other: AttributeRun) -> Bool {
    attribute.isPresent(attributes) && attribute.isEqual(attributes, other.attributes)
      && anchor(attribute) == other.anchor(attribute)
  }

  func anchor(_ attribute: JoinedAttribute) -> Int { boxedAnchors?.value[attribute] ?? 0 }

  /// Whether an adjacent run is inside the same border.
  package func sharesBorder(with other: AttributeRun) -> Bool { shares(.border, with: other) }

  /// Whether an adjacent run is inside the same background.
  package func sharesBackgroundBorder(with other: AttributeRun) -> Bool {
    shares(.backgroundBorder, with: other)
  }

  /// Whether an adjacent run is inside the same block.
  package func sharesBlockBorder(with other: AttributeRun) -> Bool {
    shares(.blockBorder, with: other)
  }

  /// Whether an adjacent run is part of the same highlight.
  package func sharesHighlight(with other: AttributeRun) -> Bool { shares(.highlight, with: other) }

  /// Whether an adjacent run is part of the same binding.
  package func sharesBinding(with other: AttributeRun) -> Bool { shares(.binding, with: other) }

  /// Whether an adjacent run has the same annotation.
  package func sharesRuby(with other: AttributeRun) -> Bool { shares(.ruby, with: other) }

  /// Whether an adjacent run stands in the same space of vertical text.
  package func sharesCombinedForm(with other: AttributeRun) -> Bool {
    shares(.combinedForm, with: other)
  }
}

extension AttributedText {
  /// Returns the range, in UTF-8 offsets, of the highlight at an offset; `nil` if there is none.
  ///
  /// - Complexity: O(log runs + runs of the range); the other range functions cost the same.
  public func highlightRange(at offset: Int) -> Range<Int>? { range(of: .highlight, at: offset) }

  /// Returns the range, in UTF-8 offsets, of the binding at an offset; `nil` if there is none.
  public func bindingRange(at offset: Int) -> Range<Int>? { range(of: .binding, at: offset) }

  /// Returns the range, in UTF-8 offsets, of the annotated text at an offset; `nil` if there is
  /// none.
  public func rubyRange(at offset: Int) -> Range<Int>? { range(of: .ruby, at: offset) }

  func range(of attribute: JoinedAttribute, at offset: Int) -> Range<Int>? {
    guard offset >= 0, offset < utf8Count else { return nil }
    let index = runIndex(at: offset)
    guard attribute.isPresent(runs[index].attributes) else { return nil }
    var (first, last) = (index, index)
    while first > 0, runs[first - 1].shares(attribute, with: runs[first]) { first -= 1 }
    while last + 1 < runs.count, runs[last].shares(attribute, with: runs[last + 1]) { last += 1 }
    return runs[first].range.lowerBound..<runs[last].range.upperBound
  }

  /// Returns the plain text of a range, in UTF-8 offsets.
  ///
  /// Text with a backed string is replaced by that string as a whole, even if only a part of it is
  /// in the range.
  ///
  /// - Throws: ``TextError`` if the range is not within the text or splits a grapheme cluster.
  /// - Complexity: O(range + runs in it).
  public func plainText(in range: Range<Int>? = nil) throws(TextError) -> String {
    let range = range ?? 0..<utf8Count
    try check(range)
    guard !range.isEmpty else { return "" }
    var result = ""
    var index = runIndex(at: range.lowerBound)
    while index < runs.count, runs[index].range.lowerBound < range.upperBound {
      let run = runs[index]
      if let backed = run.attributes.backedString {
        result += backed.string
        while index + 1 < runs.count, run.shares(.backedString, with: runs[index + 1]) {
          index += 1
        }
      } else {
        result += substring(run.range.clamped(to: range))
      }
      index += 1
    }
    return result
  }

  /// A text whose highlight is pressed.
  public struct PressedHighlight: Hashable, Sendable {
    /// The text, with the attributes of the pressed highlight.
    public var text: AttributedText
    /// The UTF-8 offsets of the highlight.
    public var range: Range<Int>
  }

  /// Returns this text with the highlight at an offset pressed; `nil` if there is no highlight.
  ///
  /// - Complexity: O(runs).
  public func pressingHighlight(at offset: Int) -> PressedHighlight? {
    guard let range = highlightRange(at: offset) else { return nil }
    var result = self
    // The ends of runs lie between grapheme clusters.
    try? result.update(in: range) { attributes in
      attributes = attributes.highlight?.applied(to: attributes) ?? attributes
    }
    return PressedHighlight(text: result, range: range)
  }
}
