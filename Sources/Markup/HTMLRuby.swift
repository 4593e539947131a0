import GalleyText

/// The bases of a `ruby` element so far, and their annotations.
///
/// Annotations behind several bases belong to them in turn.
///
/// - SeeAlso: HTML, 4.5.10, *The ruby element*; W3C, *HTML Ruby Markup Extensions*.
struct HTMLRuby {
  private var bases: [String] = []
  private var annotations: [String] = []
  /// Whether the next text begins a base or an annotation of its own.
  private var startsBase = true
  private var startsAnnotation = true
  /// Whether the annotation is that of all bases.
  private var spansBases = false

  /// The elements that end where another of them begins.
  static let parts: Set = ["rb", "rt", "rp", "rtc"]

  /// Whether the bases have annotations, so that another base begins a new group.
  var isAnnotated: Bool { !annotations.isEmpty }

  /// Begins a base or an annotation with the start of one of the ``parts``.
  mutating func start(_ name: String) {
    switch name {
    case "rb": startsBase = true
    case "rt", "rtc": startsAnnotation = true
    default: break
    }
  }

  mutating func add(base text: Substring) {
    if startsBase { bases.append("") }
    startsBase = false
    bases[bases.count - 1] += text
  }

  /// Adds text to the last annotation; one that spans belongs to all bases.
  mutating func add(annotation text: Substring, spans: Bool) {
    if startsAnnotation { annotations.append("") }
    startsAnnotation = false
    annotations[annotations.count - 1] += text
    spansBases = spansBases || spans
  }

  /// The bases with their annotations, which may be empty; an annotation without a base has an empty one.
  ///
  /// The last base has all annotations that are left.
  mutating func takePairs() -> [(base: String, annotation: String)] {
    defer { self = HTMLRuby() }
    var annotations = annotations
    if spansBases, bases.count > 1, annotations.count == 1 { bases = [bases.joined()] }
    if annotations.count > max(1, bases.count) {
      let rest = annotations[max(0, bases.count - 1)...]
      annotations.removeSubrange(max(0, bases.count - 1)...)
      annotations.append(Self.joined(rest))
    }
    return (0..<max(bases.count, annotations.count)).map { number in
      (
        bases.indices.contains(number) ? bases[number] : "",
        annotations.indices.contains(number) ? annotations[number] : ""
      )
    }
  }

  /// Annotations beside each other: those in Latin letters are words.
  private static func joined(_ annotations: ArraySlice<String>) -> String {
    annotations.reduce(into: "") { text, next in
      if text.last?.isASCII == true, next.first?.isASCII == true { text += " " }
      text += next
    }
  }
}

extension HTMLWriter {
  /// Ends the parts of a ruby whose end the start of another one implies, and begins that.
  mutating func startRubyPart(_ name: String) {
    guard let ruby = elements.lastIndex(where: { $0.name == "ruby" }) else { return }
    let ended = name == "rb" || name == "rtc" ? HTMLRuby.parts : ["rb", "rt", "rp"]
    while let open = elements[ruby...].last(where: { ended.contains($0.name) }) { end(open.name) }
    if name == "rb", self.ruby.isAnnotated { endAnnotations() }
    self.ruby.start(name)
  }

  /// Writes text of a ruby.
  mutating func writeRuby(_ text: Substring) {
    guard !text.isEmpty else { return }
    let isAnnotation = isInside("rt")
    if isAnnotation || isInside("rtc") {
      ruby.add(annotation: text, spans: !isAnnotation)
    } else {
      if ruby.isAnnotated { endAnnotations() }
      ruby.add(base: text)
    }
  }

  /// Writes the bases so far with their annotations; an annotation without a base is in brackets.
  mutating func endAnnotations() {
    let look = elements.last { $0.name == "ruby" }?.look ?? look
    for (base, annotation) in ruby.takePairs() {
      var attributes = look
      if base.isEmpty {
        space = attributes
        append("(\(annotation))", attributes)
      } else {
        if !annotation.isEmpty { attributes.ruby = RubyAnnotation(annotation) }
        append(base, attributes)
      }
    }
  }
}
