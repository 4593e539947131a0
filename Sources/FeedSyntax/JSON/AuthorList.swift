import GalleyFeedItems

/// The authors of an item of JSON Feed, as its fields have them.
package struct AuthorList {
  /// The names, joined as in ``FeedItem/author``.
  package private(set) var name: String?
  /// The first picture.
  package private(set) var avatar: String?
  /// Whether there are several authors, or members beside a name and a picture, such as an address.
  package private(set) var saysMore = false
  /// The members of each author that are texts.
  package private(set) var people: [[String: String]] = []
  /// The names of all members of authors.
  package private(set) var names: Set<String> = []

  /// The authors in an array of JSON; `nil` for another value, and for elements that are no objects.
  ///
  /// - Complexity: O(text).
  package init?(json text: String) {
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
