/// A change of a text: the replaced range, and the range of the new text.
///
/// All offsets are UTF-8 offsets: into the text before the change, or after it.
public struct TextEdit: Hashable, Sendable, Codable {
  /// The replaced range of the text before the change.
  public var replaced: Range<Int>
  /// The range of the new text in the text after the change.
  public var inserted: Range<Int>

  /// Makes the change that replaces a range with new text at another.
  public init(replaced: Range<Int>, inserted: Range<Int>) {
    self.replaced = replaced
    self.inserted = inserted
  }

  /// The offset after the change of an offset before it; within the replaced range, the new text's end.
  public func offset(of offset: Int) -> Int {
    if offset <= replaced.lowerBound { return min(offset, inserted.lowerBound) }
    guard offset >= replaced.upperBound else { return inserted.upperBound }
    return offset + inserted.upperBound - replaced.upperBound
  }

  /// The range after the change of a range before it, for example a selection.
  public func range(of range: Range<Int>) -> Range<Int> {
    let lower = offset(of: range.lowerBound)
    return lower..<max(lower, offset(of: range.upperBound))
  }
}

/// The effect of a key that deletes.
public enum TextDeletion: Hashable, Sendable {
  /// Text was deleted.
  case deleted(TextEdit)
  /// The caret is at a binding that asks for confirmation: select the range, and delete the selection at the next
  /// key.
  case selected(Range<Int>)
  /// There is no text to delete.
  case none
}

extension AttributedText {
  /// The direction in which a key deletes from a caret.
  public enum DeletionDirection: String, Hashable, Sendable, Codable, CaseIterable {
    /// The character before the caret.
    case backward
    /// The character after the caret.
    case forward
  }

  /// The attributes of text that is typed at an offset, which is clamped to the text: those of the character
  /// before it, at the start those of the first.
  ///
  /// An attachment, a backed string, a binding, ruby and a combined form belong to their characters, and typed text
  /// does not inherit them.
  ///
  /// - Complexity: O(log runs).
  public func typingAttributes(at offset: Int) -> TextAttributes {
    var result = attributes(at: max(0, min(offset, utf8Count) - 1))
    result.attachment = nil
    result.backedString = nil
    result.binding = nil
    result.ruby = nil
    if result.verticalForm == .combined { result.verticalForm = .mixed }
    return result
  }

  /// Replaces a range with a string.
  ///
  /// A range that divides a binding grows to all of it; an empty range in a binding moves to its end. Borders,
  /// highlights and other joined attributes around the range stay one.
  ///
  /// - Parameters:
  ///   - range: the range, in UTF-8 offsets.
  ///   - string: the new string, which is repaired.
  ///   - attributes: its attributes; `nil` for ``typingAttributes(at:)``, or of the replaced text if there is some.
  /// - Returns: The change, by which offsets can be mapped.
  /// - Throws: ``TextError`` if the range is not within the text or splits a grapheme cluster.
  /// - Complexity: O(text).
  @discardableResult
  public mutating func replace(
    _ range: Range<Int>, with string: String, attributes: TextAttributes? = nil
  ) throws(TextError) -> TextEdit {
    try check(range)
    let range = wholeBindings(in: range)
    let own =
      attributes ?? typingAttributes(at: range.isEmpty ? range.lowerBound : range.lowerBound + 1)
    var run = AttributeRun(range: 0..<string.utf8.count, attributes: own)
    // Typed text continues the borders and highlights that it inherits.
    let model = runs[runIndex(at: max(0, range.isEmpty ? range.lowerBound - 1 : range.lowerBound))]
    if attributes == nil, !own.isPlain {
      run.boxedAnchors =
        AttributeAnchors(of: own, after: model, at: range.lowerBound)
        .moved(by: -range.lowerBound, of: own).boxed
    }
    return replace(range, with: string, runs: [run])
  }

  /// Replaces a range with a text and its attributes, but not its paragraph style.
  ///
  /// - Returns: The change, by which offsets can be mapped.
  /// - Throws: ``TextError`` if the range is not within the text or splits a grapheme cluster.
  /// - Complexity: O(both texts).
  @discardableResult
  public mutating func replace(
    _ range: Range<Int>, with text: AttributedText
  ) throws(TextError) -> TextEdit {
    try check(range)
    return replace(wholeBindings(in: range), with: text.string, runs: text.runs)
  }

