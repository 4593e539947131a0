package import GalleyCells
import GalleyElements
package import GalleyFeedItems
import GalleyFonts
import GalleyHandles
package import GalleyImages
import GalleyPrimitives

/// The content of a row's cell, and what its source says about it.
package struct SourcedContent: Sendable {
  package var content: CellContent
  /// The parts that the cell cannot show.
  package var warnings: [RowWarning]
  /// The language of an item's texts; `nil` if nothing says one.
  package var language: RowLanguage?
}

/// Makes the contents of cells from the items of a feed.
package struct CellSource: Sendable {
  package let assets: AssetFolder
  private let times: TimeWords
  private let rules: TextRules
  private let cell: FeedCell?
  /// The language of items for which nothing else says one; empty for none.
  private let defaultLanguage: String
  /// The theme, which decides the content of the place of a missing image.
  let theme: Theme

  /// The maximum number of bytes of a text after repairs.
  private static let textByteLimit = FeedLimits.textBytesCeiling

  /// Makes contents with images of `assets`, with dates in the form of `times`, and in languages by `rules`.
  init(
    assets: AssetFolder, times: TimeWords, rules: TextRules = .reader,
    defaultLanguage: String = "", cell: FeedCell? = nil, theme: Theme = .light
  ) {
    self.theme = theme
    self.assets = assets
    self.cell = cell
    self.defaultLanguage = defaultLanguage
    self.times = times
    self.rules = rules
  }

  /// Returns the content of a row's cell, and warnings about the parts that it cannot show.
  ///
  /// - Throws: The error of a client's cell.
  package func content(of cell: RowCell) throws -> SourcedContent {
    switch cell.source {
    case .item(let item): return try content(of: item)
    case .tree(let tree):
      var warnings: [RowWarning] = []
      let resolved = resolved(tree, of: nil, language: nil, warnings: &warnings)
      return SourcedContent(content: .tree(resolved), warnings: warnings)
    }
  }

  /// Returns the content of an item's cell, and warnings about the parts that it cannot show.
  ///
  /// - Throws: The error of a client's cell.
  package func content(of given: FeedItem) throws -> SourcedContent {
    let item = cell?.describesAttachments == false ? given : given.describingAttachments
    var warnings: [RowWarning] = []
    warnings += item.droppedMarks.map { RowWarning($0) }
    warnings += RowWarning.about(recordOf: item)
    if item.isTimeUnread, let time = item.time { warnings.append(RowWarning(unreadTime: time)) }
    var cuts = item.cuts
    let title = text(.title, of: item, &cuts)
    let body = text(.body, of: item, &cuts)
    let author = text(.author, of: item, &cuts)
    let language = RowLanguage(of: item, rules: rules, default: defaultLanguage)
    let stated = statedLanguage(of: item)
    let time = text(.time, of: item, &cuts).map { times.words(for: $0, language: stated) }
    if let cell {
      var shown = item
      (shown.title, shown.body, shown.author, shown.time) = (title, body, author, time)
      shown.language = language?.tag
      var context = FeedCell.Context(now: times.now, writtenTime: item.time)
      context.formatLanguage =
        stated ?? (language?.isOfFewLetters(of: item) == true ? "" : nil)
      dropMissingPictures(of: &shown, in: cell, &context, &warnings)
      if cuts.contains(where: { $0.field == .body }) { shown.bodyHTML = nil }
      let showsImage =
        cell.imageFields.contains(.image) && !context.missingImages.contains(.image)
      var tree = resolved(
        try cell.tree(shown, in: context), of: item, besideImage: showsImage,
        language: language?.tag, warnings: &warnings)
      if !item.emojis.isEmpty { tree = tree.showing(emojis(of: item, warnings: &warnings)) }
      return SourcedContent(
        content: .tree(tree), warnings: warnings + cuts.map { RowWarning($0) }, language: language)
    }
    if let names = item.unknownMembers {
      warnings.insert(RowWarning(unknownMembers: names), at: 0)
    }
    var content = CardContent(
      title: title, body: body, author: author, time: time, language: language?.tag)
    content.avatar = image(.avatar, of: item, warnings: &warnings)
    addPictures(of: item, to: &content, &warnings)
    if !item.emojis.isEmpty { content.emojis = emojis(of: item, warnings: &warnings) }
    if cuts.allSatisfy({ $0.field != .body }) {
      content.bodyHTML = item.bodyHTML
      content.inlineImages = inlineImages(of: item, warnings: &warnings)
      if let image = content.image, image.name == item.image, image.size != .zero {
        content.inlineImages += repeatedImages(of: item)
      }
    }
    return SourcedContent(
      content: .card(content), warnings: warnings + cuts.map { RowWarning($0) }, language: language)
  }

  /// Notes the images that a client's cell shows and that are missing, and drops such attached pictures.
  private func dropMissingPictures(
    of item: inout FeedItem, in cell: FeedCell, _ context: inout FeedCell.Context,
    _ warnings: inout [RowWarning]
  ) {
    for field in cell.imageFields {
      // The description has the place of its image.
      if field == .image, hasPlace(forDescription: item.imageDescription) { continue }
      if image(field, of: item, warnings: &warnings) == nil {
        context.missingImages.append(field)
      }
    }
    guard cell.showsPictures else { return }
    item.attachments.removeAll { attachment in
      attachment.isPicture && !hasPlace(forDescription: attachment.description)
        && isMissing(attachment, &warnings)
    }
  }

  /// The language that an item, its feed or the theme states, which decides the form of dates; `nil` for none.
  ///
  /// Letters, which decide fonts, do not decide it: a post in Japanese in an English feed has an English date.
  private func statedLanguage(of item: FeedItem) -> String? {
    [item.language, item.feedLanguage, defaultLanguage].lazy.compactMap(\.self)
      .first { !$0.isEmpty && $0 != "und" }
  }

  /// Whether the theme shows these words in the place of an image that is missing.
  func hasPlace(forDescription words: String?) -> Bool {
    theme.missingImage == .alt && words?.isEmpty == false
  }

  /// The element in place of an image that is missing, if the theme shows its description; otherwise `nil`.
  func element(
    inPlaceOf image: ElementImage, language: String?, style: ElementStyle
  ) -> ElementTree? {
    guard let words = image.description, hasPlace(forDescription: words) else { return nil }
    return theme.descriptionElement(
      words, language: language ?? (defaultLanguage.isEmpty ? nil : defaultLanguage), style: style)
  }

  /// Whether an attached picture cannot be shown, which is a warning.
  private func isMissing(_ attachment: FeedAttachment, _ warnings: inout [RowWarning]) -> Bool {
    let image = resolved(ElementImage(name: attachment.url), warnings: &warnings)
    return image.size == .zero
  }

  /// Returns the text of a field, with an ellipsis if the reader has cut it or if this function cuts it
  /// because it is too long after repairs.
  private func text(_ field: FeedField, of item: FeedItem, _ cuts: inout [FeedCut]) -> String? {
    guard let text = item[field] else { return nil }
    let isCut = cuts.contains { $0.field == field }
    guard text.utf8.count > Self.textByteLimit / 3 - 3 else { return isCut ? text + "…" : text }
    let room = Self.textByteLimit - (isCut ? "…".utf8.count : 0)
    guard text.repairedUTF8Count > room else { return isCut ? text + "…" : text }
    if !isCut { cuts.append(FeedCut(field: field, limit: .textBytes(Self.textByteLimit))) }
    return text.cut(toRepairedUTF8Count: Self.textByteLimit - "…".utf8.count) + "…"
  }

  private func image(
    _ field: FeedField, of item: FeedItem, warnings: inout [RowWarning]
  ) -> CellImage? {
    guard let name = item[field], !name.isEmpty else { return nil }
    return image(named: name, field, warnings: &warnings)
  }

  /// The picture `name` of an item, as a field of it; `nil` with a warning if it cannot be shown.
  func image(
    named name: String, _ field: FeedField, warnings: inout [RowWarning]
  ) -> CellImage? {
    guard assets.mayHave(name) else {
      warnings.append(
        RowWarning(
          kind: .image, message: "\(field.rawValue) \(name.shown()): \(RowWarning.noAssetsReason)",
          field: field))
      return nil
    }
    do {
      return CellImage(name: name, size: try assets.imageSize(named: name).size)
    } catch {
      warnings.append(RowWarning(error, field: field))
      return nil
    }
  }
}

extension String {
  /// The number of UTF-8 bytes after each NUL is replaced by U+2400.
  fileprivate var repairedUTF8Count: Int { utf8.count + 2 * utf8.count { $0 == 0 } }

  /// Returns the longest start with at most `count` bytes after repairs, cut as by
  /// ``cut(toUTF8Count:)``.
  fileprivate func cut(toRepairedUTF8Count count: Int) -> String {
    var (taken, room) = (0, count)
    for byte in utf8 {
      room -= byte == 0 ? 3 : 1
      guard room >= 0 else { break }
      taken += 1
    }
    return cut(toUTF8Count: taken)
  }
}
