import Foundation
import GalleyFeed
import GalleyFeedItems
import GalleyRandomness
import TestSupport
import Testing

@Suite("Compressed and encoded feeds", .timeLimit(.minutes(15)))
struct TransportTests {
  static let feed = "{\"title\":\"Grüße 字 😀\"}\n{\"title\":\"b\"}\n"
  static let titles = ["Grüße 字 😀", "b"]

  @Test("gzip is read, in one member or several, with padding", arguments: [1, 3, 1 << 16])
  func gzip(chunk: Int) {
    let lines = Self.feed.split(separator: "\n").map { "\($0)\n" }
    let members = lines.flatMap { GzipBytes.stored(Array($0.utf8)) }
    for bytes in [GzipBytes.stored(Array(Self.feed.utf8)), members, members + [0, 0, 0]] {
      let reading = Reading(bytes: bytes, chunk: chunk)
      #expect(reading.error == nil)
      #expect(reading.items.map(\.title) == Self.titles)
    }
  }

  /// Tables as spreadsheets write them, and the texts of their first cells; `nil` for bytes that stay U+FFFD.
  static let encodedTables: [(text: String, encoding: String.Encoding, guess: String?)] = [
    ("title,body\nGrüße aus Köln – „ja“,1 €\n", .windowsCP1252, "windows-1252"),
    ("title;body\nL’été à Nîmes;Où ça ?\n", .windowsCP1252, "windows-1252"),
    ("title,body\nÅse spiser rødgrød,¿Qué?\n", .windowsCP1252, "windows-1252"),
    ("title,body\nお茶を飲む。,日本語のテキスト\n", .shiftJIS, "shift_jis"),
    ("title,body\nﾊﾝｶｸとカタカナ,abc\n", .shiftJIS, "shift_jis"),
    ("title,body\nПривет всем вам,Мир\n", .windowsCP1251, nil),
    ("title,url\nПривет,https://example.org/news/2024/05/01/item-000123\n", .windowsCP1251, nil),
    (
      "title,url\nΚαλημέρα κόσμε,https://example.org/news/2024/05/01/item-000123\n", .windowsCP1253,
      nil
    ),
    ("title,body\nŁódź i Żółw są ładne,ą\n", .windowsCP1250, nil),
    ("title,body\nGrüße 字,x\n", .utf8, nil), ("title,body\nplain,x\n", .ascii, nil),
  ]

  @Test(
    "a table in an encoding of spreadsheets is read if the encoding can be told by the bytes",
    arguments: encodedTables.indices)
  func guessedEncodings(index: Int) throws {
    let (text, encoding, guess) = Self.encodedTables[index]
    let bytes = [UInt8](try #require(text.data(using: encoding)))
    let title = text.split(separator: "\n")[1].split { ",;".contains($0) }[0]
    for chunk in [1, 1 << 16] {
      let item = try #require(Reading(bytes: bytes, as: .csv, chunk: chunk).items.first)
      #expect(item.guessedEncoding == guess)
      #expect(
        (item.title == String(title)) == (guess != nil || encoding == .utf8 || encoding == .ascii))
      #expect((item.repairCount > 0) == (guess == nil && encoding != .utf8 && encoding != .ascii))
    }
  }

