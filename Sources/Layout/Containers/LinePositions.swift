/// Given baselines, for lines of any contents; in layout units.
public struct LinePositions: Hashable, Sendable, Codable {
  /// From a baseline up to its line's top.
  public var ascent: Double
  /// From a baseline down to its line's bottom.
  public var descent: Double
  /// From one baseline to the next.
  public var distance: Double
  /// The space above the first line.
  public var top: Double
  /// The space below the last line.
  public var bottom: Double
  /// The tops of the first lines, in the place of ``top``.
  ///
  /// There are at most 4,096, each at or below the one before. The lines after them are ``distance`` apart.
  public var firstTops: [Double] = []

  /// Baselines at a distance, below room of `top`.
  public init(
    ascent: Double, descent: Double, distance: Double, top: Double = 0, bottom: Double = 0
  ) {
    self.ascent = ascent
    self.descent = descent
    self.distance = distance
    self.top = top
    self.bottom = bottom
  }

  /// Lines of one height, nine tenths of it above the baseline, as YYText's modifier has them.
  public static func fixed(lineHeight: Double) -> LinePositions {
    LinePositions(ascent: 0.9 * lineHeight, descent: 0.1 * lineHeight, distance: lineHeight)
  }

  /// The lines of YYKit's feed demo for a font size: heights depend on the count of lines alone.
  public static func feed(
    fontSize: Double, top: Double = 0, bottom: Double = 0
  ) -> LinePositions {
    LinePositions(
      ascent: 0.86 * fontSize, descent: 0.14 * fontSize, distance: 1.34 * fontSize, top: top,
      bottom: bottom)
  }

  /// The top of a line.
  package func top(ofLine number: Int) -> Double {
    guard let last = firstTops.last else { return top + Double(number) * distance }
    return number < firstTops.count
      ? firstTops[number] : last + Double(number - firstTops.count + 1) * distance
  }

  package var isSound: Bool {
    guard firstTops.count <= 4_096, firstTops.allSatisfy({ (0...16_777_216).contains($0) }),
      zip(firstTops, firstTops.dropFirst()).allSatisfy(<=)
    else { return false }
    return [ascent, descent, top, bottom].allSatisfy { abs($0) <= 16_384 } && ascent + descent > 0
      && distance > 0 && distance <= 16_384 && top >= 0 && bottom >= 0
  }
}

extension LinePositions {
  private enum Key: String, CodingKey { case ascent, descent, distance, top, bottom, firstTops }

  /// Reads the output of ``encode(to:)``.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func number(_ key: Key) throws -> Double { try values.decode(Double.self, forKey: key) }
    self.init(
      ascent: try number(.ascent), descent: try number(.descent), distance: try number(.distance),
      top: try number(.top), bottom: try number(.bottom))
    firstTops = try values.decodeIfPresent([Double].self, forKey: .firstTops) ?? []
  }

  /// Writes the positions; ``firstTops`` only if there are some.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(ascent, forKey: .ascent)
    try values.encode(descent, forKey: .descent)
    try values.encode(distance, forKey: .distance)
    try values.encode(top, forKey: .top)
    try values.encode(bottom, forKey: .bottom)
    if !firstTops.isEmpty { try values.encode(firstTops, forKey: .firstTops) }
  }
}
