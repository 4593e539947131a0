import Galley

/// A short cell, of another type than ``PostCell``.
struct NoteCell: Cell {
  var text: String
  var body: some Element {
    Row(gap: 8, alignment: .center) {
      Shape(.capsule, fill: Color(rgb: 0x3E6FD9)).frame(width: 6, height: 18)
      Text(text).italic().grow(basis: 0)
    }.padding(8).background(.white)
  }
}

/// A model with cells of two types of its own, or the built-in card.
enum Entry: Hashable, Sendable {
  case post(String, picture: String?)
  case note(String)
  case item(String)

  var cell: RowCell {
    switch self {
    case .post(let text, let picture): RowCell(PostCell(text, picture: picture))
    case .note(let text): RowCell(NoteCell(text: text))
    case .item(let text): RowCell(FeedItem(body: text, author: "Ada"))
    }
  }

  /// A mixed feed in several scripts, with equal rows.
  static func feed(_ count: Int) -> [Entry] {
    let texts = [
      "The analytical engine weaves algebraic patterns just as the loom weaves flowers and leaves.",
      "שלום עולם, this one begins in Hebrew", "日本語の短い文章です。", "🎉 😀 emoji", "short",
      "مرحبا بالعالم",
    ]
    return (0..<count).map { number in
      let text = texts[number % texts.count] + (number % 7 == 0 ? "" : " \(number)")
      return switch number % 4 {
      case 0: .note(text)
      case 1: .item(text)
      case 2: .post(text, picture: "harbour")
      default: .post(text, picture: nil)
      }
    }
  }
}

extension Entry {
  /// The cell as a tree; `nil` for the built-in card.
  var tree: ElementTree? {
    switch self {
    case .post(let text, let picture): PostCell(text, picture: picture).tree
    case .note(let text): NoteCell(text: text).tree
    case .item: nil
    }
  }
}
