import GalleyBoxes
import GalleyCells
import GalleyPrimitives
import Yams

extension TemplateForm<BoxLength> {
  /// A length: a number, a percentage, `auto`, or one of the theme's.
  static func length(least: Double = 0) -> TemplateForm {
    TemplateForm(schema: .reference(least < 0 ? "signedLength" : "length")) {
      try BoxLength($0, least: least)
    }
  }
}

extension BoxLength {
  fileprivate init(_ node: TemplateNode, least: Double) throws {
    let text = node.node.string ?? ""
    if text == "auto" {
      self = .auto
    } else if text.hasSuffix("%"), let share = Double(text.dropLast()),
      (least...1000).contains(share)
    {
      self = .percent(share)
    } else if let number = node.number(least...8192) {
      self = .units(number)
    } else if let number = node.reader.palette.lengths[text] {
      self = .units(number)
    } else {
      let names = TemplatePalette.lengthNames.joined(separator: ", ")
      throw node.expected("a number up to 8192, a percentage, auto or one of \(names)")
    }
  }
}

extension TemplateForm<BoxEdges<BoxLength>> {
  /// Lengths of the sides: one for all, two for y and x, four from the top clockwise in a left-to-right cell, or
  /// those of the theme.
  static func edges(least: Double = 0) -> TemplateForm {
    TemplateForm(schema: .reference(least < 0 ? "signedEdges" : "edges")) { node in
      if let insets = node.reader.palette.edges[node.node.string ?? ""] { return insets }
      guard let list = node.node.sequence else {
        return BoxEdges(all: try BoxLength(node, least: least))
      }
      let lengths = try list.map { try BoxLength(node.with($0), least: least) }
      switch lengths.count {
      case 2:
        return BoxEdges(
          top: lengths[0], leading: lengths[1], bottom: lengths[0], trailing: lengths[1])
      case 4:
        return BoxEdges(
          top: lengths[0], leading: lengths[3], bottom: lengths[2], trailing: lengths[1])
      default:
        throw Misplaced(
          node.node, "\(node.key) has \(lengths.count) lengths: one, two or four are expected")
      }
    }
  }
}

extension TemplateForm<CornerRadii> {
  /// Radii of corners: one for all, four clockwise from the top left, or those of the theme.
  static let radii = TemplateForm(schema: .reference("radii")) { node in
    if let radii = node.reader.palette.radii[node.node.string ?? ""] { return radii }
    if let radius = node.number(0...8192) { return CornerRadii(all: radius) }
    let names = TemplatePalette.radiusNames.joined(separator: ", ")
    guard let list = node.node.sequence, list.count == 4 else {
      throw node.expected("a number from 0 to 8192, a list of four, or one of \(names)")
    }
    let numbers = try list.map { try TemplateForm<Double>.number().read(node.with($0)) }
    return CornerRadii(
      topLeft: numbers[0], topRight: numbers[1], bottomRight: numbers[2], bottomLeft: numbers[3])
  }
}

extension TemplateForm<Double> {
  /// The width of a border: a number, or `card` for that of the theme's cards.
  static let borderWidth = TemplateForm(
    schema: .any(of: [.number(in: 0...512), .names(["card"])])
  ) { node in
    if node.node.string == "card" { return node.reader.theme.borderWidth }
    return try TemplateForm<Double>.number(0...512).read(node)
  }
}

extension TemplateForm<[Double]> {
  /// Lengths of dashes and gaps in alternation.
  static let dashes = TemplateForm(
    schema: .any(of: [.list(of: .number(in: 0...8192), count: 1...64), .names(["card"])])
  ) { node in
    if node.node.string == "card" { return node.reader.theme.borderDashes }
    guard let list = node.node.sequence, (1...64).contains(list.count) else {
      throw node.expected("a list of 1 to 64 lengths, or card")
    }
    return try list.map { try TemplateForm<Double>.number().read(node.with($0)) }
  }
}
