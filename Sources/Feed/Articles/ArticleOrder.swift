import GalleyFeedItems
import GalleyFeedSyntax

extension String {
  /// Whether this tells that something is so, or is not.
  var isTruthValue: Bool {
    ["true", "false", "yes", "no", "y", "n", "on", "off", "0", "1"].contains(lowercased())
  }
}

/// The order of the articles of a folder: the newest first, and those without a date last, by name.
///
/// Articles whose names are numbers alone, as a written feed has them, are in the order of these.
struct ArticleOrder {
  private let limits: FeedLimits

  init(limits: FeedLimits) { self.limits = limits }

  /// Sorts paths that are sorted by name.
  ///
  /// - Complexity: O(paths × (log(paths) + bytes of front matter)); memory for the dates.
  func sorted(_ paths: [String]) -> [String] {
    let isNumbered = paths.allSatisfy { path in
      Self.stem(of: path).allSatisfy { $0.isASCII && $0.isNumber }
    }
    guard !isNumbered else { return paths }
    let dates = paths.map { date(ofArticle: $0)?.secondsSince1970 ?? .min }
    return paths.indices.sorted { (dates[$1], $0) < (dates[$0], $1) }.map { paths[$0] }
  }

  /// The date of an article, by its front matter or by its name; `nil` for one without, and for a file that cannot
  /// be read, whose error its reader finds.
  private func date(ofArticle path: String) -> FeedDate? {
    guard let source = try? FileSource(path: path, isFound: true) else { return nil }
    var window = ByteWindow(
      TransportSource(source, limits: limits), chunkSize: FrontMatter.maximumBytes,
      maximumBytes: limits.maximumBytes)
    var bytes: [UInt8] = []
    do throws(FeedError) {
      try window.passByteOrderMark()
      repeat {
        window.consume {
          bytes += $0
          return $0.count
        }
        guard bytes.count <= FrontMatter.maximumBytes + 64 else { break }
      } while try window.fill()
    } catch { return nil }
    let properties = FrontMatter(String(decoding: bytes, as: UTF8.self)).properties
    let written = FeedReader.articleDateNames.lazy
      .compactMap { name in properties[name].map { (name, $0) } }
      .first(where: FeedReader.isNotShown)?.1
    return written.map { FeedDate($0) } ?? Self.date(ofName: path).flatMap { FeedDate($0) }
  }

  /// The date at the beginning of a file's name, such as `2024-05-01-title.md`; `nil` for another name.
  static func date(ofName path: String) -> String? {
    let stem = stem(of: path)
    let date = stem.prefix(10)
    guard date.utf8.count == 10, stem.dropFirst(10).first.map({ "-_ ".contains($0) }) ?? true,
      date.enumerated().allSatisfy({ index, character in
        [4, 7].contains(index) ? character == "-" : character.isASCII && character.isNumber
      }), FeedDate(String(date)) != nil
    else { return nil }
    return String(date)
  }

  /// The name of an article without its end: that of its folder, if the article is called `index`.
  private static func stem(of path: String) -> Substring {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return "" }
    let stem = name[..<(name.lastIndex(of: ".") ?? name.endIndex)]
    return stem == "index" && parts.count > 1 ? parts[parts.count - 2] : stem
  }
}
