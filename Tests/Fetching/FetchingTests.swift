import Foundation
import GalleyFeed
import GalleyFeedItems
import GalleyFetching
import Testing

@Suite("Addresses", .timeLimit(.minutes(15)))
struct PublicAddressTests {
  @Test(
    "of this machine, of private networks and of special uses are not public",
    arguments: [
      "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1",
      "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.1.1",
      "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.1.1.1",
      "240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1",
      "::ffff:10.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1",
      "2002:7f00:1::", "2002:c0a8:101::", "3fff::1", "fc00::1", "fd12::1", "fe80::1", "fec0::1",
      "ff02::1",
    ])
  func special(text: String) throws {
    let bytes = try #require(PublicAddress.bytes(of: text))
    #expect(!PublicAddress.isPublic(bytes))
  }

  @Test(
    "of the Internet are public",
    arguments: [
      "1.1.1.1", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1", "192.0.1.1",
      "198.17.0.1", "198.20.0.1", "223.255.255.255", "2606:4700::1111", "2a00::1", "2002:101:101::",
      "::ffff:1.1.1.1", "64:ff9b::101:101", "2001:200::1",
    ])
  func open(text: String) throws {
    let bytes = try #require(PublicAddress.bytes(of: text))
    #expect(PublicAddress.isPublic(bytes))
  }

  @Test("of no known family are not public, and text that is no address has no bytes")
  func other() {
    #expect(!PublicAddress.isPublic([]) && !PublicAddress.isPublic([1, 2, 3]))
    for text in ["", "localhost", "1.2.3", "1.2.3.4.5", ":::"] {
      #expect(PublicAddress.bytes(of: text) == nil)
    }
  }
}

@Suite("SHA-256", .timeLimit(.minutes(15)))
struct SHA256Tests {
  @Test(
    "gives the digests of the standard's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1000),
        "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
      ),
    ])
  func digests(text: String, digits: String) {
    #expect(SHA256(hashing: Array(text.utf8)).digits == digits)
  }
}

@Suite("Pictures that a feed names", .timeLimit(.minutes(15)))
struct PictureURLsTests {
  private func urls(
    _ json: String, limit: Int = 100, shownOnly: Bool = false, base: String? = nil
  ) throws -> PictureURLs {
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 20
    let reader = FeedReader(bytes: Array(json.utf8), limits: limits)
    var urls = PictureURLs(
      limit: limit, shownOnly: shownOnly, base: base.flatMap { URL(string: $0) })
    while let element = try reader.next() {
      if case .item(let item) = element { urls.add(item) }
    }
    return urls
  }

  @Test("are images, avatars, attachments and those in HTML, each once and in order")
  func named() throws {
    let feed = """
      {"version": "https://jsonfeed.org/version/1.1", "title": "x", "items": [{"id": "1", \
      "image": "https://a/1.png", "authors": [{"name": "N", "avatar": "http://a/2.png"}], \
      "content_html": "<p>Hi <img alt='' src='https://a/3.png?x=1&amp;y=2'> <IMG SRC=\\"https://a/1.png\\"></p>", \
      "attachments": [{"url": "https://a/4", "mime_type": "image/webp"}, \
      {"url": "https://a/5.mp3", "mime_type": "audio/mpeg"}]}]}
      """
    #expect(
      try urls(feed).urls == [
        "http://a/2.png", "https://a/1.png", "https://a/3.png?x=1&y=2", "https://a/4",
      ])
    // A card may show any of its pictures, as it passes those that are missing.
    let line = (1...6).map { "\"https://a/\($0).png\"" }.joined(separator: ",")
    let shown = try urls("{\"title\": \"x\", \"pictures\": [\(line)]}", shownOnly: true)
    #expect(shown.urls == (1...6).map { "https://a/\($0).png" })
    let few = try urls(feed, limit: 3)
    #expect(few.urls.count == 3 && few.excessCount == 1)
  }

  @Test(
    "are those in the HTML of columns and members that no field has, also with signs in attributes")
  func kept() throws {
    let html = "<IMG alt='1 < 2 > 0' src='https://a/u.png'> <img src=https://a/v.png>"
    for feed in ["title,extra\nx,\"\(html)\"\n", "{\"title\":\"x\",\"extra\":\"\\u0000\(html)\"}"] {
      #expect(try urls(feed).urls == ["https://a/u.png", "https://a/v.png"], "\(feed)")
    }
  }

  @Test("are custom emoji of the author's name too", arguments: [true, false])
  func emoji(shownOnly: Bool) throws {
    let line = #"{"author":"Ann :a:","emojis":[{"shortcode":"a","url":"https://a/e.png"}]}"#
    #expect(try urls(line, shownOnly: shownOnly).urls == ["https://a/e.png"])
  }

  @Test("have blanks and letters beyond ASCII as bytes in digits, and keep the names of the feed")
  func encoded() throws {
    let found = try urls(
      #"{"title": "x", "image": "https://bücher.example/ä b.png?c=%20d#é"}"#)
    #expect(found.urls == ["https://bücher.example/%C3%A4%20b.png?c=%20d#%C3%A9"])
    #expect(
      found.names[found.urls.first ?? ""] == ["https://bücher.example/ä b.png?c=%20d#é"])
    #expect(
      try urls(#"{"title": "x", "image": "https://a/b\tc.png"}"#).urls == ["https://a/b\tc.png"])
    #expect(
      try urls(#"{"title": "x", "image": "/b%20c (1).png"}"#, base: "https://a/d").urls
        == ["https://a/b%20c%20(1).png"])
  }

  @Test("are http and https alone")
  func schemes() throws {
    let lines = ["file:///etc/passwd", "ftp://a/b.png", "//a/b.png", "b.png", "data:image/png,x"]
      .map { #"{"title": "x", "image": "\#($0)"}"# }.joined(separator: "\n")
    #expect(try urls(lines).urls.isEmpty)
  }
}
