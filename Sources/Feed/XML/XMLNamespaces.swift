import GalleyFeedSyntax

/// The prefixes of XML's names, each under the prefix that feeds commonly use for its namespace.
package struct XMLNamespaces {
  /// The common prefixes of the prefixes that the document declares.
  private var prefixes: [String: String] = [:]
  /// The addresses of the prefixes without a common one.
  private var others: [String: String] = [:]

  /// The addresses of the namespaces with a common prefix.
  package static let addresses = [
    "content": "http://purl.org/rss/1.0/modules/content/",
    "dc": "http://purl.org/dc/elements/1.1/", "dcterms": "http://purl.org/dc/terms/",
    "media": "http://search.yahoo.com/mrss/",
    "itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
    "atom": "http://www.w3.org/2005/Atom", "xhtml": "http://www.w3.org/1999/xhtml",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "slash": "http://purl.org/rss/1.0/modules/slash/",
    "wfw": "http://wellformedweb.org/CommentAPI/",
    "thr": "http://purl.org/syndication/thread/1.0", "georss": "http://www.georss.org/georss",
    "podcast": "https://podcastindex.org/namespace/1.0",
    "googleplay": "http://www.google.com/schemas/play-podcasts/1.0",
    "creativeCommons": "http://backend.userland.com/creativeCommonsRssModule",
    "feedburner": "http://rssnamespace.org/feedburner/ext/1.0",
    "yt": "http://www.youtube.com/xml/schemas/2015", galley: "urn:galley",
  ]

  /// The prefix of Galley's own elements.
  package static let galley = "galley"

  /// The common prefix of an address; the empty one is that of RSS.
  package static let known: [String: String] = {
    var known = [
      "http://search.yahoo.com/mrss": "media", "http://purl.org/atom/ns#": "atom",
      "http://www.itunes.com/DTDs/Podcast-1.0.dtd": "itunes", "http://purl.org/rss/1.0/": "",
      "http://backend.userland.com/rss2": "", "http://my.netscape.com/rdf/simple/0.9/": "",
      "http://channel.netscape.com/rdf/simple/0.9/": "",
    ]
    for (prefix, address) in addresses { known[address] = prefix }
    return known
  }()

  /// Notes the prefixes that a tag declares; they hold for the rest of the document.
  mutating func declare(_ tag: XMLTag) {
    for attribute in tag.attributes where attribute.name.hasPrefix("xmlns:") {
      let prefix = String(attribute.name.dropFirst(6))
      if let common = Self.known[attribute.value] {
        if prefixes.count < 256 { prefixes[prefix] = common }
      } else if others.count < 256, attribute.value.utf8.count <= 1024 {
        others[prefix] = attribute.value
      }
    }
  }

  /// The name in small letters, with the common prefix; names of RSS and Atom have none.
  func name(_ name: String) -> String { Self.key(fullName(name)) }

  /// The name with the common prefix, or with that of the document; names of RSS have none.
  func fullName(_ name: String) -> String {
    guard let colon = name.firstIndex(of: ":") else { return name }
    let prefix = prefixes[String(name[..<colon])] ?? name[..<colon].lowercased()
    return prefix.isEmpty ? String(name[name.index(after: colon)...]) : prefix + name[colon...]
  }

  /// The name in small letters, of a full name; names of RSS and Atom have no prefix.
  ///
  /// XHTML has no prefix but before its `body`, so that its elements are those of HTML.
  package static func key(_ fullName: String) -> String {
    let name = fullName.lowercased()
    guard let colon = name.firstIndex(of: ":") else { return name == "body" ? "xhtml:body" : name }
    let local = String(name[name.index(after: colon)...])
    switch name[..<colon] {
    case "", "atom", "atom10", "rss": return local
    case "xhtml": return local == "body" ? name : local
    default: return name
    }
  }

  /// The attribute that declares the prefix of a name, if it has no common one.
  func declaration(of name: String) -> XMLTag.Attribute? {
    guard let colon = name.firstIndex(of: ":") else { return nil }
    let prefix = String(name[..<colon])
    guard prefixes[prefix] == nil, let address = others[prefix] else { return nil }
    return XMLTag.Attribute(name: "xmlns:" + prefix.lowercased(), value: address)
  }
}
