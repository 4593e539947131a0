internal import Foundation
package import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

/// The columns of a table: the fields that its header names.
package struct TableColumns {
  /// The largest number of columns that are read.
  static let limit = 1024

  /// The field of a column.
  private struct Column {
    var field: FeedField
    /// The lowest rank among the columns of a field counts.
    var rank: Int
    var isHTML = false
    var isDate = false
    /// Whether cells of WordPress, which are HTML, may be below the name.
    var mayBeHTML = false
    /// Whether cells may be words for yes and no, which no field has.
    var mayBeBoolean = false
  }

  /// A column with more than the text of a field.
  private enum Extra {
    case html, tags, imageDescription, attachments
  }

  let delimiter: UInt8
  /// The names of the columns, each once.
  let names: [String]
  /// The names as the header has them.
  private let written: [String]
  private let columns: [Column?]
  private let extras: [Extra?]
  /// The columns that may have custom emoji.
  private let emojiColumns: [Int]

  init(header: some RandomAccessCollection<UInt8>, delimiter: UInt8) {
    self.delimiter = delimiter
    let written = TableRecord.cells(of: header, delimiter: delimiter, limit: Self.limit).map {
      String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }
    columns = written.map { Self.column($0) }
    extras = written.map { Self.extra($0) }
    self.written = written
    names = Self.distinct(written)
    emojiColumns = written.indices.filter {
      [FeedItem.emojisKey, FeedItem.extraKey].contains(written[$0])
    }
  }

  /// Names of which a second equal one has the next number that no other column has, so that its cells are kept too.
  private static func distinct(_ written: [String]) -> [String] {
    var taken = Set(written)
    var counts: [String: Int] = [:]
    return written.map { name in
      guard !name.isEmpty, let count = counts[name] else {
        counts[name] = 1
        return name
      }
      var number = count + 1
      while taken.contains("\(name) \(number)") { number += 1 }
      counts[name] = number
      taken.insert("\(name) \(number)")
      return "\(name) \(number)"
    }
  }

  /// The names of the columns that no field has, and of those whose field another column has rather.
  var otherNames: [String] {
    var ranks: [FeedField: Int] = [:]
    for case let column? in columns {
      ranks[column.field] = min(ranks[column.field] ?? .max, column.rank)
    }
    var known: Set<String> = []
    return zip(names, zip(columns, extras)).compactMap { name, column in
      var isOfField = column.1 != nil
      if let found = column.0, ranks[found.field] == found.rank, !found.mayBeBoolean {
        isOfField = true
        // Of two columns of a rank, the first has the field.
        ranks[found.field] = -1
      }
      return !isOfField && FeedItem.isFree(name) && known.insert(name).inserted ? name : nil
    }
  }

  /// Whether the header names a field.
  var hasField: Bool { columns.contains { $0 != nil } }

  /// Gives `item` the cells of a record.
  func fill(
    _ item: inout FeedItem, _ record: some RandomAccessCollection<UInt8>, _ texts: FieldTexts
  ) {
    let cells = TableRecord.cells(of: record, delimiter: delimiter, limit: 2 * Self.limit)
    item.surplusCells = cells.dropFirst(names.count).filter { !$0.allSatisfy(\.isJSONSpace) }
      .map { texts.plain($0).string }
    item.hasOpenQuote = TableRecord.endsQuoted(record, delimiter: delimiter)
    var ranks: [FeedField: Int] = [:]
    // The columns whose cells are fields of this item.
    var sources: [FeedField: Int] = [:]
    var hasPost = false
    for (index, (cell, column)) in zip(cells, columns).enumerated() {
      guard let column, !cell.allSatisfy(\.isJSONSpace),
        column.rank < ranks[column.field] ?? Int.max, !(column.mayBeBoolean && Self.isBoolean(cell))
      else { continue }
      ranks[column.field] = column.rank
      sources[column.field] = index
      if column.isDate {
        item.isTimeUnread = false
        item.setTime(texts.line(cell))
      } else if column.isHTML || column.mayBeHTML && Self.isPost(cell) {
        item.set(column.field, to: texts.html(cell))
        hasPost = hasPost || column.mayBeHTML
      } else {
        item.set(column.field, to: texts.plain(cell))
      }
    }
    // The title of a post in HTML is HTML too.
    if hasPost, let title = item.title, title.contains("&") {
      item.title = Self.headline(title, texts)
    }
    if item.id == nil, let url = item.url { item.id = url }
    fillExtras(&item, cells, texts)
    if texts.limits.keptMemberBytes > 0,
      cells.reduce(0, { $0 + $1.count }) <= texts.limits.keptMemberBytes
    {
      item.members = .columns(members(cells, texts, ofFields: Set(sources.values)))
    }
    if !item.hasShownField {
      item.unknownMembers = names.prefix(FeedItem.namedMembers + 1).map { $0.cut(toUTF8Count: 96) }
    }
  }

  /// The texts of a record's cells by the names of their columns.
  ///
  /// A cell that is a field of the item has the name in the header: the earlier columns of this name are empty then.
  private func members(
    _ cells: [[UInt8]], _ texts: FieldTexts, ofFields sources: Set<Int>
  ) -> [String: String] {
    var members: [String: String] = [:]
    for (index, (cell, name)) in zip(cells, names).enumerated()
    where !cell.allSatisfy(\.isJSONSpace) {
      members[sources.contains(index) ? written[index] : name] = texts.plain(cell).string
    }
    return members
  }

  /// Gives `item` what no field has; a cell in another form than expected is ignored.
  private func fillExtras(_ item: inout FeedItem, _ cells: [[UInt8]], _ texts: FieldTexts) {
    for (cell, extra) in zip(cells, extras) {
      guard let extra, !cell.allSatisfy(\.isJSONSpace) else { continue }
      let text = String(decoding: cell, as: UTF8.self)
      switch extra {
      case .html:
        let html = texts.html(cell)
        if item.body == nil { item.set(.body, to: html) }
        if !item.cutFields.contains(.body) { item.bodyHTML = html.markup }
      case .imageDescription:
        item.imageDescription = text.cut(toUTF8Count: FeedAttachment.descriptionByteLimit)
      case .tags:
        guard text.first == "[",
          let tags = try? JSONDecoder().decode([String].self, from: Data(cell))
        else {
          item.tag(list: text)
          continue
        }
        for tag in tags { item.tag(tag) }
      case .attachments:
        guard Self.hasShortNames(text) else { continue }
        let list = try? JSONDecoder().decode([FeedAttachment].self, from: Data(cell))
        for attachment in list ?? [] { item.attach(attachment) }
      }
    }
    item.showAttachedPicture()
    for column in emojiColumns where column < cells.count {
      let text = String(decoding: cells[column], as: UTF8.self)
      let isExtra = written[column] == FeedItem.extraKey
      item.take(
        emojis: isExtra ? CustomEmoji.list(ofExtra: text) : CustomEmoji.list(ofJSON: text))
    }
  }

  /// Whether `item` has the cell of a column, in a field, in its tags or in its attachments.
  package static func isTaken(_ name: String, _ text: String, by item: FeedItem) -> Bool {
    guard let column = column(name) else { return extra(name) != nil }
    let value = item[column.field]
    if column.isHTML || column.mayBeHTML && isPost(Array(text.utf8)) { return value != nil }
    // The title of a post in HTML is read as HTML.
    if column.field == .title, text.contains("&"), item.bodyHTML != nil,
      value == headline(text, FieldTexts(limits: FeedLimits()))
    {
      return true
    }
    return value == text || column.isDate && FeedDate(text).map { $0.text == value } == true
  }

  /// Whether each object of an array of JSON has names of at most 256 bytes: Foundation hashes names, which sorts rows of marks.
  private static func hasShortNames(_ array: String) -> Bool {
    let objects = MemberList.values(ofArray: array) ?? []
    return objects.allSatisfy { object in
      MemberList(json: object)?.members.allSatisfy { $0.name.utf8.count <= 256 } ?? true
    }
  }

  /// Whether a cell is a word for yes or no, as shops have it in a column `Published`.
  private static func isBoolean(_ cell: [UInt8]) -> Bool {
    String(decoding: cell.prefix(16), as: UTF8.self).trimmingBlanks.isTruthValue
  }

  /// The text of a title in HTML.
  private static func headline(_ title: String, _ texts: FieldTexts) -> String {
    texts.html(HTMLText.escapingForeignTags(Array(title.utf8))).string
  }

  /// Whether a cell is HTML from its first byte to its last one: comments of WordPress, or blocks.
  private static func isPost(_ cell: [UInt8]) -> Bool {
    let text = String(decoding: cell.prefix(64), as: UTF8.self).trimmingBlanks.lowercased()
    guard cell.last(where: { !$0.isJSONSpace }) == UInt8(ascii: ">") else { return false }
    return ["<!-- wp:", "<p>", "<p ", "<div>", "<div ", "<h2", "<h3", "<ul", "<ol", "<figure"]
      .contains { text.hasPrefix($0) }
  }

  private static func extra(_ name: String) -> Extra? {
    switch name.lowercased().replacing(bytes: " ", with: "_").replacing(bytes: "-", with: "_") {
    case "body_html", "body_(html)": .html
    case "tags", "categories", "keywords": .tags
    case "image_description", "image_alt", "image_alt_text": .imageDescription
    case "attachments": .attachments
    default: nil
    }
  }

  /// The column of a name in the header, as JSON feeds spell it, or as tables commonly do.
  private static func column(_ name: String) -> Column? {
    let key = name.lowercased().replacing(bytes: " ", with: "_").replacing(bytes: "-", with: "_")
    switch key {
    case "id": return Column(field: .id, rank: 0)
    case "identifier", "guid", "uuid": return Column(field: .id, rank: 1)
    case "url": return Column(field: .url, rank: 0)
    case "link", "permalink": return Column(field: .url, rank: 1)
    case "title": return Column(field: .title, rank: 0)
    case "headline", "subject": return Column(field: .title, rank: 1)
    case "body": return Column(field: .body, rank: 0)
    case "content": return Column(field: .body, rank: 1, mayBeHTML: true)
    case "content_text", "text": return Column(field: .body, rank: 1)
    case "content_html": return Column(field: .body, rank: 2, isHTML: true)
    case "summary", "description", "message", "excerpt":
      return Column(field: .body, rank: 3, mayBeHTML: true)
    case "author": return Column(field: .author, rank: 0)
    case "username", "authors", "creator", "author_username", "author_name":
      return Column(field: .author, rank: 1)
    case "time": return Column(field: .time, rank: 0)
    case "date_published", "date", "created_at", "pubdate", "timestamp":
      return Column(field: .time, rank: 1, isDate: true)
    case "published": return Column(field: .time, rank: 1, isDate: true, mayBeBoolean: true)
    case "image", "imagename": return Column(field: .image, rank: 0)
    case "image_url", "image_src", "banner_image", "picture": return Column(field: .image, rank: 1)
    case "avatar": return Column(field: .avatar, rank: 0)
    case "lang", "language": return Column(field: .language, rank: 0)
    default: return words[key].map { Column(field: $0, rank: 4, isDate: $0 == .time) }
    }
  }

  /// Names of columns in German, French, Spanish, Portuguese, Italian and Dutch.
  private static let words: [String: FeedField] = [
    "titel": .title, "überschrift": .title, "titre": .title, "título": .title, "titulo": .title,
    "titolo": .title, "inhalt": .body, "beschreibung": .body, "texte": .body, "contenu": .body,
    "texto": .body, "contenido": .body, "conteúdo": .body, "testo": .body, "contenuto": .body,
    "tekst": .body, "inhoud": .body, "autor": .author, "verfasser": .author, "auteur": .author,
    "autore": .author, "datum": .time, "fecha": .time, "bild": .image, "imagen": .image,
    "imagem": .image, "immagine": .image, "afbeelding": .image, "sprache": .language,
  ]
}
