import GalleyFeed
import GalleyFeedItems
import Testing

@Suite("Malformed feeds", .timeLimit(.minutes(15)))
struct MalformedTests {
  @Test(
    "gives the offset where a document breaks, after the items before it",
    arguments: [
      ("[{\"id\":1}", 1, 9, "expected `,` or `]`, found the end of the document"),
      ("[{\"id\":1},", 1, 10, "the document ends inside a value"),
      ("[{\"id\":1},]", 1, 10, "expected a value, found `]`"),
      ("[,{}]", 0, 1, "expected a value, found `,`"),
      ("[{\"id\":1} {}]", 1, 10, "expected `,` or `]`, found `{`"),
      ("[{\"id\":1}}", 1, 9, "expected `,` or `]`, found `}`"),
      ("[{\"id\":1}] x", 1, 11, "expected the end of the document, found `x`"),
      ("[{\"id\":1}][", 1, 10, "expected the end of the document, found `[`"),
      ("[{\"id\":1,}]", 0, 9, "expected a name in quotes, found `}`"),
      ("[{\"id\" 1}]", 0, 7, "expected `:`, found `1`"),
      ("[{\"id\":1 2}]", 0, 9, "expected `,` or `}`, found `2`"),
      ("[{\"id\":[1 2]}]", 0, 10, "expected `,` or `]`, found `2`"),
      ("[{\"id\":[1}]", 0, 9, "expected `,` or `]`, found `}`"),
      ("[{id:1}]", 0, 2, "expected a name in quotes, found `i`"),
      ("[{'id':1}]", 0, 2, "expected a name in quotes, found `'`"),
      ("[{\"id\":01}]", 0, 8, "a number does not go on with `1`"),
      ("[{\"id\":1.}]", 0, 9, "a number does not go on with `}`"),
      ("[{\"id\":-}]", 0, 8, "a number does not go on with `}`"),
      ("[{\"id\":1e}]", 0, 9, "a number does not go on with `}`"),
      ("[{\"id\":+1}]", 0, 7, "expected a value, found `+`"),
      ("[{\"id\":NaN}]", 0, 7, "expected a value, found `N`"),
      ("[{\"id\":nul}]", 0, 10, "expected `true`, `false` or `null`"),
      ("[{\"id\":\"a\nb\"}]", 0, 9, "a string holds the control character byte 0xA, unescaped"),
      ("[{\"id\":\"a\\x\"}]", 0, 10, "no escape begins with `\\` and `x`"),
      ("[{\"id\":\"\\u12g4\"}]", 0, 12, "expected four hexadecimal digits after `\\u`"),
      ("[{\"id\":\"a", 0, 9, "the document ends inside a value"),
      ("[{\"id\":\"a\\", 0, 10, "the document ends inside a value"),
      ("[12", 0, 3, "expected `,` or `]`, found the end of the document"),
      ("{\"feed\":[{\"id\":1}]", 1, 18, "expected `,` or `}`, found the end of the document"),
      ("{\"feed\":[{\"id\":1}],}", 1, 19, "expected a name in quotes, found `}`"),
      ("{\"feed\":[{\"id\":1}]}}", 1, 19, "expected the end of the document, found `}`"),
      ("{\"feed\":[{\"id\":1}] \"a\":1}", 1, 19, "expected `,` or `}`, found `\"`"),
    ])
  func breaks(text: String, items: Int, offset: Int, reason: String) {
    for chunk in [1, 3, 1 << 16] {
      let reading = Reading(text, as: .fd, chunk: chunk)
      #expect(reading.error == .syntax(byteOffset: offset, reason: reason))
      #expect(reading.items.count == items)
    }
  }

  @Test("throws what ended the feed each time again")
  func repeats() {
    let reader = FeedReader(bytes: Array("[1".utf8))
    var errors: [FeedError] = []
    for _ in 0..<3 {
      do throws(FeedError) {
        while try reader.next() != nil {}
      } catch {
        errors.append(error)
      }
    }
    #expect(errors.count == 3)
    #expect(Set(errors).count == 1)
  }

