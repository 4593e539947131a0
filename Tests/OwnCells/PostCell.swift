import Galley

/// A post of a microblog, as a client of the library would describe it.
struct PostCell: Cell {
  var author: String
  var handle: String
  var time: String
  var text: AttributedText
  var picture: String?
  var likes = 0

  static let quiet = Color(rgb: 0x6B7280)

  var body: some Element {
    Row(gap: 10) {
      Image("mara").frame(width: 44, height: 44).cornerRadius(22).role("avatar")
      Column(gap: 4) {
        Row(gap: 6, alignment: .baseline) {
          Text(author).fontSize(15).bold().lineLimit(1).role("author")
          Text(handle).color(Self.quiet).lineLimit(1)
          Spacer()
          Text(time).color(Self.quiet).shrink(0)
        }
        Text(text).role("message")
        if let picture {
          Image(picture).focus(x: 0.5, y: 0.3).frame(height: 160).cornerRadius(12)
            .border(Color(rgb: 0xE1E3E9), width: 1)
        }
        Row(gap: 6, alignment: .center) {
          Shape(.circle, fill: Color(rgb: 0xC2477F)).frame(width: 8, height: 8)
          Text("\(likes)").fontSize(12).color(Self.quiet)
        }.margin(EdgeInsets(top: 4))
      }.grow(basis: 0).limits(minimumWidth: 0)
    }
    .padding(12).background(.white).cornerRadius(10).border(Color(rgb: 0xE1E3E9), width: 1)
    .shadow(
      TextShadow(
        color: Color(red: 0, green: 0, blue: 0, alpha: 40), offset: Point(x: 0, y: 2), radius: 6)
    )
    .margin(EdgeInsets(top: 6, left: 10, bottom: 6, right: 10)).role("post")
  }
}

extension PostCell {
  init(_ text: String, author: String = "Ada Lovelace", picture: String? = nil, likes: Int = 3) {
    self.init(
      author: author, handle: "@ada", time: "2 h",
      text: AttributedText(text, attributes: TextAttributes(font: Font(size: 14))),
      picture: picture, likes: likes)
  }
}
