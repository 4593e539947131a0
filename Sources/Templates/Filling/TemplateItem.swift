/// The data of one cell: the fields that items have, found by their places, and all others.
package struct TemplateItem: Sendable {
  /// The names of the fields that have a place.
  package static let names = [
    "id", "title", "body", "author", "time", "image", "avatar", "language", "body_html", "url",
    "image_description", pictures, "tags",
  ]

  /// The name of the pictures of an item that has several.
  package static let pictures = "pictures"

  /// The values of the named fields.
  private var known: [TemplateValue?]
  /// The value with all fields; `nil` if a template names none but the known ones.
  private let all: TemplateValue?
  /// The language of dates and numbers, empty for none; `nil` if it is that of the texts.
  package var formatLanguage: String?

  /// Makes data of a value with fields.
  init(_ value: TemplateValue) {
    all = value
    known = Self.names.map { value[[$0]] }
  }

  /// Makes data of the texts of the named fields, in the order of ``names``, of pictures and tags, and of all members
  /// of the element.
  ///
  /// Where both have a name, the text is that of the field, and the members within are the element's. A list is the
  /// element's own, in which the text of an object is its address or its name; of pictures, those of the item count, with
  /// the members that the element has of them.
  package init(
    _ texts: [String?], pictures: [(name: String, description: String?)] = [], tags: [String] = [],
    members: TemplateValue?
  ) {
    var values = texts.map { $0.map(TemplateValue.text) }
    if !texts.isEmpty {
      values.append(pictures.isEmpty ? nil : .list(pictures.map { Self.picture($0) }))
      values.append(tags.isEmpty ? nil : .list(tags.map(TemplateValue.text)))
    }
    guard case .fields(var fields)? = members else {
      all = nil
      known = values
      return
    }
    known = []
    for (name, value) in zip(Self.names, values) {
      switch value {
      case .text(let text): fields[name] = fields[name]?.withWords(text) ?? .text(text)
      case let value?:
        let own = fields[name]?.listWithWords
        fields[name] = name == Self.pictures ? value.merged(with: own) : own ?? value
      case nil: break
      }
      known.append(fields[name])
    }
    all = .fields(fields)
  }

  /// A picture, whose text is its name.
  private static func picture(_ picture: (name: String, description: String?)) -> TemplateValue {
    var fields: [String: TemplateValue] = ["url": .text(picture.name)]
    if let words = picture.description { fields["description"] = .text(words) }
    return TemplateValue.fields(fields).withWords(picture.name)
  }

  /// The value with all fields.
  package var whole: TemplateValue {
    if let all { return all }
    var fields: [String: TemplateValue] = [:]
    for (name, value) in zip(Self.names, known) { fields[name] = value }
    return .fields(fields)
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
