import GalleyBoxes
import GalleyPrimitives
import Yams

/// The keys and values of an element in a template, each of which is taken once.
struct TemplateFields {
  private let node: Node
  private var values: [String: (key: Node, value: Node)] = [:]
  /// The keys that were asked for.
  private var known: [String] = []

  init(_ node: Node) throws {
    guard let mapping = node.mapping else {
      throw Misplaced(node, "keys and values are expected, such as 'text: \"{title}\"'")
    }
    self.node = node
    for (key, value) in mapping {
      let name = key.string ?? ""
      guard values.updateValue((key, value), forKey: name) == nil else {
        throw Misplaced(key, "the key '\(name.shown(limit: 40))' is there twice")
      }
    }
  }

  /// The first of `names` that is a key.
  func first(of names: [String]) -> String? { names.first { values[$0] != nil } }

  /// Takes the value of a key.
  mutating func take(_ name: String) -> Node? {
    known.append(name)
    return values.removeValue(forKey: name)?.value
  }

  /// Refuses the keys that are not taken.
  func finish() throws {
    guard let rest = values.values.min(by: { ($0.key.mark?.line ?? 0) < ($1.key.mark?.line ?? 0) })
    else { return }
    let name = rest.key.string ?? ""
    throw Misplaced(
      rest.key,
      "there is no '\(name.shown(limit: 40))' here; there are \(known.sorted().joined(separator: ", "))"
    )
  }

  func fail(_ reason: String) -> Misplaced { Misplaced(node, reason) }

  /// Takes a number within bounds.
  mutating func number(_ name: String, _ bounds: ClosedRange<Double> = 0...8192) throws -> Double? {
    guard let value = take(name) else { return nil }
    return try Self.number(value, name, bounds)
  }

  private static func number(
    _ value: Node, _ name: String, _ bounds: ClosedRange<Double>
  ) throws -> Double {
    // A NaN is in no bounds.
    guard let number = value.float ?? value.int.map(Double.init), bounds.contains(number) else {
      let (least, most) = (bounds.lowerBound, bounds.upperBound)
      throw Misplaced(
        value,
        "\(name) is \(shown(value)): a number from \(words(least)) to \(words(most)) is expected")
    }
    return number
  }

  private static func words(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }

  private static func shown(_ value: Node) -> String {
    value.string.map { "'\($0.shown(limit: 40))'" } ?? "a list or a mapping"
  }

  /// Takes a length: a number, a percentage, or `auto`.
  mutating func length(_ name: String, least: Double = 0) throws -> BoxLength? {
    guard let value = take(name) else { return nil }
    return try Self.length(value, name, least)
  }

  private static func length(_ value: Node, _ name: String, _ least: Double) throws -> BoxLength {
    let text = value.string ?? ""
    if text == "auto" { return .auto }
    if text.hasSuffix("%"), let share = Double(text.dropLast()), (least...1000).contains(share) {
      return .percent(share)
    }
    guard let number = value.float ?? value.int.map(Double.init), (least...8192).contains(number)
    else {
      throw Misplaced(
        value, "\(name) is \(shown(value)): a number up to 8192, a percentage or auto is expected")
    }
    return .units(number)
  }

  /// Takes lengths of the sides: one for all, two for y and x, or four from the top clockwise in a
  /// left-to-right cell.
  mutating func edges(_ name: String, least: Double = 0) throws -> BoxEdges<BoxLength>? {
    guard let value = take(name) else { return nil }
    guard let list = value.sequence else {
      return BoxEdges(all: try Self.length(value, name, least))
    }
    let lengths = try list.map { try Self.length($0, name, least) }
    switch lengths.count {
    case 2:
      return BoxEdges(
        top: lengths[0], leading: lengths[1], bottom: lengths[0], trailing: lengths[1])
    case 4:
      return BoxEdges(
        top: lengths[0], leading: lengths[3], bottom: lengths[2], trailing: lengths[1])
    default:
      throw Misplaced(value, "\(name) has \(lengths.count) lengths: one, two or four are expected")
    }
  }

  /// Takes one of the names of an enumeration.
  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ type: Choice.Type
  ) throws -> Choice? {
    guard let value = take(name) else { return nil }
    guard let choice = Choice(rawValue: value.string ?? "") else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw Misplaced(value, "\(name) is \(Self.shown(value)): one of \(names) is expected")
    }
    return choice
  }

  /// Takes true or false.
  mutating func flag(_ name: String) throws -> Bool? {
    guard let value = take(name) else { return nil }
    guard let flag = value.bool else {
      throw Misplaced(value, "\(name) is \(Self.shown(value)): true or false is expected")
    }
    return flag
  }

  /// Takes a colour: `"#RRGGBB"`, or one of the theme's names.
  mutating func color(_ name: String, _ palette: [String: Color]) throws -> Color? {
    guard let value = take(name) else { return nil }
    return try Self.color(value, name, palette)
  }

  private static func color(_ value: Node, _ name: String, _ palette: [String: Color]) throws
    -> Color
  {
    let text = value.string ?? ""
    if let color = palette[text] ?? Color(hex: text) { return color }
    // An unquoted number sign begins a comment, which leaves no value.
    let hint = value.tag.description.contains("null") ? "; quote it: \"#fff\"" : ""
    throw Misplaced(
      value,
      "\(name) is \(shown(value)): \"#RRGGBB\" or one of \(palette.keys.sorted().joined(separator: ", ")) is expected\(hint)"
    )
  }

  /// Takes a path of names to a field.
  mutating func path(_ name: String) throws -> [String]? {
    guard let value = take(name) else { return nil }
    guard let text = value.string else { throw Misplaced(value, "\(name) names a field") }
    return try TemplateText.path(text[...], value)
  }

  /// Takes a text without bindings.
  mutating func words(_ name: String) throws -> String? {
    guard let value = take(name) else { return nil }
    guard let text = value.string, text.utf8.count <= 256 else {
      throw Misplaced(
        value, "\(name) is \(Self.shown(value)): a text of at most 256 bytes is expected")
    }
    return text
  }
}
