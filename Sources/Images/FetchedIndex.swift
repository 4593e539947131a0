/// The file that says which URLs the files of an assets folder were fetched from.
///
/// Each line has a URL as a feed has it, a tabulator, and the name of its file in the same folder. Other lines are
/// passed over.
package struct FetchedIndex: Sendable {
  /// The name of the file.
  package static let fileName = "fetched.tsv"
  /// The most bytes of the file; a longer one is not read.
  package static let byteLimit = 64 << 20

  /// The names of files by URL, or by a name that a feed has relative to its address.
  package private(set) var files: [String: String] = [:]
  /// The answers' words by which a server tells whether a picture has changed, by URL.
  package private(set) var validators: [String: Validators] = [:]

  /// The words of an answer by which a server tells later whether its content has changed.
  package struct Validators: Hashable, Sendable {
    /// The header `ETag`; empty if there is none.
    package var tag: String
    /// The header `Last-Modified`; empty if there is none.
    package var date: String

    package init(tag: String = "", date: String = "") {
      (self.tag, self.date) = (tag, date)
    }

    /// Whether a server can be asked.
    package var isEmpty: Bool { tag.isEmpty && date.isEmpty }
  }

  /// Makes an index without entries.
  package init() {}

  /// Reads the bytes of an index.
  ///
  /// - Complexity: O(bytes).
  package init(bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard parts.count == 2 || parts.count == 4, !parts[0].isEmpty, !parts[1].isEmpty else {
        continue
      }
      let words = parts.map { String(decoding: $0, as: UTF8.self) }
      add(
        words[0], file: words[1],
        validators: words.count == 4 ? Validators(tag: words[2], date: words[3]) : Validators())
    }
  }

  /// Adds an entry, or replaces that of the same URL; ignored if the URL has a control character.
  package mutating func add(
    _ url: String, file: String, validators: Validators = Validators()
  ) {
    guard !(url + validators.tag + validators.date).utf8.contains(where: { $0 < 32 }) else {
      return
    }
    files[url] = file
    self.validators[url] = validators.isEmpty ? nil : validators
  }

  /// The bytes of the file, in the order of the URLs.
  package var bytes: [UInt8] {
    let lines = files.sorted { $0.key < $1.key }.map { url, file in
      guard let words = validators[url] else { return "\(url)\t\(file)\n" }
      return "\(url)\t\(file)\t\(words.tag)\t\(words.date)\n"
    }
    return Array(lines.joined().utf8)
  }

  /// Whether a name of an image is a URL that a fetch can bring.
  package static func isURL(_ name: String) -> Bool {
    let head = name.prefix(8).lowercased()
    return head.hasPrefix("https://") || head.hasPrefix("http://")
  }
}