  @Test(
    "white space and marks before an XML declaration hide no encoding", arguments: [1, 1 << 16])
  func leadingSpace(chunk: Int) throws {
    let text = "<rss><item><title>Привет</title></item></rss>"
    let declared = "<?xml version='1.0' encoding='windows-1251'?>" + text
    let bytes = [UInt8](try #require(declared.data(using: .windowsCP1251)))
    for space in ["\n", " \r\n\t", String(repeating: "\n", count: 200)] {
      let reading = Reading(bytes: Array(space.utf8) + bytes, chunk: chunk)
      #expect(reading.items.map(\.title) == ["Привет"])
    }
    for start in ["\u{FEFF}\u{FEFF}", "\n\u{FEFF}", "\u{FEFF}\n\u{FEFF} "] {
      for text in [text, "<?xml version='1.0'?>" + text, "{\"title\":\"Привет\"}"] {
        let reading = Reading(start + text, chunk: chunk)
        #expect(reading.items.map(\.title) == ["Привет"] && reading.error == nil)
      }
    }
  }

  @Test("XML that is no UTF-8 against its word is guessed as a table is", arguments: [1, 1 << 16])
  func guessedMarkup(chunk: Int) throws {
    let item = "<rss><item><title>Café – „ja“ 5 €</title></item></rss>"
    for start in ["", "<?xml version='1.0' encoding='UTF-8'?>", "\n<?xml version='1.0'?>"] {
      let bytes = [UInt8](try #require((start + item).data(using: .windowsCP1252)))
      let item = try #require(Reading(bytes: bytes, chunk: chunk).items.first)
      #expect(item.title == "Café – „ja“ 5 €" && item.guessedEncoding == "windows-1252")
    }
    let sound = try #require(Reading("<?xml version='1.0'?>" + item, chunk: chunk).items.first)
    #expect(sound.title == "Café – „ja“ 5 €" && sound.guessedEncoding == nil)
    let polish = "<rss><item><title>Łódź i Żółw są ładne</title></item></rss>"
    let bytes = [UInt8](try #require(polish.data(using: .windowsCP1250)))
    #expect(Reading(bytes: bytes, chunk: chunk).items.first?.guessedEncoding == nil)
  }

  @Test(
    "an archive of Twitter is UTF-8, also if its bytes look like another encoding",
    arguments: [1, 1 << 16])
  func twitterArchive(chunk: Int) throws {
    for start in ["window.YTD.tweets.part0 = ", "var x=", "Grailbird.data.tweets_2013_01 = \n "] {
      let archive = start + #"[{"tweet":{"id_str":"9","full_text":"Grüße – „ja“, 1 €"}}]"#
      let sound = try #require(Reading(bytes: Array(archive.utf8), chunk: chunk).items.first)
      #expect(sound.body == "Grüße – „ja“, 1 €" && sound.guessedEncoding == nil)
      let bytes = [UInt8](try #require(archive.data(using: .windowsCP1252)))
      let item = try #require(Reading(bytes: bytes, chunk: chunk).items.first)
      #expect(item.guessedEncoding == nil && item.repairCount > 0)
    }
  }

  @Test("tables in code page 850 and of a Macintosh are not taken for those of Windows or of Japan")
  func otherCodePages() {
    // ü, ä, ö and é are 0x81, 0x84, 0x94 and 0x82 in code page 850; é is 0x8E on a Macintosh, É 0x83.
    for words in [
      [0x4D, 0x81, 0x6C, 0x6C, 0x65, 0x72, 0x2C, 0x4B, 0x81, 0x63, 0x68, 0x65],
      [0x4B, 0x84, 0x73, 0x65, 0x2C, 0x53, 0x63, 0x68, 0x94, 0x6E],
      [0x82, 0x74, 0x82, 0x20, 0x6C, 0x85],
      [0x83, 0x63, 0x6F, 0x6C, 0x65, 0x2C, 0x8E, 0x74, 0x8E],
    ] as [[UInt8]] {
      let item = Reading(bytes: Array("title,body\n".utf8) + words, as: .csv).items.first
      #expect(item?.guessedEncoding == nil && item?.repairCount ?? 0 > 0, "\(words)")
    }
  }

  @Test("a byte order mark says that a feed is UTF-8, also a damaged one")
  func markedBytes() {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let words: [UInt8] = Array("Gr".utf8) + [0xFC, 0xDF] + Array("e".utf8)
    for (start, end) in [
      ("title,body\n", ",x\n"), ("{\"items\":[{\"title\":\"", "\"}]}"),
      ("<rss><channel><item><title>", "</title></item></channel></rss>"),
    ] {
      let reading = Reading(bytes: mark + Array(start.utf8) + words + Array(end.utf8))
      #expect(reading.error == nil && reading.items.first?.title?.hasPrefix("Gr\u{FFFD}") == true)
    }
  }

  @Test("each article of a folder has a guess of its own")
  func articles() throws {
    let folder = try TestFolder()
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder.path("a"), withIntermediateDirectories: true)
    for (name, text, encoding) in [
      ("1.md", "# Grüße", String.Encoding.utf8), ("2.md", "# Grüße", .windowsCP1252),
      ("3.md", "# plain", .utf8), ("4.md", "# Über", .windowsCP1252),
    ] {
      #expect(
        manager.createFile(atPath: folder.path("a/\(name)"), contents: text.data(using: encoding)))
    }
    let reader = try FeedReader(path: folder.path("a"))
    var guesses: [String] = []
    while case .item(let item)? = try reader.next() {
      guesses.append("\(item.title ?? "") \(item.guessedEncoding ?? "–")")
    }
    #expect(
      guesses == ["Grüße –", "Grüße windows-1252", "plain –", "Über windows-1252"])
  }

  @Test("a damaged UTF-8, JSON and bytes that are no text are not taken for another encoding")
  func noGuess() {
    for bytes in [
      Array("title,body\nGrüße und Küsse,".utf8) + [0xFF, 0x0A],
      Array("{\"title\":\"Gr".utf8) + [0xFC] + Array("n\"}\n".utf8),
      Array("title,body\n".utf8) + [0xFC, 0x00, 0x01] + Array(",b\n".utf8),
    ] {
      let items = Reading(bytes: bytes).items
      #expect(
        !items.isEmpty && items.allSatisfy { $0.guessedEncoding == nil && $0.repairCount > 0 })
    }
  }

  @Test("gzip within gzip is read", arguments: [1, 1 << 16])
  func gzipTwice(chunk: Int) {
    var bytes = Array(Self.feed.utf8)
    for _ in 0..<3 { bytes = GzipBytes.stored(bytes) }
    #expect(Reading(bytes: bytes, chunk: chunk).items.map(\.title) == Self.titles)
    bytes = GzipBytes.stored(GzipBytes.stored(bytes))
    #expect(Reading(bytes: bytes, chunk: chunk).error != nil)
  }

