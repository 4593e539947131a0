import GalleyDocuments

/// The numbers of an ordered list.
struct HTMLNumbering {
  /// The elements that are lists of items.
  static let lists: Set = ["dir", "menu", "ol", "ul"]

  /// The number of the next item.
  private var next: Int
  private let step: Int
  private let style: Style

  /// The notation of numbers, as `type` names it.
  private enum Style: String {
    case decimal = "1"
    case lowerLetters = "a"
    case upperLetters = "A"
    case lowerRoman = "i"
    case upperRoman = "I"
  }

  /// The numbers of the list that begins with a tag; `itemCount` is the number of its items if it counts down.
  init(_ tag: HTMLStartTag, itemCount: Int) {
    let isReversed = tag.has("reversed")
    next = tag.integer("start") ?? (isReversed ? itemCount : 1)
    step = isReversed ? -1 : 1
    style = tag.value(of: "type").flatMap(Style.init) ?? .decimal
  }

  /// The mark of the item that begins with a tag.
  mutating func mark(of item: HTMLStartTag) -> String {
    if let value = item.integer("value") { next = value }
    defer { next = next &+ step }
    return Self.mark(of: next, in: item.value(of: "type").flatMap(Style.init) ?? style)
  }

  /// The marks of the next items, of which one is the widest, unless items have numbers of their own.
  func marks(_ count: Int) -> [String] {
    let last = max(0, count - 1)
    let places = style == .decimal ? [0, last] : Array(0...min(last, 4_000))
    return places.map { Self.mark(of: next &+ step &* $0, in: style) }
  }

  private static func mark(of number: Int, in style: Style) -> String {
    switch style {
    case .decimal: "\(number)."
    case .lowerLetters: "\(letters(number) ?? "\(number)")."
    case .upperLetters: "\(letters(number)?.uppercased() ?? "\(number)")."
    case .lowerRoman: "\(roman(number) ?? "\(number)")."
    case .upperRoman: "\(roman(number)?.uppercased() ?? "\(number)")."
    }
  }

  /// A number as a, b, … z, aa, ab, …; `nil` below 1.
  private static func letters(_ number: Int) -> String? {
    guard number > 0 else { return nil }
    var (rest, letters) = (number, [Unicode.Scalar]())
    while rest > 0 {
      letters.append(Unicode.Scalar(UInt8(ascii: "a") + UInt8((rest - 1) % 26)))
      rest = (rest - 1) / 26
    }
    return String(String.UnicodeScalarView(letters.reversed()))
  }

  /// A number in Roman numerals; `nil` outside of 1…3,999.
  private static func roman(_ number: Int) -> String? {
    guard (1...3_999).contains(number) else { return nil }
    let numerals = [
      (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
      (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
    var rest = number
    return numerals.reduce(into: "") { text, numeral in
      while rest >= numeral.0 {
        text += numeral.1
        rest -= numeral.0
      }
    }
  }
}
