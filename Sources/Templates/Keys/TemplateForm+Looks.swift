import GalleyCells
import GalleyElements
import GalleyPrimitives
import GalleyText
import Yams

extension TemplateForm<Color> {
  /// A colour: `"#RRGGBB"`, or one of the theme's names.
  static let color = TemplateForm(schema: .reference("color")) { node in
    let text = node.node.string ?? ""
    if let color = node.reader.palette.colors[text] ?? Color(hex: text) { return color }
    // An unquoted number sign begins a comment, which leaves no value.
    let isEmpty = node.node.scalar?.style == .plain && (text.isEmpty || text == "~")
    let names = TemplatePalette.colorNames
    var words = "\"#RRGGBB\" or one of \(names.joined(separator: ", "))"
    if let near = text.nearest(of: names) { words = "'\(near)', " + words }
    let failure = node.expected(words)
    throw isEmpty
      ? Misplaced(node.node, failure.reason + "; # begins a comment, so quote it: \"#fff\"")
      : failure
  }
}

extension TemplateForm<TextShadow?> {
  /// A shadow: its colour, its offset and its blur; `none` for none.
  static let shadow = TemplateForm(schema: .reference("shadow")) { node in
    node.node.string == "none" ? nil : try TextShadow(node)
  }
}

extension TemplateForm<[TextShadow]> {
  /// One shadow, or a list of them.
  static let shadows = TemplateForm(
    schema: .any(of: [
      .reference("shadow"), .list(of: .reference("shadow"), count: 1...8),
    ])
  ) { node in
    if node.node.string == "none" { return [] }
    guard let list = node.node.sequence else { return [try TextShadow(node)] }
    guard (1...8).contains(list.count) else { throw node.expected("a list of 1 to 8 shadows") }
    return try list.map { try TextShadow(node.with($0)) }
  }
}

extension TextShadow {
  fileprivate init(_ node: TemplateNode) throws {
    guard node.node.mapping != nil else {
      throw node.expected("a mapping such as {y: 2, blur: 8, color: \"#0004\"}")
    }
    var fields = try TemplateFields(node.node)
    self.init(color: Color(red: 0, green: 0, blue: 0, alpha: 64))
    let reader = node.reader
    if let value = try fields.take("color", .color, reader) { color = value }
    if let x = try fields.take("x", .number(-4096...4096), reader) { offset.x = x }
    if let y = try fields.take("y", .number(-4096...4096), reader) { offset.y = y }
    if let blur = try fields.take("blur", .number(0...256), reader) { radius = blur }
    try fields.finish()
  }
}

extension TemplateForm<TextDecoration?> {
  /// A line: true or false, the name of a pattern, or a mapping with weight, pattern, width and colour.
  static let decoration = TemplateForm(schema: .reference("decoration")) { node in
    if let flag = node.node.bool { return flag ? TextDecoration() : nil }
    if let pattern = LinePattern(rawValue: node.node.string ?? "") {
      return TextDecoration(pattern: pattern)
    }
    guard node.node.mapping != nil else {
      let names = LinePattern.allCases.map(\.rawValue).joined(separator: ", ")
      throw node.expected("true, false, one of \(names), or a mapping")
    }
    var fields = try TemplateFields(node.node)
    let reader = node.reader
    let line = TextDecoration(
      try fields.take("weight", .choice, reader) ?? .single,
      pattern: try fields.take("pattern", .choice, reader) ?? .solid,
      width: try fields.take("width", .number(0...256), reader),
      color: try fields.take("color", .color, reader))
    try fields.finish()
    return line
  }
}

extension TemplateForm<[FontFeature]> {
  /// OpenType features: a list of tags, each with a value after an equals sign or without one.
  static let features = TemplateForm(
    schema: .list(
      of: ["type": "string", "pattern": "^[ -<>-~]{4}(=[0-9]{1,5})?$"], count: 0...32)
  ) { node in
    guard let list = node.node.sequence, list.count <= 32 else {
      throw node.expected("a list of features such as [smcp, \"ss01=2\"]")
    }
    return try list.map { entry in
      let pieces = (entry.string ?? "").split(separator: "=", omittingEmptySubsequences: false)
      let tag = String(pieces.first ?? "")
      guard pieces.count <= 2, tag.utf8.count == 4, tag.utf8.allSatisfy({ 0x20...0x7E ~= $0 }),
        let value = pieces.count == 2 ? UInt32(pieces[1]) : 1, value < 100_000
      else { throw node.with(entry).expected("a tag of four letters, such as smcp or ss01=2") }
      return FontFeature(tag, value: value)
    }
  }
}

extension TemplateForm<Theme.TextStyle> {
  /// A style of the theme.
  static let style = TemplateForm(schema: .names(StyleName.allCases.map(\.rawValue))) { node in
    let theme = node.reader.theme
    return switch try TemplateForm<StyleName>.choice.read(node) {
    case .title: theme.title
    case .body: theme.body
    case .author: theme.author
    case .time: theme.time
    case .initials: theme.initials
    }
  }
}

/// The styles of text that a template can name.
private enum StyleName: String, CaseIterable {
  case title, body, author, time, initials
}
