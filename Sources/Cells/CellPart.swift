public import GalleyElements
public import GalleyLayout
public import GalleyPrimitives

/// A part of a cell with its rectangle.
public struct CellPart: Hashable, Sendable, Codable {
  /// The kind of the part, or the role of its element.
  public var kind: Kind
  /// The part's rectangle, in layout units from the cell's top-left corner.
  public var rect: Rect
  /// The text, whose container's origin is the rectangle's; `nil` for all other parts.
  public var text: TextLayout?
  /// The picture; `nil` for all other parts.
  public var image: CellImage?
  /// The background of initials, and clear for a mark in a tree of elements; `nil` for all other parts.
  public var ground: Color?
  /// The background, the border and other drawing of an element's box; `nil` if it draws nothing itself.
  public var look: BoxLook? {
    get { storedLook?.look }
    set { storedLook = newValue.map(StoredLook.stored) }
  }
  private var storedLook: StoredLook?
  /// The number of following parts within this box.
  public var descendantCount: Int

  package init(
    kind: Kind, rect: Rect, text: TextLayout? = nil, image: CellImage? = nil, ground: Color? = nil,
    look: BoxLook? = nil, descendantCount: Int = 0
  ) {
    self.kind = kind
    self.rect = rect
    self.text = text
    self.image = image
    self.ground = ground
    storedLook = look.map(StoredLook.stored)
    self.descendantCount = descendantCount
  }

  private enum CodingKeys: String, CodingKey {
    case kind, rect, text, image, ground
    case storedLook = "look"
    case descendantCount
  }

  /// A look apart from its part, because parts are copied often and few have one.
  private indirect enum StoredLook: Hashable, Sendable, Codable {
    case stored(BoxLook)

    var look: BoxLook {
      switch self {
      case .stored(let look): look
      }
    }

    init(from decoder: any Decoder) throws {
      self = .stored(try BoxLook(from: decoder))
    }

    func encode(to encoder: any Encoder) throws { try look.encode(to: encoder) }
  }

  /// The kind of a part: a name.
  ///
  /// The built-in card has the kinds below; an element has its role, or ``text``, ``image`` or ``box``.
  public struct Kind: RawRepresentable, Hashable, Sendable, Codable {
    /// The name.
    public var rawValue: String

    /// Makes a kind of a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The headline.
    public static let title = Kind(rawValue: "title")
    /// The text.
    public static let body = Kind(rawValue: "body")
    /// The author's name.
    public static let author = Kind(rawValue: "author")
    /// The time.
    public static let time = Kind(rawValue: "time")
    /// The author's round picture.
    public static let avatar = Kind(rawValue: "avatar")
    /// The author's initials, in place of a picture.
    public static let initials = Kind(rawValue: "initials")
    /// The picture that belongs to the text, or an image without a role.
    public static let image = Kind(rawValue: "image")
    /// The description of a missing picture.
    public static let imageDescription = Kind(rawValue: "imageDescription")
    /// A text without a role.
    public static let text = Kind(rawValue: "text")
    /// A box without a role.
    public static let box = Kind(rawValue: "box")
  }

  /// Whether the counts of descendants describe boxes within boxes, no deeper than a tree of elements.
  static func areNested(_ parts: ArraySlice<CellPart>, depth: Int) -> Bool {
    guard depth <= 2 * ElementTree.depthLimit else { return false }
    var index = parts.startIndex
    while index < parts.endIndex {
      let count = parts[index].descendantCount
      guard count >= 0, count < parts.endIndex - index,
        count == 0 || areNested(parts[index + 1...index + count], depth: depth + 1)
      else { return false }
      index += count + 1
    }
    return true
  }
}
