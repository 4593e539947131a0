import GalleyFeedItems
import GalleyFeedSyntax

/// Reads the addresses, the pictures and the other media of objects of ActivityStreams.
extension ItemDecoder {
  /// The web address of an object's page: its address, or of several links that of a page.
  mutating func page(
    of object: Members, in bytes: UnsafeBufferPointer<UInt8>
  ) -> TextDecoder.Text? {
    var pages: [TextDecoder.Text] = []
    for element in links(object["url"], in: bytes) {
      let link = members(of: element, in: bytes)
      guard let address = webAddress(link["href"] ?? element, in: bytes) else { continue }
      let type = word(link["mediaType"], in: bytes)
      if type == "text/html" { return address }
      if type == nil { pages.append(address) }
    }
    return pages.first ?? webAddress(object["id"], in: bytes)
  }

  /// The elements of a list of links, or the only one, which may be a string.
  private func links(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> [JSONCursor.Value] {
    guard let value, value.kind != .string else { return value.map { [$0] } ?? [] }
    return elements(ofList: value, in: bytes)
  }

  /// Reads the picture of an object, the film or the sound that it is, and its attachments.
  mutating func readMedia(
    _ object: Members, type: String, in bytes: UnsafeBufferPointer<UInt8>,
    to post: inout SocialPost
  ) {
    let isNote = ["", "Note", "Question"].contains(type)
    if let picture = picture(object["image"], in: bytes)
      ?? (isNote ? nil : picture(object["icon"], in: bytes))
    {
      post.pictures.append(picture)
    }
    for element in links(object["url"], in: bytes) {
      let link = members(of: element, in: bytes)
      guard let media = word(link["mediaType"], in: bytes),
        ["audio/", "video/", "image/"].contains(where: { media.hasPrefix($0) }),
        let address = webAddress(link["href"], in: bytes)
      else { continue }
      // The others are sizes of the same.
      let words = string(object["duration"], in: bytes)?.string
      post.pictures.append(
        SocialPost.Picture(
          address: address, isImage: media.hasPrefix("image/"), type: media,
          duration: words.flatMap { $0.secondsOfPeriod }))
      break
    }
    for element in elements(ofList: object["attachment"], in: bytes) {
      readAttachment(members(of: element, in: bytes), in: bytes, to: &post)
    }
  }

  /// The largest picture of a list, or the only one, which may be an address.
  mutating func picture(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> SocialPost.Picture? {
    var largest: (width: Int, picture: SocialPost.Picture)?
    for element in links(value, in: bytes) {
      let image = members(of: element, in: bytes)
      let link = image["url"] ?? image["href"] ?? element
      let address =
        string(link, in: bytes) ?? string(members(of: link, in: bytes)["href"], in: bytes)
      let width = count(image["width"], in: bytes) ?? 0
      guard let address, width > largest?.width ?? -1 else { continue }
      let words = string(image["name"], in: bytes)
      largest = (width, SocialPost.Picture(address: address, description: words))
    }
    return largest?.picture
  }

  /// Reads an attachment: a medium, or a link, which is shown with its name.
  private mutating func readAttachment(
    _ medium: Members, in bytes: UnsafeBufferPointer<UInt8>, to post: inout SocialPost
  ) {
    let media = word(medium["mediaType"], in: bytes)
    let kind = word(medium["type"], in: bytes)
    if kind == "Link" || kind == "Page", media == nil || media == "text/html" {
      var card = medium
      card["title"] = medium["name"]
      card["href"] = medium["href"] ?? medium["url"]
      post.parts += linkCard(card, address: "href", in: bytes)
      return
    }
    let type = Self.mediaType(media ?? kind)
    post.pictures.append(
      SocialPost.Picture(
        address: string(medium["url"] ?? medium["href"], in: bytes),
        description: string(medium["name"], in: bytes),
        isImage: type?.hasPrefix("image/") ?? (media == nil), type: type))
  }
}

extension String {
  /// The seconds of a period of ISO 8601 in days and shorter units, such as `PT1H2M3S`; `nil` for another text.
  fileprivate var secondsOfPeriod: Double? {
    // Without a `T`, an `M` means months.
    guard hasPrefix("P"), contains("T"), utf8.count <= 64 else { return nil }
    let units: [Character: Double] = ["D": 86_400, "H": 3600, "M": 60, "S": 1]
    var seconds = 0.0
    var number = ""
    for sign in dropFirst() where sign != "T" {
      if let unit = units[sign], let count = Double(number) {
        seconds += unit * count
        number = ""
      } else if sign.isASCII, sign.isNumber || sign == "." {
        number.append(sign)
      } else {
        return nil
      }
    }
    return number.isEmpty ? seconds : nil
  }
}
