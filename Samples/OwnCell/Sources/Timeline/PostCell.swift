import Galley

/// A post of a microblog.
public struct Post: Hashable, Sendable {
  /// The name of the author.
  public var author: String
  /// The author's address.
  public var handle: String
  /// The time, as words.
  public var time: String
  /// The text, in Markdown.
  public var text: String
  /// The name of a picture among the assets.
  public var picture: String?
  /// The number of replies.
  public var replyCount = 0
  /// The number of likes.
  public var likeCount = 0
}

/// The cell of a post: a picture of the author beside names, text, a picture and counts.
public struct PostCell: Cell {
  /// The post.
  public var post: Post

  /// Makes the cell of a post.
  public init(_ post: Post) { self.post = post }

  private static let quiet = Color(rgb: 0x6B7280)
  private static let line = Color(rgb: 0xE1E3E9)

  /// The elements of the cell.
  public var body: some Element {
    Row(gap: 10) {
      Image("mara").frame(width: 44, height: 44).cornerRadius(22).role("avatar")
      Column(gap: 4) {
        Row(gap: 6, alignment: .baseline) {
          Text(post.author).fontSize(15).bold().lineLimit(1).role("author")
          Spacer(minimum: 4)
          Text(post.time).fontSize(12).color(Self.quiet).shrink(0)
        }
        Text(post.handle).fontSize(12).color(Self.quiet).lineLimit(1).followingBox()
          .margin(EdgeInsets(top: -4))
        Text(Self.markdown(post.text)).role("message")
        if let picture = post.picture {
          Image(picture).focus(x: 0.5, y: 0.7).frame(height: 150).cornerRadius(12)
            .border(Self.line).margin(EdgeInsets(top: 4)).role("picture")
        }
        Row(gap: 6, alignment: .center) {
          if post.replyCount > 0 { count(post.replyCount, "reply", "replies") }
          if post.likeCount > 0 { count(post.likeCount, "like", "likes") }
        }.margin(EdgeInsets(top: 4))
      }.grow(basis: 0).limits(minimumWidth: 0)
    }
    .padding(14).background(.white).cornerRadius(12).border(Self.line).role("post")
    .margin(EdgeInsets(top: 5, left: 10, bottom: 5, right: 10))
  }

  private func count(_ number: Int, _ one: String, _ many: String) -> some Element {
    Text("\(number) \(number == 1 ? one : many)").fontSize(12).color(Self.quiet)
      .padding(x: 8, y: 2).background(Color(rgb: 0xF0F1F5)).cornerRadius(10)
  }

  private static func markdown(_ text: String) -> AttributedText {
    let plain = AttributedText(text, attributes: TextAttributes(font: Font(size: 14)))
    // A text that is too long for the parser is shown as it is.
    return (try? MarkdownParser().parsed(plain)) ?? plain
  }
}

/// The title of a section.
public struct TitleCell: Cell {
  /// The text.
  public var title: String

  /// Makes a title.
  public init(_ title: String) { self.title = title }

  /// The elements of the cell.
  public var body: some Element {
    Text(title).fontSize(13).bold().color(Color(rgb: 0x6B7280)).padding(x: 14, y: 6)
  }
}
