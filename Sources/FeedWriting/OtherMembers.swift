import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax

extension FeedItem {
  /// The members of the element that no field has, with values of JSON on one line, each name once.
  ///
  /// Of a post of a social network, those of ``post``. None without ``members``.
  ///
  /// - Complexity: O(element).
  package var otherMembers: [(name: String, value: String)] {
    if let post { return post.members + authors(at: post.profile) + emojiMembers }
    var known: Set<String> = []
    return allOtherMembers.filter { Self.isFree($0.name) && known.insert($0.name).inserted }
  }

  /// The author with the address of an account, as JSON Feed has authors.
  private func authors(at profile: String?) -> [(name: String, value: String)] {
    guard let author, let profile else { return [] }
    let person = MemberList.object([
      ("name", author.json), ("url", profile.json), ("avatar", avatar?.json),
    ])
    return [(PostDetails.authorsKey, "[\(person)]")]
  }

  /// The custom emoji, as Mastodon has them.
  private var emojiMembers: [(name: String, value: String)] {
    let list = emojis.map { emoji in
      MemberList.object([("shortcode", emoji.shortcode.json), ("url", emoji.url.json)])
    }
    return FeedWriter.list(list).map { [(Self.emojisKey, $0)] } ?? []
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
          others.append((name, PostDetails.value(ofCell: text, in: name) ?? text.json))
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

extension FeedItem {
  /// The body, if its HTML has another text; `nil` for a body that the text of its HTML is.
  ///
  /// - Complexity: O(HTML).
  var plainBody: String? {
    guard let body, let html = bodyHTML else { return nil }
    var bytes = Array(html.utf8)
    let text = HTMLText.text(ofHTML: &bytes, limit: body.utf8.count + 4).string
    return text == body ? nil : body
  }
}

extension PostDetails {
  /// The value of a cell in a column of this name, if it has the form of a post's: a number, a truth value or a list.
  fileprivate static func value(ofCell text: String, in name: String) -> String? {
    switch name {
    case "replies", "reposts", "likes": Int(text).map(String.init) == text ? text : nil
    case sensitiveKey: ["true", "false"].contains(text) ? text : nil
    case authorsKey: AuthorList(json: text) == nil ? nil : text
    case FeedItem.emojisKey: MemberList.values(ofArray: text) == nil ? nil : text
    default: nil
    }
  }

  /// The values that are known, as members of a JSON object.
  fileprivate var members: [(name: String, value: String)] {
    (handle.map { [("handle", $0.json)] } ?? []) + counts.map { ($0.name, String($0.value)) }
      + (visibility.map { [(Self.visibilityKey, $0.json)] } ?? [])
      + (isSensitive.map { [(Self.sensitiveKey, String($0))] } ?? [])
  }
}
