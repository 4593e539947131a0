public import GalleyPrimitives

/// The orientation of a range's letters on vertical lines; horizontal lines ignore it.
public enum VerticalForm: String, Hashable, Sendable, Codable, CaseIterable {
  /// Each character as it is written in columns: ideographs and kana upright, Latin letters and digits sideways.
  ///
  /// - SeeAlso: UAX #50.
  case mixed
  /// All characters upright, each grapheme cluster on its own, from the top: also those of Hebrew and Arabic.
  ///
  /// - SeeAlso: CSS Writing Modes 4, `text-orientation: upright`.
  case upright
  /// All characters sideways.
  case sideways
  /// The whole range beside each other, upright, in the space of one character: *tate-chu-yoko*.
  ///
  /// Wider ranges are condensed to that space. Lines do not break in the range, and no caret stands in it. A
  /// range of several fonts stays as ``mixed``.
  case combined
}

/// A mark at each letter of a range, which stresses it: *bōten* in Japanese.
///
/// Lines grow to fit the marks. White space and punctuation get none, and ruby takes precedence.
public struct EmphasisMark: Hashable, Sendable, Codable {
  /// The mark, one character or a few; its UTF-8 count is at most 16.
  public var mark: String
  /// The side of the line: above is the right of a vertical line.
  public var position: RubyAnnotation.Position
  /// The marks' colour; `nil` for the text's colour.
  public var color: Color?

  /// Makes a mark of half the text's size, by default a dot above each letter.
  public init(
    _ mark: String = "\u{2022}", position: RubyAnnotation.Position = .above, color: Color? = nil
  ) {
    self.mark = mark
    self.position = position
    self.color = color
  }
}

/// A line along the outlines of letters.
public struct TextStroke: Hashable, Sendable, Codable {
  /// The width of the line, half of it on each side of the outline, 0…64 layout units.
  public var width: Double
  /// The line's colour; `nil` for the text's colour.
  public var color: Color?
  /// Whether the letters are filled too; the line is drawn over the fill.
  ///
  /// Coloured glyphs are always drawn.
  public var keepsFill: Bool

  /// Makes a line of a width.
  public init(width: Double, color: Color? = nil, keepsFill: Bool = true) {
    self.width = width
    self.color = color
    self.keepsFill = keepsFill
  }
}

/// An OpenType feature and its value: 0 turns it off, 1 on, larger numbers select an alternate.
public struct FontFeature: Hashable, Sendable, Codable {
  /// The feature's tag of four ASCII letters or digits, as `smcp` for small capitals.
  public var tag: String
  /// The value.
  public var value: UInt32

  /// Makes a feature that is on.
  public init(_ tag: String, value: UInt32 = 1) {
    self.tag = tag
    self.value = value
  }

  /// Parses a tag, which is then on, or `tag=value`; `nil` for another text.
  public init?(description: String) {
    let parts = description.split(separator: "=", maxSplits: 1).map {
      $0.filter { $0 != " " && $0 != "\"" && $0 != "'" }
    }
    guard let tag = parts.first, let value = parts.count == 2 ? UInt32(parts[1]) : 1 else {
      return nil
    }
    self.init(tag, value: value)
    guard isSound else { return nil }
  }

  /// Whether the tag is one of OpenType.
  var isSound: Bool {
    tag.utf8.count == 4 && tag.utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }
}
