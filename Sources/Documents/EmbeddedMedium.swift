import GalleyPrimitives
internal import Foundation

/// A film, a sound or a page that an element of HTML embeds, in place of which a text has its title and its address.
package struct EmbeddedMedium {
  /// The elements that embed something.
  package static let names: Set = ["audio", "video", "iframe", "embed"]

  /// The address; `nil` while no tag has named it.
  package private(set) var address: String?
  /// The picture of a film that does not play; `nil` without one.
  package let poster: String?
  private let title: String
  private let isPage: Bool

  /// Reads the tag that begins an element; `nil` for another element, and for a page that is too small to be seen.
  package init?(_ tag: HTMLStartTag) {
    guard Self.names.contains(tag.name) else { return nil }
    isPage = tag.name == "iframe" || tag.name == "embed"
    let extents = ["width", "height"].compactMap { tag.value(of: $0).flatMap { Int($0) } }
    // Pages of one pixel count readers.
    guard !isPage || extents.allSatisfy({ $0 > 1 }) else { return nil }
    title = (tag.value(of: "title") ?? tag.value(of: "aria-label") ?? "")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    poster = tag.value(of: "poster")
    take(tag)
  }

  /// Takes the address of a tag, which may be that of a `source` within the element, unless another one is known.
  package mutating func take(_ tag: HTMLStartTag) {
    guard address == nil, var found = tag.value(of: "src"), !found.isEmpty, found != "about:blank"
    else { return }
    if found.hasPrefix("//") { found = "https:" + found }
    address = found
  }

  /// A name without the characters that have no look, some of which change the order of the text around them.
  package static func shown(_ name: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The words in place of the medium: `▶`, and its title, or else the name of its file or of the site that has it;
  /// `nil` without an address.
  package var words: String? {
    guard let address else { return nil }
    guard title.isEmpty else { return "▶ " + title }
    guard !address.hasPrefix("data:") else { return "▶" }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    var parts = path.split(separator: "/").map(String.init)
    if let start = path.firstRange(bytes: "://"), start.lowerBound != path.startIndex {
      parts.removeFirst()
      guard let site = parts.first, !isPage, parts.count > 1 else {
        let site = parts.first ?? ""
        return "▶ " + (site.hasPrefix("www.") ? String(site.dropFirst(4)) : site)
      }
      parts[0] = site
    }
    let name = parts.last ?? ""
    return "▶ " + Self.shown(name.removingPercentEncoding ?? name)
  }
}
