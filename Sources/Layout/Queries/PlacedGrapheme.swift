public import GalleyPrimitives

/// A grapheme cluster and its extent on its line.
///
/// The width of a ligature is divided evenly among its grapheme clusters.
public struct PlacedGrapheme: Hashable, Sendable, Codable {
  /// The UTF-8 offset at which it starts.
  package var start: UInt32
  /// The UTF-8 offset at which it ends.
  package var end: UInt32
  /// From the line's origin to the side that comes first along the inline axis: the left one, or
  /// the upper one in vertical text.
  public package(set) var x: PangoUnits
  /// The extent along the inline axis; 0 for white space that hangs at a line's end.
  public package(set) var width: PangoUnits
  /// The embedding level of the bidirectional algorithm; odd levels read from right to left.
  public package(set) var level: UInt8
  /// Whether a word begins before it or ends after it, and whether it belongs to a token.
  package var marks: Marks

  package init(
    start: UInt32, end: UInt32, x: PangoUnits, width: PangoUnits, level: UInt8, marks: Marks
  ) {
    (self.start, self.end) = (start, end)
    (self.x, self.width) = (x, width)
    self.level = level
    self.marks = marks
  }

  /// The UTF-8 offsets of its text; empty for a truncation token's.
  public var range: Range<Int> { Int(start)..<Int(end) }
  /// Whether it reads from right to left.
  public var isRightToLeft: Bool { level & 1 == 1 }
  /// Whether a word begins with it.
  public var startsWord: Bool { marks.contains(.wordStart) }
  /// Whether a word ends with it.
  public var endsWord: Bool { marks.contains(.wordEnd) }
  /// Whether it belongs to a truncation token and not to the text.
  public var isToken: Bool { marks.contains(.token) }

  package struct Marks: OptionSet, Hashable, Sendable, Codable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let wordStart = Marks(rawValue: 1 << 0)
    package static let wordEnd = Marks(rawValue: 1 << 1)
    package static let token = Marks(rawValue: 1 << 2)
  }

  private enum CodingKeys: String, CodingKey { case start, end, x, width, level, marks }

  /// The far side along the inline axis, in Pango units from the line's origin.
  package var maxX: Int { Int(x.rawValue) + Int(width.rawValue) }
  /// The side at which the cluster begins in reading order.
  var leadingEdge: Int { isRightToLeft ? maxX : Int(x.rawValue) }
  /// The side at which the cluster ends in reading order.
  var trailingEdge: Int { isRightToLeft ? Int(x.rawValue) : maxX }
}

extension PlacedGrapheme {
  /// Decodes a grapheme cluster.
  ///
  /// - Throws: `DecodingError`, also if the end is before the start.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    start = try values.decode(UInt32.self, forKey: .start)
    end = try values.decode(UInt32.self, forKey: .end)
    x = try values.decode(PangoUnits.self, forKey: .x)
    width = try values.decode(PangoUnits.self, forKey: .width)
    level = try values.decode(UInt8.self, forKey: .level)
    marks = try values.decode(Marks.self, forKey: .marks)
    guard start <= end else {
      throw DecodingError.dataCorruptedError(
        forKey: .start, in: values,
        debugDescription: "a grapheme cluster from \(start) ends at \(end)")
    }
  }
}
