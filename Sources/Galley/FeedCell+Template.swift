import Foundation
public import GalleyCellRendering
import GalleyElements
public import GalleyFeedItems
public import GalleyTemplates

extension FeedCell {
  /// Makes the cells of a template.
  ///
  /// A template names the fields of ``/GalleyFeedItems/FeedItem``, and all members of the feed's elements if the reader
  /// keeps them: set ``/GalleyFeedItems/FeedLimits/keptMemberBytes``.
  public init(_ template: Template) {
    let name = ([template.name, template.yaml] + template.includes).joined(separator: "\n")
    let imageFields = [FeedField.image, .avatar].filter { template.fields.contains($0.rawValue) }
    let showsPictures = template.fields.contains { $0.hasPrefix(TemplateItem.pictures) }
    let namesAttachments = template.fields.contains { $0.hasPrefix("attachments") }
    let template = template.preparingStyles { $0.withKeyBytes }
    self.init(
      name, families: template.families, imageFields: imageFields,
      showsPictures: showsPictures, describesAttachments: !namesAttachments
    ) { item, context in
      var data = TemplateItem(
        item.templateTexts,
        pictures: showsPictures
          ? item.templatePictures(withImage: !context.missingImages.contains(.image)) : [],
        tags: item.tags, members: template.needsMembers ? TemplateValue(members: item) : nil)
      if let written = context.writtenTime, written != item.time { data.setWrittenTime(written) }
      for field in context.missingImages { data.remove(field.rawValue) }
      data.formatLanguage = context.formatLanguage
      return try template.cell(data, now: context.now)
    }
  }
}

extension FeedItem {
  /// The texts of the fields with a place in templates, in the order of ``TemplateItem/names``.
  fileprivate var templateTexts: [String?] {
    [
      id, title, body, author, time, image, avatar, language, bodyHTML, url, imageDescription,
    ]
  }

  /// The pictures, if there are several, or others than an image that is missing: one alone is the image.
  fileprivate func templatePictures(
    withImage hasImage: Bool = true
  ) -> [(name: String, description: String?)] {
    var pictures = pictures.map { (name: $0.url, description: $0.description) }
    guard hasImage else {
      pictures.removeAll { $0.name == image }
      return pictures
    }
    return pictures.count > 1 ? pictures : []
  }
}

extension TemplateValue {
  /// The fields of an item, and all members of its element that are kept.
  ///
  /// Where both have a name, the text is that of the item's field, and the members within are the element's:
  /// `author` is a name even where `author.name` is a member.
  ///
  /// - Complexity: O(bytes of the element).
  public init(_ item: FeedItem) {
    self =
      TemplateItem(
        item.templateTexts, pictures: item.templatePictures(), tags: item.tags,
        members: TemplateValue(members: item)
      ).whole
  }

  /// The members of an item's element that are kept.
  init(members item: FeedItem) {
    var fields: [String: TemplateValue] = [:]
    switch item.members {
    case nil: break
    case .columns(let columns):
      fields = columns.mapValues { .text($0) }
      // A table that Galley wrote has members without a column in one object.
      let extra = columns[FeedItem.extraKey].flatMap {
        TemplateValue.fields(ofJSON: Array($0.utf8))
      }
      fields.merge(extra ?? [:]) { own, _ in own }
    case .json(let bytes):
      // An element with ill-formed text has the fields that the reader has repaired.
      fields = TemplateValue.fields(ofJSON: bytes) ?? [:]
      if case .fields(let extra)? = fields[FeedItem.extensionKey] {
        fields.merge(extra) { own, _ in own }
      }
    }
    if let post = item.post {
      if let handle = post.handle { fields["handle"] = .text(handle) }
      for (name, count) in post.counts { fields[name] = .number(Double(count)) }
      if let visibility = post.visibility { fields[PostDetails.visibilityKey] = .text(visibility) }
      if let sensitive = post.isSensitive { fields[PostDetails.sensitiveKey] = .flag(sensitive) }
    }
    self = .fields(fields)
  }

  private static func fields(ofJSON bytes: [UInt8]) -> [String: TemplateValue]? {
    guard case .fields(let fields)? = try? TemplateValue(json: Data(bytes)) else { return nil }
    return fields
  }
}
