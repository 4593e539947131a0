extension AttributedText {
  /// Whether a UTF-8 offset lies between two grapheme clusters or at an end of the text.
  public func isBoundary(_ offset: Int) -> Bool {
    guard offset > 0, offset < utf8Count else { return offset == 0 || offset == utf8Count }
    return rawIndex(offset).samePosition(in: string) != nil
  }

  /// Returns the last grapheme cluster boundary at or before `offset`, which is clamped to the
  /// text.
  ///
  /// - Complexity: O(cluster).
  public func boundary(notAfter offset: Int) -> Int {
    let place = min(max(0, offset), utf8Count)
    guard !isBoundary(place) else { return place }
    return utf8Offset(string.index(before: string.index(after: rawIndex(place))))
  }

  /// Returns the first grapheme cluster boundary at or after `offset`, which is clamped to the
  /// text.
  ///
  /// - Complexity: O(cluster).
  public func boundary(notBefore offset: Int) -> Int {
    let place = min(max(0, offset), utf8Count)
    guard !isBoundary(place) else { return place }
    // An index within a cluster stands for the cluster.
    return utf8Offset(string.index(after: rawIndex(place)))
  }

  /// Returns the string index of the grapheme cluster that contains a UTF-8 offset.
  public func index(at offset: Int) -> String.Index { rawIndex(boundary(notAfter: offset)) }

  /// Returns the UTF-8 offset of the grapheme cluster that contains an index.
  ///
  /// An index of a longer string is clamped to this one.
  public func offset(of index: String.Index) -> Int {
    guard index < string.endIndex else { return utf8Count }
    return boundary(notAfter: string.utf8.distance(from: string.startIndex, to: index))
  }

  /// Returns the UTF-8 offset of the grapheme cluster at an offset in UTF-16 code units.
  ///
  /// `NSString` counts in these units. An offset outside the text is clamped.
  ///
  /// - Complexity: O(text) once, then O(1).
  public func offset(utf16 offset: Int) -> Int {
    let units = string.utf16
    guard offset > 0 else { return 0 }
    guard let index = units.index(units.startIndex, offsetBy: offset, limitedBy: units.endIndex)
    else { return utf8Count }
    return self.offset(of: index)
  }

  /// Returns the offset of the grapheme cluster that contains a UTF-8 offset, in UTF-16 code units,
  /// as `NSString` counts.
  ///
  /// - Complexity: O(text) once, then O(1).
  public func utf16Offset(of offset: Int) -> Int {
    string.utf16.distance(from: string.startIndex, to: index(at: offset))
  }

  /// Converts a range of the string to UTF-8 offsets; ends inside grapheme clusters move outwards.
  public func range(of range: Range<String.Index>) -> Range<Int> {
    let lower = offset(of: range.lowerBound)
    guard range.upperBound < string.endIndex else { return lower..<utf8Count }
    let upper = string.utf8.distance(from: string.startIndex, to: range.upperBound)
    return lower..<max(lower, boundary(notBefore: upper))
  }

  /// Converts UTF-8 offsets to a range of the string; ends inside grapheme clusters move outwards.
  public func stringRange(_ range: Range<Int>) -> Range<String.Index> {
    let lower = boundary(notAfter: range.lowerBound)
    return rawIndex(lower)..<rawIndex(max(lower, boundary(notBefore: range.upperBound)))
  }

  /// Returns the string in a range whose ends lie between scalars.
  package func substring(_ range: Range<Int>) -> Substring {
    string[rawIndex(range.lowerBound)..<rawIndex(range.upperBound)]
  }

  private func utf8Offset(_ index: String.Index) -> Int {
    string.utf8.distance(from: string.startIndex, to: index)
  }

  private func rawIndex(_ offset: Int) -> String.Index {
    string.utf8.index(string.startIndex, offsetBy: offset)
  }
}
