import GalleyDocuments
package import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives
internal import Glibc

/// Reads articles in Markdown with front matter: one file, or the files of a folder.
extension FeedReader {
  /// The paths of the articles in the folder at `path`, in the order of ``ArticleOrder``; `nil` if it is no folder.
  ///
  /// - Throws: ``FeedError/noArticles(path:)``, ``FeedError/unreadable(path:errno:)``.
  static func articles(
    inFolder path: String, limits: FeedLimits
  ) throws(FeedError) -> [String]? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    let paths = try articlePaths(inFolder: path)
    guard !paths.isEmpty else { throw .noArticles(path: path) }
    return ArticleOrder(limits: limits).sorted(
      paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  /// The paths of the articles in a folder and in those within it, in no order.
  ///
  /// Names that begin with a point are passed, and so are folders that begin with `_`, such as drafts, except for
  /// `_posts`, and pages that list others (`_index.md`). Links to folders are not followed, and neither are other file
  /// systems. Inner folders that cannot be read are passed.
  ///
  /// - Throws: ``FeedError/unreadable(path:errno:)``.
  package static func articlePaths(
    inFolder path: String, depth: Int = 0, device: UInt? = nil
  ) throws(FeedError) -> [String] {
    guard let folder = opendir(path) else { throw .unreadable(path: path, errno: errno) }
    defer { closedir(folder) }
    var own = stat()
    let device = device ?? (fstat(dirfd(folder), &own) == 0 ? UInt(own.st_dev) : 0)
    var paths: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.utf8.first != UInt8(ascii: ".") else { continue }
      let inner = "\(path)/\(name)"
      if isArticle(path: name) {
        if !name.hasPrefix("_index.") { paths.append(inner) }
        continue
      }
      var status = stat()
      guard depth < maximumFolderDepth, !name.hasPrefix("_") || name == "_posts",
        lstat(inner, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
        UInt(status.st_dev) == device
      else { continue }
      paths += (try? articlePaths(inFolder: inner, depth: depth + 1, device: device)) ?? []
    }
    return paths
  }

  /// The largest number of folders within each other whose articles are read.
  private static let maximumFolderDepth = 8

  /// Whether the name of a file says that it is in Markdown.
  package static func isArticle(path: String) -> Bool {
    let end = path.suffix(9).lowercased()
    return end.hasSuffix(".md") || end == ".markdown"
  }

  /// The element of the next file; `nil` after the last one.
  func nextArticle() throws(FeedError) -> FeedElement? {
    if let files = folder {
      guard let path = files.first else {
        stage = .finished
        return nil
      }
      folder = Array(files.dropFirst())
      articlePath = path
      hasToldEncoding = false
      let source: FileSource
      do throws(FeedError) { source = try FileSource(path: path, isFound: true) } catch {
        guard case .unreadable(_, let code) = error, [ELOOP, ENXIO, EISDIR].contains(code) else {
          throw error
        }
        return refused(path, isLink: code == ELOOP)
      }
      window = ByteWindow(
        TransportSource(source, limits: limits), chunkSize: chunkSize,
        maximumBytes: limits.maximumBytes)
      try window.passByteOrderMark()
    } else {
      stage = .finished
      guard try window.peekAfterSpace() != nil else { return nil }
    }
    let place = try beginElement()
    elementCount += 1
    window.keep()
    defer { window.letGo() }
    repeat {
      window.consume { $0.count }
      guard window.keptCount <= limits.maximumElementBytes else {
        return .bad(place.error(.tooLarge(limit: limits.maximumElementBytes)))
      }
    } while try window.fill()
    return .item(window.withKept { article(Array($0), at: place) })
  }

  /// The element of a name that is not that of a regular file.
  private func refused(_ path: String, isLink: Bool) -> FeedElement {
    let place = ItemDecoder.Place(index: elementCount, byteOffset: 0)
    elementCount += 1
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return .bad(place.error(.notRegularFile(name: name, isLink: isLink)))
  }

  private func article(_ bytes: [UInt8], at place: ItemDecoder.Place) -> FeedItem {
    let texts = FieldTexts(limits: limits)
    let document = FrontMatter(String(decoding: bytes, as: UTF8.self))
    var item = FeedItem(index: place.index, byteOffset: place.byteOffset)
    item.repairCount = bytes.withUnsafeBufferPointer { UTF8Sequence.illFormedCount($0) }
    var taken: Set<String> = []
    for (field, names) in Self.articleNames {
      let values = names.lazy.compactMap { name in document.properties[name].map { (name, $0) } }
      guard let (name, value) = values.first(where: Self.isNotShown) else { continue }
      taken.insert(name)
      if field == .time {
        item.setTime(texts.line(Array(value.utf8)))
      } else {
        item.set(field, to: texts.plain(Array(value.utf8)))
      }
    }
    if item.id == nil { item.id = item.url }
    if item.time == nil { item.time = articlePath.flatMap { ArticleOrder.date(ofName: $0) } }
    for name in Self.tagNames {
      if let list = document.lists[name] {
        for tag in list { item.tag(tag) }
      } else {
        item.tag(list: document.properties[name] ?? "")
      }
    }
    item.imageDescription = Self.imageDescriptionNames.lazy
      .compactMap { document.properties[$0] }.first?
      .cut(toUTF8Count: FeedAttachment.descriptionByteLimit)
    for object in Self.mediaNames.flatMap({ document.objects[$0] ?? [] }) {
      guard let url = object["url"] ?? object["src"] else { continue }
      let words = object["description"] ?? object["alt"] ?? object["title"]
      let type = ItemDecoder.mediaType(object["type"])
      item.attach(
        FeedAttachment(
          url: url, type: type, description: words,
          byteCount: object["size_in_bytes"].flatMap { Int($0) },
          duration: object["duration_in_seconds"].flatMap { Double($0) }))
    }
    item.showAttachedPicture()
    item.take(
      emojis: (document.objects[FeedItem.emojisKey] ?? []).prefix(ItemDecoder.maximumNested)
        .compactMap { object in
          guard let shortcode = object["shortcode"], let url = object["url"] else { return nil }
          return CustomEmoji(shortcode: shortcode, url: url)
        })
    readMarkdown(document.text, of: &item, texts, taken: &taken)
    if let plain = document.properties[Self.plainBodyName] {
      let markup = item.bodyHTML
      item.set(.body, to: texts.exact(Array(plain.utf8)))
      if !item.cutFields.contains(.body) { item.bodyHTML = markup }
    }
    if bytes.count <= limits.keptMemberBytes {
      let members = document.members(without: taken.union(Self.listNames))
      item.members = .json(
        Array(MemberList.object(members.map { ($0.name, $0.value) }).utf8))
    }
    if !item.hasShownField {
      item.unknownMembers = document.names.prefix(FeedItem.namedMembers + 1)
        .map { $0.cut(toUTF8Count: 96) }
    }
    return item
  }

  /// Reads the body of an article, and its title, if it has none yet and a heading of the first level begins the Markdown.
  private func readMarkdown(
    _ markdown: Substring, of item: inout FeedItem, _ texts: FieldTexts, taken: inout Set<String>
  ) {
    var plain: Set<MarkdownSyntax> = []
    var html = MarkdownReader.html(
      String(markdown).cut(toUTF8Count: limits.maximumHTMLBytes), plain: &plain)[...]
    if item.title == nil, let (heading, rest) = Self.divided(html) {
      let title = texts.html(Array(heading.utf8))
      if !title.string.isEmpty {
        item.set(.title, to: title)
        if Self.isPlain(heading) { html = rest }
      }
    }
    var body = texts.html(Array(html.utf8))
    body.plainSyntax = plain
    if markdown.utf8.count > limits.maximumHTMLBytes, body.cut == nil {
      body.cut = .htmlBytes(limits.maximumHTMLBytes)
    }
    // Pictures alone are a body too.
    if !body.string.isEmpty || body.markup != nil {
      item.set(.body, to: body)
      taken.subtract(Self.summaryNames)
    } else {
      item.noteLimits(of: body, in: .body)
    }
  }

  /// Whether the HTML of a heading has no link, picture or other medium, which a title would lose.
  private static func isPlain(_ heading: Substring) -> Bool {
    var html = String(heading)
    return html.withUTF8 { bytes in
      HTMLReader.read(bytes) { event in
        guard case .start(let tag) = event else { return true }
        return tag.name != "a" && tag.name != "img" && !EmbeddedMedium.names.contains(tag.name)
      }
    }
  }

  /// The heading of the first level that begins HTML behind its comments, and what follows; `nil` without one.
  private static func divided(_ html: Substring) -> (heading: Substring, rest: Substring)? {
    var start = html
    while start.hasPrefix(bytes: "<!--"), let end = start.firstRange(bytes: "-->") {
      start = start[end.upperBound...].droppingBlanks
    }
    guard start.hasPrefix(bytes: "<h1>"), let end = start.firstRange(bytes: "</h1>") else {
      return nil
    }
    let inner = start.utf8.index(start.startIndex, offsetBy: 4)
    return (start[inner..<end.lowerBound], start[end.upperBound...])
  }

  /// The names of the description of an article's image.
  private static let imageDescriptionNames = [
    FeedItem.imageDescriptionKey, "image_alt", "cover.alt", "image.alt",
  ]

  private static let summaryNames = ["summary", "description", "excerpt"]
  private static let tagNames = [
    "tags", "categories", "keywords", "taxonomies.tags", "taxonomies.categories",
  ]
  private static let mediaNames = ["attachments", "images", "resources"]

  /// The names of properties that the reader takes for more than the text of a field.
  private static let listNames = Set(
    tagNames + mediaNames + imageDescriptionNames + [plainBodyName])

  /// The name of the plain text of an article whose Markdown has another text.
  private static let plainBodyName = FeedField.body.rawValue

  /// Whether the reader takes a property of this name for a part of an item.
  package static func isTaken(articleProperty name: String) -> Bool {
    let name = name.lowercased()
    return listNames.contains(name) || articleNames.contains { $0.1.contains(name) }
  }

  /// The names of an article's date, the first of which counts.
  static let articleDateNames = [
    "date", "published", "pubdate", "publishdate", "created", "time", "lastmod",
  ]

  /// Whether a property is another one than Jekyll's `published`, which tells whether an article is shown.
  static func isNotShown(_ name: String, _ value: String) -> Bool {
    name != "published" || !value.isTruthValue
  }

  /// The names of an article's properties, the first of which counts.
  private static let articleNames: [(FeedField, [String])] = [
    (.id, ["id", "guid", "slug"]), (.url, ["permalink", "url", "link"]), (.title, ["title"]),
    (.body, summaryNames),
    (
      .author,
      [
        "author", "authors", "author.name", "by", "params.author", "params.authors",
        "params.author.name",
      ]
    ),
    (.time, articleDateNames),
    (
      .image,
      ["image", "cover", "cover.image", "thumbnail", "featured_image", "banner"]
        + ["params.image", "params.cover", "params.cover.image", "params.featured_image"]
    ),
    (.avatar, ["avatar", "author.avatar"]), (.language, ["lang", "language"]),
  ]
}
