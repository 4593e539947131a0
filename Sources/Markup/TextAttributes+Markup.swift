import GalleyPrimitives
import GalleyText

extension TextAttributes {
  /// Sets an attribute of a `span`; returns false for one that is unknown, or that has no such value.
  mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "font", "font_desc": return setFont(value)
    case "font_family", "face": font.family = value
    case "size", "font_size": return setSize(value)
    case "style", "font_style":
      guard ["normal", "oblique", "italic"].contains(value) else { return false }
      font.isItalic = value != "normal"
    case "weight", "font_weight":
      guard let weight = Int(value) ?? Font(description: "x \(value) 1")?.weight else {
        return false
      }
      font.weight = weight
    case "variant", "font_variant": return setVariant(value)
    case "stretch", "font_stretch": return value == "normal"
    case "font_features": return addFeatures(value)
    case "font_variations":
      font.variations = value
      return font.canonicalVariations != nil
    case "foreground", "fgcolor", "color":
      guard var named = Color(cssName: value) else { return false }
      if named.isOpaque { named.alpha = color.alpha }
      color = named
    case "alpha", "fgalpha":
      guard let share = Self.share(value) else { return false }
      color.alpha = share
    case "background", "bgcolor":
      guard var named = Color(cssName: value) else { return false }
      if named.isOpaque, let old = backgroundBorder?.fillColor { named.alpha = old.alpha }
      backgroundBorder = TextBorder(strokeWidth: 0)
      backgroundBorder?.fillColor = named
    case "background_alpha", "bgalpha":
      guard let share = Self.share(value) else { return false }
      // Without a colour there is no background.
      backgroundBorder?.fillColor?.alpha = share
    case "underline": return Self.set(&underline, value, ["single", "low", "double", "error"])
    case "overline": return Self.set(&overline, value, ["single"])
    case "strikethrough": return Self.set(&strikethrough, value, ["true"])
    case "underline_color": return Self.setColor(of: &underline, value)
    case "overline_color": return Self.setColor(of: &overline, value)
    case "strikethrough_color": return Self.setColor(of: &strikethrough, value)
    case "rise", "baseline_shift":
      guard let rise = Self.units(value) else { return false }
      baselineOffset = rise
    case "letter_spacing":
      guard let spacing = Self.units(value) else { return false }
      kern = spacing
    case "line_height": return setLineHeight(value)
    case "lang": language = value
    // No hyphen is inserted where the text has none, as if this were said.
    case "insert_hyphens": return value == "false"
    default: return false
    }
    return true
  }

  private mutating func setFont(_ name: String) -> Bool {
    // Without a family, as in "Bold 20", the family stays, and without a size the size.
    let isPart = name.split(separator: " ").allSatisfy(Font.isStyleOrSize)
    let whole = isPart ? "\(font.family) \(name)" : name
    guard let named = Font(description: whole) ?? Font(description: "\(whole) \(font.size)") else {
      return false
    }
    font = named
    return true
  }

  /// A size: in 1024ths of a point, in points or per cent with a unit, or one of the names.
  private mutating func setSize(_ text: String) -> Bool {
    let names = [
      "xx-small": -3.0, "x-small": -2, "small": -1, "medium": 0, "large": 1, "x-large": 2,
      "xx-large": 3, "smaller": -1, "larger": 1,
    ]
    func number(_ text: Substring) -> Double? {
      Double(text).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }
    if let step = names[text] {
      for _ in 0..<Int(abs(step)) { scaleFont(by: step > 0 ? 1.2 : 1 / 1.2) }
    } else if text.hasSuffix("pt"), let size = number(text.dropLast(2)) {
      font.size = min(512, max(1, size))
    } else if text.hasSuffix("%"), let share = number(text.dropLast()) {
      scaleFont(by: share / 100)
    } else if let size = number(text[...]) {
      font.size = min(512, max(1, size / 1024))
    } else {
      return false
    }
    return true
  }

  private mutating func setVariant(_ name: String) -> Bool {
    let tags = [
      "normal": [], "small-caps": ["smcp"], "smallcaps": ["smcp"],
      "all-small-caps": ["smcp", "c2sc"], "petite-caps": ["pcap"],
      "all-petite-caps": ["pcap", "c2pc"], "unicase": ["unic"], "title-caps": ["titl"],
    ]
    guard let tags = tags[name] else { return false }
    fontFeatures += tags.map { FontFeature($0) }
    return true
  }

  private mutating func addFeatures(_ list: String) -> Bool {
    for part in list.split(separator: ",") {
      guard let feature = FontFeature(description: String(part)), fontFeatures.count < 32 else {
        return false
      }
      fontFeatures.append(feature)
    }
    return true
  }

  /// A factor, or above 1024 a height in 1024ths of a point.
  private mutating func setLineHeight(_ text: String) -> Bool {
    guard let number = Double(text), number.isFinite, number > 0 else { return false }
    var style = paragraphStyle ?? ParagraphStyle()
    if number > 1024 {
      style.fixedLineHeight = min(16_384, number / 1024)
    } else {
      style.lineHeightMultiple = min(100, number)
    }
    paragraphStyle = style
    return true
  }

  private static func set(
    _ line: inout TextDecoration?, _ kind: String, _ kinds: [String]
  ) -> Bool {
    if kind == "none" || kind == "false" {
      line = nil
      return true
    }
    guard kinds.contains(kind) else { return false }
    let color = line?.color
    switch kind {
    case "double": line = TextDecoration(.double)
    case "error": line = TextDecoration(pattern: .dot, color: Color(rgb: 0xCC0000))
    default: line = TextDecoration()
    }
    if let color { line?.color = color }
    return true
  }

  /// Sets the colour of a line, which is drawn even if nothing else asks for it.
  private static func setColor(of line: inout TextDecoration?, _ name: String) -> Bool {
    guard let color = Color(cssName: name) else { return false }
    if line == nil { line = TextDecoration() }
    line?.color = color
    return true
  }

  /// A length in 1024ths of a point, or in points with a unit.
  private static func units(_ text: String) -> Double? {
    let length =
      text.hasSuffix("pt") ? Double(text.dropLast(2)) : Double(text).map { $0 / 1024 }
    return length.flatMap { (-4_096...4_096).contains($0) ? $0 : nil }
  }

  /// An alpha: a share of 65,536, or per cent with a unit.
  private static func share(_ text: String) -> UInt8? {
    let share =
      text.hasSuffix("%")
      ? Double(text.dropLast()).map { $0 / 100 } : Double(text).map { $0 / 65_536 }
    return share.flatMap { (0...1).contains($0) ? UInt8(($0 * 255).rounded()) : nil }
  }
}

extension Color {
  /// A colour by its name in HTML, or in hexadecimal notation; `nil` for another text.
  init?(cssName name: String) {
    let names: [String: UInt32] = [
      "black": 0x000000, "white": 0xFFFFFF, "red": 0xFF0000, "green": 0x008000, "blue": 0x0000FF,
      "yellow": 0xFFFF00, "orange": 0xFFA500, "purple": 0x800080, "gray": 0x808080,
      "grey": 0x808080, "silver": 0xC0C0C0, "maroon": 0x800000, "olive": 0x808000,
      "lime": 0x00FF00, "aqua": 0x00FFFF, "cyan": 0x00FFFF, "teal": 0x008080, "navy": 0x000080,
      "fuchsia": 0xFF00FF, "magenta": 0xFF00FF, "pink": 0xFFC0CB, "brown": 0xA52A2A,
      "gold": 0xFFD700, "crimson": 0xDC143C, "darkgreen": 0x006400, "steelblue": 0x4682B4,
    ]
    if let rgb = names[name.lowercased()] {
      self.init(rgb: rgb)
    } else {
      self.init(hex: name)
    }
  }
}
