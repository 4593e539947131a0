/// The file that says which URLs the files of an assets folder were fetched from.
///
/// Each line has a URL as a feed has it, a tabulator, and the name of its file in the same folder. Other lines are
/// passed over.
package struct FetchedIndex: Sendable {
  /// The name of the file.
  package static let fileName = "fetched.tsv"
  /// The most bytes of the file; a longer one is not read.
  package static let byteLimit = 64 << 20

  /// The names of files by URL.
  package private(set) var files: [String: String] = [:]

  /// Makes an index without entries.
  package init() {}

  /// Reads the bytes of an index.
  ///
  /// - Complexity: O(bytes).
  package init(bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { continue }
      let url = String(decoding: parts[0], as: UTF8.self)
      files[url] = String(decoding: parts[1], as: UTF8.self)
    }
  }

  /// Adds an entry, or replaces that of the same URL; ignored if the URL has a control character.
  package mutating func add(_ url: String, file: String) {
    guard !url.utf8.contains(where: { $0 < 32 }) else { return }
    files[url] = file
  }

  /// The bytes of the file, in the order of the URLs.
  package var bytes: [UInt8] {
    Array(files.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)\n" }.joined().utf8)
  }

  /// Whether a name of an image is a URL that a fetch can bring.
  package static func isURL(_ name: String) -> Bool {
    let head = name.prefix(8).lowercased()
    return head.hasPrefix("https://") || head.hasPrefix("http://")
  }
}
