import GalleyFeed
import GalleyFeedSyntax

/// The tag and the content of an element, from a value of JSON.
struct ElementParts {
  private(set) var tag: XMLTag
  /// The text before all elements.
  private(set) var text = ""
  /// The elements within, and the texts between them, which have no name.
  private(set) var content: [(name: String?, value: String)] = []

  /// The parts of a string or an object; `nil` for a value without the form of an element.
  init?(_ name: String, _ value: String) {
    tag = XMLTag(name: name)
    if let words = value.textOfJSON {
      text = words
    } else {
      guard let list = MemberList(json: value) else { return nil }
      for member in list.members where !take(member) { return nil }
      guard !tag.attributes.isEmpty || !content.isEmpty else { return nil }
    }
    guard text.isKeptByXML else { return nil }
  }

  /// Whether the element has nothing but a name.
  var isEmpty: Bool { text.isEmpty && tag.attributes.isEmpty && content.isEmpty }

  /// Stores a member of an object; `false` for one that an element has no place for.
  private mutating func take(_ member: (name: String, value: String)) -> Bool {
    if member.name == SyndicationElement.contentKey {
      guard let values = MemberList.values(ofArray: member.value) else { return false }
      for value in values {
        if let words = value.textOfJSON {
          guard words.hasOnlyCharactersOfXML else { return false }
          content.append((nil, words))
        } else {
          guard let list = MemberList(json: value), list.members.count == 1 else { return false }
          content.append((list.members[0].name, list.members[0].value))
        }
      }
      return true
    }
    guard member.name == "#text" || member.name.first == "@" else {
      content.append((member.name, member.value))
      return true
    }
    guard let words = member.value.textOfJSON else { return false }
    if member.name == "#text" {
      text = words
    } else {
      tag.attributes.append(XMLTag.Attribute(name: String(member.name.dropFirst()), value: words))
    }
    return true
  }
}

extension String {
  /// Whether this is a name of XML in letters, digits and signs of ASCII, without a prefix.
  var isXMLName: Bool {
    guard let first = utf8.first, first < 0x80, first.beginsXMLName, first != .colon else {
      return false
    }
    return utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        || "-_.".utf8.contains(byte)
    }
  }

  /// Whether a reader finds this text as it is: without controls, and white space at its ends.
  fileprivate var isKeptByXML: Bool {
    guard let first, let last else { return true }
    return !first.isWhitespace && !last.isWhitespace && hasOnlyCharactersOfXML
  }
  /// Whether XML has all characters of this text.
  fileprivate var hasOnlyCharactersOfXML: Bool {
    unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar != "\u{FFFE}" && scalar != "\u{FFFF}" || scalar == "\n"
        || scalar == "\t"
    }
  }
}