  /// Inserts a string at an offset, with ``typingAttributes(at:)``.
  ///
  /// - Throws: ``TextError`` if the offset is not within the text or splits a grapheme cluster.
  /// - Complexity: O(text).
  @discardableResult
  public mutating func insert(_ string: String, at offset: Int) throws(TextError) -> TextEdit {
    try replace(offset..<offset, with: string)
  }

  /// Deletes a range; one that divides a binding grows to all of it.
  ///
  /// - Throws: ``TextError`` if the range is not within the text or splits a grapheme cluster.
  /// - Complexity: O(text).
  @discardableResult
  public mutating func delete(_ range: Range<Int>) throws(TextError) -> TextEdit {
    try check(range)
    return replace(wholeBindings(in: range), with: "", runs: [])
  }

  /// Deletes what a key deletes: the selection or, if that is empty, the character or binding beside the caret.
  ///
  /// At a binding with ``TextBinding/confirmsDelete``, a caret deletes nothing: the range is to be selected.
  ///
  /// - Throws: ``TextError`` if the selection is not within the text or splits a grapheme cluster.
  /// - Complexity: O(text).
  public mutating func delete(
    _ selection: Range<Int>, _ direction: DeletionDirection
  ) throws(TextError) -> TextDeletion {
    try check(selection)
    guard selection.isEmpty else { return .deleted(try delete(selection)) }
    let caret = selection.lowerBound
    let isBackward = direction == .backward
    guard isBackward ? caret > 0 : caret < utf8Count else { return .none }
    let beside = isBackward ? boundary(notAfter: caret - 1) : caret
    if let bound = bindingRange(at: beside) {
      if attributes(at: beside).binding?.confirmsDelete == true { return .selected(bound) }
      return .deleted(try delete(bound))
    }
    return .deleted(
      try delete(isBackward ? beside..<caret : caret..<boundary(notBefore: caret + 1)))
  }

  /// A range with all of the bindings that it divides.
  private func wholeBindings(in range: Range<Int>) -> Range<Int> {
    func binding(around offset: Int) -> Range<Int>? {
      guard offset > 0, let bound = bindingRange(at: offset), bound.lowerBound < offset else {
        return nil
      }
      return bound
    }
    guard !range.isEmpty else {
      let end = binding(around: range.lowerBound)?.upperBound ?? range.lowerBound
      return end..<end
    }
    return
      (binding(around: range.lowerBound)?.lowerBound ?? range.lowerBound)..<(binding(
        around: range.upperBound)?.upperBound ?? range.upperBound)
  }

  /// Replaces a range of whole characters; `own` are the runs of the new string.
  private mutating func replace(
    _ range: Range<Int>, with new: String, runs own: [AttributeRun]
  ) -> TextEdit {
    let string = String(substring(0..<range.lowerBound)) + new
    let tail = String(substring(range.upperBound..<utf8Count))
    let (length, delta) = (new.utf8.count, new.utf8.count - range.count)
    let end = range.lowerBound + length
    var result: [AttributeRun] = []
    for run in runs { result.append(run.clamped(to: 0..<range.lowerBound)) }
    for run in own { result.append(run.moved(by: range.lowerBound)) }
    for run in runs {
      var rest = run.clamped(to: range.upperBound..<utf8Count)
      guard !rest.range.isEmpty else { continue }
      rest.range = rest.range.lowerBound + delta..<rest.range.upperBound + delta
      // What began before the range stays joined to it, what began in it begins behind the new text.
      rest.boxedAnchors =
        rest.boxedAnchors?.value.mapped(of: rest.attributes) { start in
          start < range.lowerBound ? start : max(end, start + delta)
        }.boxed
      result.append(rest)
    }
    let builder = AttributedTextBuilder(
      string + tail, runs: result, paragraphStyle: paragraphStyle)
    let old = self
    self = builder.text(emptyAttributes: typingAttributes(at: range.lowerBound))
    self.repairs.add(old.repairs)
    // New text may join the characters beside it, and a repair may shorten it.
    let lower = boundary(notAfter: min(range.lowerBound, utf8Count))
    let upper = boundary(notBefore: max(lower, utf8Count - tail.utf8.count))
    return TextEdit(replaced: range, inserted: lower..<upper)
  }
}
