public import GalleyPrimitives

/// What makes a stretch of text react to a finger: other attributes while it is pressed, and what it
/// means.
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
  /// What the stretch means to whoever made it, say where it leads.
  public var userInfo: [String: String]

  /// A highlight that changes nothing yet.
  public init(userInfo: [String: String] = [:]) { self.userInfo = userInfo }

  /// A highlight that is a rounded background while pressed, as YYText presets it.
  public init(backgroundColor: Color, userInfo: [String: String] = [:]) {
    self.userInfo = userInfo
    var border = TextBorder(fillColor: backgroundColor, cornerRadius: 3)
    border.insets = EdgeInsets(top: -2, left: -1, bottom: -2, right: -1)
    backgroundBorder = .set(border)
  }

  /// The attributes of a stretch while it is pressed.
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

/// What becomes of an attribute while its stretch is pressed.
public enum AttributeChange<Value> {
  /// It stays.
  case kept
  /// It goes.
  case removed
  /// It is this one.
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