  @Test("goes on after a bad line, and says where each is")
  func lines() {
    let reading = Reading(
      "{\"id\":1}\nnot json\n\n{\"id\":2} {}\n[1]\n{\"id\":\n{\"title\":true}\n\"s\"\n{\"id\":3}")
    #expect(reading.error == nil)
    #expect(reading.items.map(\.id) == ["1", "3"])
    #expect(reading.items.map(\.index) == [0, 7])
    #expect(reading.errors.map(\.index) == [1, 2, 3, 4, 5, 6])
    #expect(
      reading.errors.map(\.description) == [
        "item 1 (line 2, byte 10): malformed JSON: expected `true`, `false` or `null`",
        "item 2 (line 4, byte 28): malformed JSON: expected the end of the line, found `{`",
        "item 3 (line 5, byte 31): expected an object, found an array",
        "item 4 (line 6, byte 41): malformed JSON: the line ends inside a value",
        "item 5 (line 7, byte 51): `title` is a boolean, not text",
        "item 6 (line 8, byte 57): expected an object, found a string",
      ])
  }

  @Test(
    "passes over an element of the wrong type and goes on",
    arguments: [
      ("1", FeedElementFault.notAnObject(found: .number), 0),
      ("\"x\"", .notAnObject(found: .string), 0),
      ("null", .notAnObject(found: .null), 0),
      ("true", .notAnObject(found: .boolean), 0),
      ("[{}]", .notAnObject(found: .array), 0),
      ("{\"body\": {}}", .wrongType(key: "body", found: .object), 9),
      ("{\"content\":[\"x\"]}", .wrongType(key: "content", found: .array), 11),
      ("{\"id\":false}", .wrongType(key: "id", found: .boolean), 6),
    ])
  func wrongTypes(element: String, fault: FeedElementFault, offset: Int) {
    let reading = Reading("{\"feed\":[{\"id\":0},\(element),{\"id\":2}]}")
    #expect(reading.error == nil)
    #expect(reading.items.map(\.id) == ["0", "2"])
    #expect(reading.items.map(\.index) == [0, 2])
    #expect(
      reading.errors == [
        FeedElementError(index: 1, byteOffset: 18, faultOffset: 18 + offset, fault: fault)
      ])
  }

  @Test(
    "passes over JSON Feed members of the wrong type",
    arguments: [
      ("\"authors\":true", "authors"), ("\"authors\":[1]", "authors"), ("\"author\":1", "author"),
      ("\"authors\":[[]]", "authors"),
      ("\"authors\":[{\"name\":[]}]", "name"), ("\"content_html\":[]", "content_html"),
      ("\"content_text\":true", "content_text"), ("\"summary\":{}", "summary"),
    ])
  func wrongJSONFeedTypes(member: String, key: String) {
    let reading = Reading("{\"items\":[{\"id\":0},{\(member)},{\"id\":2}]}")
    #expect(reading.items.map(\.id) == ["0", "2"])
    guard case .wrongType(key, _) = reading.errors.first?.fault else {
      Issue.record("\(reading.errors)")
      return
    }
  }

  @Test("counts the document's own depth too, and passes over deeper values")
  func depth() {
    func nested(_ depth: Int) -> String {
      "{\"x\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    }
    // The object of the element is the third level of a document, the first of a line.
    let limits = FeedLimits(maximumDepth: 8)
    let document = Reading(
      "{\"feed\":[\(nested(5)),\(nested(6)),{\"id\":2}]}", limits: limits)
    #expect(document.elements.count == 3)
    #expect(document.errors.map(\.fault) == [.tooDeep(limit: 8)])
    #expect(document.errors.map(\.index) == [1])
    let lines = Reading("\(nested(7))\n\(nested(8))\n{\"id\":2}", limits: limits)
    #expect(lines.errors.map(\.index) == [1])
    #expect(lines.items.map(\.index) == [0, 2])
  }

  @Test("survives 100,000 brackets of each kind", arguments: ["[", "{\"a\":"])
  func depthBombs(bracket: String) {
    let closing = bracket == "[" ? "]" : "}"
    let opened = String(repeating: bracket, count: 100_000)
    let bomb = opened + (bracket == "[" ? "" : "1") + String(repeating: closing, count: 100_000)
    #expect(Reading("[{},\(bomb),{\"id\":2}]").items.map(\.index) == [0, 2])
    #expect(Reading("{}\n\(bomb)\n{\"id\":2}").items.map(\.index) == [0, 2])
    #expect(Reading("{\"meta\":\(bomb),\"feed\":[{}]}").items.count == 1)
    let open = Reading("[{},\(opened)")
    #expect(open.items.count == 1)
    #expect(
      open.error
        == .syntax(
          byteOffset: 4 + opened.utf8.count, reason: "the document ends inside a value"))
  }

  @Test("refuses one row and one byte over the limits, and names them")
  func limits() {
    let rows = FeedLimits(maximumRows: 2)
    #expect(Reading("[{},{}]", limits: rows).error == nil)
    #expect(Reading("{}\n1\n\n", limits: rows).error == nil)
    for text in ["[{},{},{}]", "{}\n{}\n{}"] {
      let reading = Reading(text, limits: rows)
      #expect(reading.error == .limitExceeded(.rows, value: 2))
      #expect(reading.items.count == 2)
    }
    for chunk in [1, 4, 100] {
      #expect(
        Reading("[{},{}]", limits: FeedLimits(maximumBytes: 7), chunk: chunk).error == nil)
      #expect(
        Reading("[{},{}]", limits: FeedLimits(maximumBytes: 6), chunk: chunk).error
          == .limitExceeded(.bytes, value: 6))
      // The size of pieces decides neither which items come before the limit, nor which error does.
      let lines = Reading("{}\n{}\n{}", limits: FeedLimits(maximumBytes: 6), chunk: chunk)
      #expect(lines.items.count == 2)
      #expect(lines.error == .limitExceeded(.bytes, value: 6))
      for text in ["[{}]x  ", "x      ", "\n\n\n\n\u{F3}\n\n", "<rss>x  "] {
        for format in FeedFormat.allCases {
          let limits = FeedLimits(maximumBytes: 6)
          let reading = Reading(text, as: format, limits: limits, chunk: chunk)
          let bytewise = Reading(text, as: format, limits: limits, chunk: 1)
          #expect(reading == bytewise, "\(text) as \(format)")
        }
      }
    }
    #expect(
      "\(FeedError.limitExceeded(.rows, value: 2))"
        == "the feed has more than the limit of 2 rows; --max-feed-rows sets another")
  }
}
