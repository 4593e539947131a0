import GalleyPrimitives
import GalleyText

/// An infinite side is not encoded, because JSON has no infinity; nor are properties with the values of
/// a plain container.
extension TextContainer: Codable {
  private enum CodingKeys: String, CodingKey {
    case width, height, insets, maximumRowCount, truncation, scale, truncationToken
    case truncationMessage, path, isEvenOdd, exclusionPaths, pathLineWidth, linePositions,
      isVertical, startsAtLeft
  }

  /// A container as it was encoded.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func value<T: Decodable>(_ key: CodingKeys, _ other: T) throws -> T {
      try values.decodeIfPresent(T.self, forKey: key) ?? other
    }
    self.init(
      size: Size(width: try value(.width, .infinity), height: try value(.height, .infinity)),
      insets: try value(.insets, .zero), maximumRowCount: try value(.maximumRowCount, 0),
      truncation: try value(.truncation, .none), scale: try value(.scale, 1))
    truncationToken = try value(.truncationToken, nil)
    truncationMessage = try value(.truncationMessage, nil)
    path = try value(.path, nil)
    isEvenOdd = try value(.isEvenOdd, true)
    exclusionPaths = try value(.exclusionPaths, [])
    pathLineWidth = try value(.pathLineWidth, 0)
    linePositions = try value(.linePositions, nil)
    isVertical = try value(.isVertical, false)
    startsAtLeft = try value(.startsAtLeft, false)
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
    try values.encodeIfPresent(truncationToken, forKey: .truncationToken)
    try values.encodeIfPresent(truncationMessage, forKey: .truncationMessage)
    try values.encodeIfPresent(path, forKey: .path)
    if !isEvenOdd { try values.encode(isEvenOdd, forKey: .isEvenOdd) }
    if !exclusionPaths.isEmpty { try values.encode(exclusionPaths, forKey: .exclusionPaths) }
    if pathLineWidth != 0 { try values.encode(pathLineWidth, forKey: .pathLineWidth) }
    try values.encodeIfPresent(linePositions, forKey: .linePositions)
    if isVertical { try values.encode(isVertical, forKey: .isVertical) }
    if startsAtLeft { try values.encode(startsAtLeft, forKey: .startsAtLeft) }
  }
}
