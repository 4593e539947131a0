import GalleyDocuments
import GalleyPrimitives

/// The extent that the tag of a picture asks for, by its attributes or its style.
struct HTMLPictureSize {
  /// A length in layout units, or a share of the room.
  private enum Length {
    case units(Double)
    case share(Double)

    func units(of room: Double) -> Double {
      switch self {
      case .units(let units): units
      case .share(let share): share * room
      }
    }
  }

  private var width: Length?
  private var height: Length?

  /// Reads a tag; a style comes before the attributes, and words that are no length are ignored.
  init(_ tag: HTMLStartTag) {
    width = tag.value(of: "width").flatMap { Self.length($0) }
    height = tag.value(of: "height").flatMap { Self.length($0) }
    guard let style = tag.value(of: "style"), style.utf8.count <= 4096 else { return }
    for declaration in style.lowercased().split(separator: ";") {
      guard let colon = declaration.firstIndex(of: ":") else { continue }
      let value = declaration[declaration.index(after: colon)...]
      switch declaration[..<colon].filter({ !$0.isWhitespace }) {
      case "width": set(\.width, to: value)
      case "height": set(\.height, to: value)
      default: continue
      }
    }
  }

  /// Sets an extent of a style, whose numbers have a unit; `auto` is that of the picture.
  private mutating func set(
    _ extent: WritableKeyPath<Self, Length?>, to value: Substring
  ) {
    let word = value.prefix { $0 != "!" }.filter { !$0.isWhitespace }
    if word == "auto" {
      self[keyPath: extent] = nil
    } else if word == "0" || word.hasSuffix("px") || word.hasSuffix("%") {
      self[keyPath: extent] = Self.length(word) ?? self[keyPath: extent]
    }
  }

  /// The extent of a picture in a container with `room` along the line; of one extent alone, the other one follows by
  /// the picture's proportions.
  func size(of picture: Size, room: Double) -> Size {
    let width = width?.units(of: room)
    // A share of a height that is not known is as if it were not there.
    let height: Double? = if case .units(let units) = height { units } else { nil }
    switch (width, height) {
    case (nil, nil): return picture
    case (let width?, nil):
      return Size(width: width, height: width * picture.height / picture.width)
    case (nil, let height?):
      return Size(width: height * picture.width / picture.height, height: height)
    case (let width?, let height?): return Size(width: width, height: height)
    }
  }

  /// The length of words such as `120`, `120px` or `50%`; `nil` for other words.
  private static func length(_ text: String) -> Length? {
    let word = text.filter { !$0.isWhitespace }
    let digits = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits), (0...1e5).contains(number) else { return nil }
    return word[digits.endIndex...].hasPrefix("%") ? .share(number / 100) : .units(number)
  }
}