  @Test("the size of the pieces changes neither the items of a damaged gzip nor its error")
  func damagedPieces() throws {
    // Compressed, and damaged in ways that fuzzing has found.
    var samples = try ["gzip-damaged", "gzip-distance"].map {
      try [UInt8](Data(contentsOf: URL(filePath: Repository.path("Fuzz/Corpus/feed-auto/\($0)"))))
    }
    let members = (0..<6).flatMap { GzipBytes.stored(Array("{\"title\":\"\($0)\"}\n".utf8)) }
    for index in members.indices.dropFirst(2) {
      var bytes = members
      bytes[index] ^= 0x41
      samples.append(bytes)
    }
    samples.append(members + [0, 0x1F, 0x8B, 0x1F])
    #expect(Self.itemCount(inPiecesOf: samples) > samples.count)
  }

  /// Reads each sample whole and in pieces, which must give the same; returns the number of items.
  static func itemCount(inPiecesOf samples: [[UInt8]]) -> Int {
    var itemCount = 0
    for (number, bytes) in samples.enumerated() {
      let whole = Reading(bytes: bytes, chunk: 1 << 16)
      itemCount += whole.items.count
      for chunk in [1, 2, 3, 7] {
        let pieces = Reading(bytes: bytes, chunk: chunk)
        #expect(
          pieces.items == whole.items && pieces.error == whole.error, "\(number), \(chunk)")
      }
    }
    return itemCount
  }

  @Test("gzip that breaks off or is damaged ends the feed after its whole items")
  func damaged() {
    let first = GzipBytes.stored(Array("{\"title\":\"a\"}\n".utf8))
    let second = GzipBytes.stored(Array("{\"title\":\"b\"}\n".utf8))
    let whole = Reading(bytes: first + second)
    #expect(whole.items.map(\.title) == ["a", "b"])
    for count in first.count + 2..<(first + second).count {
      let reading = Reading(bytes: Array((first + second)[..<count]), chunk: 1)
      #expect(reading.items.first?.title == "a")
      guard case .damaged(let offset, _) = reading.error else {
        Issue.record("\(count): \(String(describing: reading.error))")
        continue
      }
      #expect(offset == count)
    }
    var wrong = first
    wrong[wrong.count - 6] ^= 1
    guard case .damaged = Reading(bytes: wrong).error else {
      Issue.record("the checksum is not compared")
      return
    }
  }

  @Test("a feed that decompresses beyond the limit is refused, and one at the limit is not")
  func limit() {
    // A frame of one block that repeats a blank 100,000 times: 13 bytes.
    let blanks = ZstdBytes.repeated(0x20, count: 100_000)
    for (limit, isRefused) in [(99_999, true), (100_000, false)] {
      let error = Reading(bytes: blanks, limits: FeedLimits(maximumDecompressedBytes: limit)).error
      #expect(error == (isRefused ? .limitExceeded(.decompressedBytes, value: limit) : nil))
    }
    for chunk in [1, 3, 1 << 16] {
      let text = "{}\n{}\n{}"
      let reading = Reading(
        bytes: ZstdBytes.raw(Array(text.utf8)),
        limits: FeedLimits(maximumDecompressedBytes: 7), chunk: chunk)
      #expect(reading.items.count == 2)
      #expect(reading.error == .limitExceeded(.decompressedBytes, value: 7))
    }
    #expect(Reading(Self.feed, limits: FeedLimits(maximumDecompressedBytes: 1)).error == nil)
  }

  @Test(
    "UTF-16 and UTF-32 are read, with a byte order mark or without",
    arguments: [
      String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
    ])
  func unicode(encoding: String.Encoding) throws {
    for text in [Self.feed, "\u{FEFF}" + Self.feed] {
      let data = try #require(text.data(using: encoding))
      for chunk in [1, 3, 1 << 16] {
        let reading = Reading(bytes: Array(data), chunk: chunk)
        #expect(reading.error == nil)
        #expect(reading.items.map(\.title) == Self.titles)
        let compressed = Reading(bytes: GzipBytes.stored(Array(data)), chunk: chunk)
        #expect(compressed.elements == reading.elements)
      }
    }
  }

  @Test("half of a surrogate pair and half of a code unit become U+FFFD")
  func illFormed() throws {
    let data = try #require("{\"title\":\"a?b\"}".data(using: .utf16LittleEndian))
    var bytes = Array(data)
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "?")))
    bytes[place...place + 1] = [0x00, 0xD8]
    #expect(Reading(bytes: bytes).items.map(\.title) == ["a\u{FFFD}b"])
    #expect(Reading(bytes: bytes + [0x0A, 0x00, 0x20]).errors.count == 1)
  }
}

/// gzip without compression, made after RFC 1952.
enum GzipBytes {
  /// One member with one stored block.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1] + little(count) + little(~count) + bytes
      + little(crc(bytes)) + little(UInt32(bytes.count))
  }

  static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = ~0
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~crc
  }
}
