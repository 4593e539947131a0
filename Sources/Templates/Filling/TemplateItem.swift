/// The data of one cell: the fields that items have, found by their places, and all others.
package struct TemplateItem: Sendable {
  /// The names of the fields that have a place.
  package static let names = [
    "id", "title", "body", "author", "time", "image", "avatar", "language", "body_html",
  ]

  /// The values of the named fields.
  private var known: [TemplateValue?]
  /// The value with all fields; `nil` if a template names none but the known ones.
  private let all: TemplateValue?

  /// Makes data of a value with fields.
  init(_ value: TemplateValue) {
    all = value
    known = Self.names.map { value[[$0]] }
  }

  /// Makes data of the texts of the named fields, in the order of ``names``, and of all members of the element.
  ///
  /// Where both have a name, the text is that of the field, and the members within are the element's.
  package init(_ texts: [String?], members: TemplateValue?) {
    guard case .fields(var fields)? = members else {
      all = nil
      known = texts.map { $0.map(TemplateValue.text) }
      return
    }
    known = []
    for (name, text) in zip(Self.names, texts) {
      if let text { fields[name] = fields[name]?.withWords(text) ?? .text(text) }
      known.append(fields[name])
    }
    all = .fields(fields)
  }

  /// Sets the form of a program of the time, whose words are for readers.
  package mutating func setWrittenTime(_ written: String) {
    guard let time = Self.names.firstIndex(of: "time") else { return }
    known[time] = known[time]?.withWritten(written)
  }

  /// Removes the value of a named field.
  package mutating func remove(_ name: String) {
    if let place = Self.names.firstIndex(of: name) { known[place] = nil }
  }

  /// The value at a path; `nil` if there is none.
  subscript(path: TemplatePath) -> TemplateValue? {
    if case .field(let place) = path.root { return known[place] }
    return all?[path.names[...]]
  }
}
