import GalleyFeedItems
import GalleyFeedSyntax

extension TextDecoder.Text {
  /// Shows the picture at `address` in the place of each `code`, such as `:blob:`.
  ///
  /// The plain text keeps the code, and so does the HTML as the description of the picture. Text that was cut
  /// has no HTML, and remains as it is.
  ///
  /// - Complexity: O(text).
  mutating func show(emoji code: String?, at address: String?) {
    guard let code, let address, cut == nil, code.utf8.count > 2, string.contains(code) else {
      return
    }
    let picture = "<img class=\"emoji\" src=\"\(address.xml)\" alt=\"\(code.xml)\">"
    var result = ""
    // Codes within tags, such as those of an address, are no pictures.
    let pieces = (markup ?? string.htmlParagraphs).split(
      separator: "<", omittingEmptySubsequences: false)
    for (number, piece) in pieces.enumerated() {
      var text = piece[...]
      if number > 0 {
        let end = piece.firstIndex(of: ">").map { piece.index(after: $0) } ?? piece.endIndex
        result += "<" + piece[..<end]
        text = piece[end...]
      }
      result += text.replacing(code, with: picture)
    }
    markup = result
  }
}
