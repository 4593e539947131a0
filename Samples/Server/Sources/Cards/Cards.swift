import Galley
import Hummingbird

/// An application with one route: `GET /card?title=…&body=…&author=…` answers with a PNG of 1200 by 630 pixels.
///
/// A renderer has fonts and caches of its own and belongs to one thread at a time, so an actor owns it.
public func cardApplication(port: Int = 8080) throws -> some ApplicationProtocol {
  let cards = try CardMaker()
  let router = Router()
  router.get("card") { request, _ in
    let query = request.uri.queryParameters
    guard let title = query.get("title"), !title.isEmpty else {
      throw HTTPError(.badRequest, message: "a card needs a title: /card?title=Hello")
    }
    let png = try await cards.png(
      title: title, body: query.get("body"), author: query.get("author"))
    return Response(
      status: .ok, headers: [.contentType: "image/png"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: png)))
  }
  return Application(
    router: router, configuration: ApplicationConfiguration(address: .hostname(port: port)))
}

/// Draws cards, one after another.
actor CardMaker {
  private let renderer: PictureRenderer

  init() throws {
    var options = RenderOptions()
    options.template.scale = 1
    renderer = try PictureRenderer(options)
  }

  func png(title: String, body: String?, author: String?) throws -> [UInt8] {
    try renderer.png(of: LinkCard(title: title, text: body ?? "", author: author ?? ""))
  }
}

/// A card for a link, in the size that social networks show.
struct LinkCard: Cell {
  var title: String
  var text: String
  var author: String

  var body: some Element {
    Column(gap: 24) {
      Text(title).fontSize(56).bold().lineLimit(2)
      Text(text).fontSize(32).lineLimit(4)
      Spacer()
      Text(author).fontSize(28)
    }.padding(64).frame(width: 1200, height: 630).background(.white)
  }
}
