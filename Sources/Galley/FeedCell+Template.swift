import Foundation
public import GalleyCellRendering
public import GalleyFeed
public import GalleyTemplates

extension FeedCell {
  /// Makes the cells of a template.
  ///
  /// A template names the fields of ``/GalleyFeed/FeedItem``, and all members of the feed's elements if the reader
  /// keeps them: set ``/GalleyFeed/FeedLimits/keptMemberBytes``.
  public init(_ template: Template) {
    let name = ([template.name, template.yaml] + template.includes).joined(separator: "\n")
    self.init(name, families: template.families) { item, context in
      try template.cell(
        TemplateValue(item, writtenTime: context.writtenTime), now: context.now)
    }
  }
}

extension TemplateValue {
  /// The fields of an item, and all members of its element that are kept.
  ///
  /// Where both have a name, the text is that of the item's field, and the members within are the element's:
  /// `author` is a name even where `author.name` is a member.
  ///
  /// - Complexity: O(bytes of the element).
  public init(_ item: FeedItem) { self.init(item, writtenTime: nil) }

  /// The fields of an item whose time is in the words of the theme; the feed has it as `writtenTime`.
  init(_ item: FeedItem, writtenTime: String?) {
    var fields: [String: TemplateValue] = [:]
    switch item.members {
    case nil: break
    case .columns(let columns): fields = columns.mapValues { .text($0) }
    case .json(let bytes):
      // An element with ill-formed text has the fields that the reader has repaired.
      if case .fields(let members)? = try? TemplateValue(json: Data(bytes)) { fields = members }
    }
    for (name, text) in [
      ("id", item.id), ("title", item.title), ("body", item.body), ("author", item.author),
      ("time", item.time), ("image", item.image), ("avatar", item.avatar),
      ("language", item.language), ("body_html", item.bodyHTML),
    ] {
      guard let text else { continue }
      fields[name] = fields[name]?.withWords(text) ?? .text(text)
    }
    if let writtenTime { fields["time"] = fields["time"]?.withWritten(writtenTime) }
    self = .fields(fields)
  }
}
