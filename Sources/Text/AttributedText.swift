public import GalleyPrimitives

/// How a stretch of text looks.
public struct TextAttributes: Hashable, Sendable, Codable {
  /// The font.
  public var font: Font
  /// The colour; colour glyphs ignore it, save for its alpha.
  public var color: Color
  /// The language as a BCP 47 tag, which chooses among fonts (Han) and break rules; `nil` for none.
  public var language: String?

  /// Attributes of a font, a colour and a language.
  public init(font: Font, color: Color = .black, language: String? = nil) {
    self.font = font
    self.color = color
    self.language = language
  }
}

/// How paragraphs are set.
public struct ParagraphStyle: Hashable, Sendable, Codable {
  /// Where lines stand in the container.
  public var alignment: Alignment
  /// Which way paragraphs read; `nil` for each by its first strong character.
  public var direction: Direction?

  /// A style of an alignment and a direction.
  public init(alignment: Alignment = .start, direction: Direction? = nil) {
    self.alignment = alignment
    self.direction = direction
  }

  /// Where lines stand between the container's sides.
  public enum Alignment: String, Hashable, Sendable, Codable, CaseIterable {
    /// At the side where reading begins.
    case start
    /// At the side where reading ends.
    case end
    /// In the middle.
    case center
    /// At both sides, by wider spaces; a paragraph's last line stands at the start.
    case justify
  }

  /// Which way a paragraph reads.
  public enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
    /// As Latin does.
    case leftToRight
    /// As Arabic and Hebrew do.
    case rightToLeft
  }
}

/// A text with its attributes: what a typesetter sets.
///
/// The string is repaired first, and all offsets are UTF-8 offsets into the repaired string.
public struct AttributedText: Hashable, Sendable, Codable {
  /// The repaired string.
  public let string: String
  /// What was repaired.
  public let repairs: TextRepairs
  /// The attribute runs, in order, without gaps, covering the string.
  public private(set) var runs: [AttributeRun]
  /// How paragraphs are set.
  public var paragraphStyle: ParagraphStyle

  /// A text of one look.
  ///
  /// - Complexity: O(string).
  public init(
    _ string: String, attributes: TextAttributes, paragraphStyle: ParagraphStyle = ParagraphStyle()
  ) {
    (self.string, repairs) = repaired(string)
    self.runs = [AttributeRun(range: 0..<self.string.utf8.count, attributes: attributes)]
    self.paragraphStyle = paragraphStyle
  }

  /// Gives `range` of the text, as UTF-8 offsets, other attributes.
  ///
  /// - Throws: ``TextError/rangeOutOfBounds(_:utf8Count:)``, and ``TextError/rangeSplitsCharacter(_:)``
  ///   where an end of the range is not between two scalars.
  /// - Complexity: O(runs).
  public mutating func setAttributes(
    _ attributes: TextAttributes, in range: Range<Int>
  ) throws(TextError) {
    let count = string.utf8.count
    guard range.lowerBound >= 0, range.upperBound <= count else {
      throw .rangeOutOfBounds(range, utf8Count: count)
    }
    for offset in [range.lowerBound, range.upperBound] {
      let index = string.utf8.index(string.startIndex, offsetBy: offset)
      guard index.samePosition(in: string.unicodeScalars) != nil else {
        throw .rangeSplitsCharacter(range)
      }
    }
    guard !range.isEmpty else { return }
    var result: [AttributeRun] = []
    func append(_ run: AttributeRun) {
      guard !run.range.isEmpty else { return }
      if let last = result.last, last.attributes == run.attributes {
        result[result.count - 1].range = last.range.lowerBound..<run.range.upperBound
      } else {
        result.append(run)
      }
    }
    for run in runs {
      let before = run.range.clamped(to: 0..<range.lowerBound)
      append(AttributeRun(range: before, attributes: run.attributes))
      if run.range.contains(range.lowerBound) {
        append(AttributeRun(range: range, attributes: attributes))
      }
      let after = run.range.clamped(to: range.upperBound..<count)
      append(AttributeRun(range: after, attributes: run.attributes))
    }
    runs = result
  }
}

/// A stretch of text of one look.
public struct AttributeRun: Hashable, Sendable, Codable {
  /// UTF-8 offsets into the repaired string.
  public var range: Range<Int>
  /// The look.
  public var attributes: TextAttributes

  /// A stretch at `range`.
  public init(range: Range<Int>, attributes: TextAttributes) {
    self.range = range
    self.attributes = attributes
  }
}

/// Why attributes could not be set.
public enum TextError: Error, Hashable, Sendable {
  /// The range reaches beyond the text.
  case rangeOutOfBounds(Range<Int>, utf8Count: Int)
  /// An end of the range lies within a character's UTF-8 sequence.
  case rangeSplitsCharacter(Range<Int>)
}
