extension FeedItem {
  /// The names of members that readers take for the fields of items, their tags and attachments.
  private static let takenMembers: Set<String> = [
    "id", "title", "body", "author", "time", "image", "avatar", "lang", "url", htmlKey,
    imageDescriptionKey, "image_alt", "tags", "attachments", "pictures", "images", "identifier",
    "content", "username", "imageName", "language",
  ]

  /// The name of the column of a table, and of the property of an article, with an object of all members that have no
  /// column and no property of their own.
  package static let extraKey = "extra"

  /// The name of the extension of JSON Feed with the members that the format does not know.
  package static let extensionKey = "_galley"

  /// Whether a member of this name, which no field has, can be a member of JSON Lines, a column or a property.
  static func isFree(_ name: String) -> Bool { !name.isEmpty && !takenMembers.contains(name) }

  /// The members of the element that no field has, with values of JSON on one line, each name once.
  ///
  /// Of a post of a social network, those of ``post``. None without ``members``.
  ///
  /// - Complexity: O(element).
  var otherMembers: [(name: String, value: String)] {
    if let post { return post.members }
    var known: Set<String> = []
    return allOtherMembers.filter { Self.isFree($0.name) && known.insert($0.name).inserted }
  }

  private var allOtherMembers: [(name: String, value: String)] {
    switch members {
    case nil: return []
    case .columns(let columns):
      var others: [(name: String, value: String)] = []
      for (name, text) in columns.sorted(by: { $0.key < $1.key })
      where !TableColumns.isTaken(name, text, by: self) {
        if name == Self.extraKey, let inner = MemberList(json: text) {
          others += inner.members
        } else {
          others.append((name, text.json))
        }
      }
      return others
    case .json(let bytes):
      guard let list = MemberList(bytes) else { return [] }
      let names = Set(list.members.map(\.name))
      return list.members.flatMap { member -> [(name: String, value: String)] in
        if member.name == Self.extensionKey, let inner = MemberList(json: member.value) {
          return inner.members
        }
        // The author of JSON Feed 1.0 is one of 1.1's authors.
        if member.name == "author", !names.contains("authors") {
          let authors = "[\(member.value)]"
          return AuthorList(json: authors)?.saysMore == true ? [("authors", authors)] : []
        }
        return isTaken(member, besides: names) ? [] : [member]
      }
    }
  }

  /// Whether a field has the value of a member of JSON Feed; JSON Lines may have members of these names too.
  private func isTaken(_ member: (name: String, value: String), besides names: Set<String>) -> Bool
  {
    func isValue(of field: String?) -> Bool { field == member.value.textOfJSON }
    return switch member.name {
    case "content_text": isValue(of: body) || member.value == "\"\""
    case "content_html": body != nil && names.isDisjoint(with: ["body", "content"])
    case "summary": isValue(of: body)
    case "date_published": time != nil && !names.contains("time")
    case "banner_image": isValue(of: image)
    case "external_url": isValue(of: url)
    case "authors":
      (author ?? avatar) != nil && names.isDisjoint(with: ["author", "username"])
        && AuthorList(json: member.value)?.saysMore != true
    default: false
    }
  }
}

/// The authors of an item of JSON Feed, as its fields have them.
struct AuthorList {
  /// The names, joined as in ``FeedItem/author``.
  private(set) var name: String?
  /// The first picture.
  private(set) var avatar: String?
  /// Whether there are several authors, or members beside a name and a picture, such as an address.
  private(set) var saysMore = false
  /// The members of each author that are texts.
  private(set) var people: [[String: String]] = []
  /// The names of all members of authors.
  private(set) var names: Set<String> = []

  /// The authors in an array of JSON; `nil` for another value, and for elements that are no objects.
  ///
  /// - Complexity: O(text).
  init?(json text: String) {
    let bytes = Array(text.utf8)
    guard text.utf8.first == .openBracket, JSONScanner.isValue(bytes) else { return nil }
    var shown: [String] = []
    let isRead = bytes.withUnsafeBufferPointer { buffer in
      var cursor = JSONCursor(buffer)
      cursor.enter()
      while let value = cursor.nextElement() {
        guard value.kind == .object, let list = MemberList(Array(bytes[value.range])) else {
          return false
        }
        var person: [String: String] = [:]
        for (name, value) in list.members where value != "null" {
          names.insert(name)
          person[name] = value.textOfJSON
          switch (name, value.textOfJSON) {
          case ("name", let text?): if !text.isEmpty { shown.append(text) }
          case ("avatar", let text?): avatar = avatar ?? text
          default: saysMore = true
          }
        }
        people.append(person)
      }
      return true
    }
    guard isRead else { return nil }
    name = shown.isEmpty ? nil : shown.joined(separator: ", ")
    saysMore = saysMore || people.count > 1
  }
}

/// The members of an object of JSON, each on one line.
struct MemberList {
  private(set) var members: [(name: String, value: String)] = []

  /// The members of one well-formed JSON value; `nil` if it is no object.
  ///
  /// - Complexity: O(bytes).
  init?(_ bytes: [UInt8]) {
    let isObject = bytes.withUnsafeBufferPointer { bytes in
      var texts = TextDecoder()
      var cursor = JSONCursor(bytes)
      guard cursor.kind == .object else { return false }
      cursor.enter()
      while let (key, value) = cursor.nextMember() {
        let name = texts.decode(UnsafeBufferPointer(rebasing: bytes[key]), limit: 4096).string
        let words = String(decoding: bytes[value.range], as: UTF8.self)
          .replacing("\r\n", with: " ").replacing("\n", with: " ").replacing("\r", with: " ")
        members.append((name, value.kind == .string ? "\"" + words + "\"" : words))
      }
      return true
    }
    guard isObject else { return nil }
  }

  /// The elements of a text that may be JSON; `nil` if it is no array.
  static func values(ofArray text: String) -> [String]? {
    let bytes = Array(text.utf8)
    guard text.utf8.first == .openBracket, JSONScanner.isValue(bytes) else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      var values: [String] = []
      var cursor = JSONCursor(bytes)
      cursor.enter()
      while let value = cursor.nextElement() {
        let words = String(decoding: bytes[value.range], as: UTF8.self)
        values.append(value.kind == .string ? "\"" + words + "\"" : words)
      }
      return values
    }
  }

  /// The members of a text that may be JSON; `nil` if it is no object.
  init?(json text: String) {
    let bytes = Array(text.utf8)
    guard text.utf8.first == .openBrace, JSONScanner.isValue(bytes) else { return nil }
    self.init(bytes)
  }
}

extension String {
  /// The text of a string of JSON; `nil` for another value.
  var textOfJSON: String? {
    guard utf8.count >= 2, utf8.first == .quote else { return nil }
    let bytes = Array(utf8.dropFirst().dropLast())
    var texts = TextDecoder()
    return bytes.withUnsafeBufferPointer { texts.decode($0, limit: 1 << 30).string }
  }
}
