import GalleyPrimitives

/// A side without a limit is left out, since JSON knows no infinity.
extension TextContainer: Codable {
  private enum CodingKeys: String, CodingKey {
    case width, height, insets, maximumRowCount, truncation, scale
  }

  /// A container as it was encoded.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      size: Size(
        width: try values.decodeIfPresent(Double.self, forKey: .width) ?? .infinity,
        height: try values.decodeIfPresent(Double.self, forKey: .height) ?? .infinity),
      insets: try values.decodeIfPresent(EdgeInsets.self, forKey: .insets) ?? .zero,
      maximumRowCount: try values.decodeIfPresent(Int.self, forKey: .maximumRowCount) ?? 0,
      truncation: try values.decodeIfPresent(Truncation.self, forKey: .truncation) ?? .none,
      scale: try values.decodeIfPresent(Double.self, forKey: .scale) ?? 1)
  }

  /// Encodes the container.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    if size.width.isFinite { try values.encode(size.width, forKey: .width) }
    if size.height.isFinite { try values.encode(size.height, forKey: .height) }
    try values.encode(insets, forKey: .insets)
    try values.encode(maximumRowCount, forKey: .maximumRowCount)
    try values.encode(truncation, forKey: .truncation)
    try values.encode(scale, forKey: .scale)
  }
}
