public import GalleyPrimitives

/// Makes a range of text react to a touch: the attributes while it is pressed, and the client's
/// data.
public struct TextHighlight: Hashable, Sendable, Codable {
  /// The font while pressed; `nil` keeps it.
  public var font: Font?
  /// The colour while pressed; `nil` keeps it.
  public var color: Color?
  /// The shadows while pressed; `nil` keeps them.
  public var shadows: [TextShadow]?
  /// The inner shadows while pressed; `nil` keeps them.
  public var innerShadows: [TextShadow]?
  /// The underline while pressed.
  public var underline: AttributeChange<TextDecoration> = .kept
  /// The strikethrough while pressed.
  public var strikethrough: AttributeChange<TextDecoration> = .kept
  /// The border while pressed.
  public var border: AttributeChange<TextBorder> = .kept
  /// The background while pressed.
  public var backgroundBorder: AttributeChange<TextBorder> = .kept
  /// The attachment while pressed.
  public var attachment: AttributeChange<TextAttachment> = .kept
  /// The gestures to which the range reacts.
  public var gestures: TouchGestures = .tap
  /// The client's own data about the range, for example the address of a link.
  public var userInfo: [String: String]
  /// The client's own data for a long press, if they differ from ``userInfo``.
  public var longPressInfo: [String: String]?

  /// Makes a highlight that changes nothing yet.
  public init(userInfo: [String: String] = [:]) { self.userInfo = userInfo }

  /// Makes a highlight with a rounded background while pressed, as YYText's preset.
  public init(backgroundColor: Color, userInfo: [String: String] = [:]) {
    self.userInfo = userInfo
    var border = TextBorder(fillColor: backgroundColor, cornerRadius: 3)
    border.insets = EdgeInsets(top: -2, left: -1, bottom: -2, right: -1)
    backgroundBorder = .set(border)
  }

  /// The client's data for a gesture; `nil` if the range does not react to it.
  public func userInfo(for gesture: TouchGestures) -> [String: String]? {
    guard gestures.contains(gesture), !gesture.isEmpty else { return nil }
    return gesture == .longPress ? longPressInfo ?? userInfo : userInfo
  }

  /// Returns the attributes of a range while it is pressed.
  public func applied(to attributes: TextAttributes) -> TextAttributes {
    var result = attributes
    result.font = font ?? result.font
    result.color = color ?? result.color
    result.shadows = shadows ?? result.shadows
    result.innerShadows = innerShadows ?? result.innerShadows
    result.underline = underline.applied(to: result.underline)
    result.strikethrough = strikethrough.applied(to: result.strikethrough)
    result.border = border.applied(to: result.border)
    result.backgroundBorder = backgroundBorder.applied(to: result.backgroundBorder)
    result.attachment = attachment.applied(to: result.attachment)
    return result
  }
}

/// Gestures of one finger.
public struct TouchGestures: OptionSet, Hashable, Sendable, Codable {
  /// The bits of the gestures.
  public var rawValue: UInt8

  /// Makes gestures of bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A short touch.
  public static let tap = TouchGestures(rawValue: 1)
  /// A touch that stays in its place.
  public static let longPress = TouchGestures(rawValue: 2)

  /// The names of the gestures.
  public var names: [String] {
    [(TouchGestures.tap, "tap"), (.longPress, "longPress")].compactMap {
      contains($0.0) ? $0.1 : nil
    }
  }
}

extension TextHighlight {
  private enum CodingKeys: String, CodingKey {
    case font, color, shadows, innerShadows, underline, strikethrough, border, backgroundBorder
    case attachment, gestures, userInfo, longPressInfo
  }

  /// Reads a highlight; one without gestures reacts to a tap.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(userInfo: try container.decode([String: String].self, forKey: .userInfo))
    font = try container.decodeIfPresent(Font.self, forKey: .font)
    color = try container.decodeIfPresent(Color.self, forKey: .color)
    shadows = try container.decodeIfPresent([TextShadow].self, forKey: .shadows)
    innerShadows = try container.decodeIfPresent([TextShadow].self, forKey: .innerShadows)
    underline = try container.decode(type(of: underline), forKey: .underline)
    strikethrough = try container.decode(type(of: strikethrough), forKey: .strikethrough)
    border = try container.decode(type(of: border), forKey: .border)
    backgroundBorder = try container.decode(type(of: backgroundBorder), forKey: .backgroundBorder)
    attachment = try container.decode(type(of: attachment), forKey: .attachment)
    gestures = try container.decodeIfPresent(TouchGestures.self, forKey: .gestures) ?? .tap
    longPressInfo = try container.decodeIfPresent([String: String].self, forKey: .longPressInfo)
  }
}

/// The change of an attribute while its range is pressed.
public enum AttributeChange<Value> {
  /// The attribute stays.
  case kept
  /// The attribute is removed.
  case removed
  /// The attribute is replaced by this value.
  case set(Value)

  func applied(to value: Value?) -> Value? {
    switch self {
    case .kept: value
    case .removed: nil
    case .set(let value): value
    }
  }
}

extension AttributeChange: Equatable where Value: Equatable {}
extension AttributeChange: Hashable where Value: Hashable {}
extension AttributeChange: Sendable where Value: Sendable {}
extension AttributeChange: Encodable where Value: Encodable {}
extension AttributeChange: Decodable where Value: Decodable {}
