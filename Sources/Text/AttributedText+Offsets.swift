extension AttributedText {
  /// Whether a UTF-8 offset lies between two grapheme clusters, or at an end of the text.
  public func isBoundary(_ offset: Int) -> Bool {
    guard offset > 0, offset < utf8Count else { return offset == 0 || offset == utf8Count }
    return rawIndex(offset).samePosition(in: string) != nil
  }

  /// The last offset between grapheme clusters that is not beyond `offset`; an offset outside of the
  /// text is held within it.
  public func boundary(notAfter offset: Int) -> Int {
    var place = min(max(0, offset), utf8Count)
    while !isBoundary(place) { place -= 1 }
    return place
  }

  /// The first offset between grapheme clusters that is not before `offset`; an offset outside of the
  /// text is held within it.
  public func boundary(notBefore offset: Int) -> Int {
    var place = min(max(0, offset), utf8Count)
    while !isBoundary(place) { place += 1 }
    return place
  }

  /// The string's index at a UTF-8 offset, the start of the grapheme cluster that holds it.
  public func index(at offset: Int) -> String.Index { rawIndex(boundary(notAfter: offset)) }

  /// The UTF-8 offset of an index of the string, the start of the grapheme cluster that holds it; an
  /// index of a longer string is held within this one.
  public func offset(of index: String.Index) -> Int {
    guard index < string.endIndex else { return utf8Count }
    return boundary(notAfter: string.utf8.distance(from: string.startIndex, to: index))
  }

  /// The UTF-8 offset of an offset in UTF-16 code units, as `NSString` counts: the start of the
  /// grapheme cluster that holds it; an offset outside of the text is held within it.
  ///
  /// - Complexity: O(text) once, then O(1).
  public func offset(utf16 offset: Int) -> Int {
    let units = string.utf16
    guard offset > 0 else { return 0 }
    guard let index = units.index(units.startIndex, offsetBy: offset, limitedBy: units.endIndex)
    else { return utf8Count }
    return self.offset(of: index)
  }

  /// The offset in UTF-16 code units, as `NSString` counts, of the grapheme cluster that holds a
  /// UTF-8 offset.
  ///
  /// - Complexity: O(text) once, then O(1).
  public func utf16Offset(of offset: Int) -> Int {
    string.utf16.distance(from: string.startIndex, to: index(at: offset))
  }

  /// The range in UTF-8 offsets of a range of the string; ends within grapheme clusters move
  /// outwards.
  public func range(of range: Range<String.Index>) -> Range<Int> {
    let lower = offset(of: range.lowerBound)
    guard range.upperBound < string.endIndex else { return lower..<utf8Count }
    let upper = string.utf8.distance(from: string.startIndex, to: range.upperBound)
    return lower..<max(lower, boundary(notBefore: upper))
  }

  /// The range of the string at a range in UTF-8 offsets; ends within grapheme clusters move
  /// outwards.
  public func stringRange(_ range: Range<Int>) -> Range<String.Index> {
    let lower = boundary(notAfter: range.lowerBound)
    return rawIndex(lower)..<rawIndex(max(lower, boundary(notBefore: range.upperBound)))
  }

  /// The string at a range between scalars.
  func substring(_ range: Range<Int>) -> Substring {
    string[rawIndex(range.lowerBound)..<rawIndex(range.upperBound)]
  }

  private func rawIndex(_ offset: Int) -> String.Index {
    string.utf8.index(string.startIndex, offsetBy: offset)
  }
}
