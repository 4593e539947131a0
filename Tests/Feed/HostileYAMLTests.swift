import GalleyFeedSyntax
import GalleyRandomness
import Testing

/// Front matter that is made to take long, or that is damaged.
@Suite("Hostile YAML of front matter", .timeLimit(.minutes(15)))
struct HostileYAMLTests {
  private static let limit = Duration.seconds(20)

  private static func filled(_ count: Int = 60_000, _ part: (Int) -> String) -> String {
    var text = ""
    var index = 0
    while text.utf8.count < count {
      text += part(index)
      index += 1
    }
    return text
  }

  private static let list = "[" + "a,".repeated(28_000) + "]"

  /// Texts of up to 60 KB by their names.
  private static let texts: [(name: String, text: String)] = [
    ("brackets", "a: " + String(repeating: "[", count: 60_000)),
    ("brackets within each other", "a: " + "[".repeated(30_000) + "]".repeated(30_000)),
    ("nine hundred brackets", "a: " + "[".repeated(900) + "]".repeated(900)),
    ("braces", "a: " + "{a: ".repeated(15_000)),
    (
      "objects as names of objects",
      "b: " + "{".repeated(900) + "[" + "a,".repeated(20_000) + "]" + "}".repeated(900)
    ),
    (
      "objects as names that hide their ends in quotation marks",
      "b: " + "{\"]\",".repeated(900) + "[" + "a,".repeated(20_000) + "]" + "}".repeated(900)
    ),
    (
      "objects as names that hide their ends in apostrophes",
      "b: " + "{']',".repeated(900) + "[" + "a,".repeated(20_000) + "]" + "}".repeated(900)
    ),
    (
      "objects as names that hide their ends in comments",
      "b: " + "{ #}\n ".repeated(900) + "[" + "a,".repeated(20_000) + "]" + "}".repeated(900)
    ),
    (
      "objects as names in a tag",
      "b: [[ !<]x> {?" + "!<]x> {?".repeated(900) + list + "}".repeated(900)
    ),
    (
      "objects as names behind a tag with an apostrophe",
      "b: [ !<,'x> x, " + "{?".repeated(900) + list + "}".repeated(900) + "]"
    ),
    (
      "objects as names behind a blank that is text",
      "a:\u{3000}[\": 1\nb: " + "{?".repeated(900) + list + "}".repeated(900)
    ),
    (
      "objects as names behind a sign that is no comment",
      "b: {x\u{A0}#: 1, " + "{?".repeated(900) + list + "}".repeated(900) + "}"
    ),
    ("thirty names", "b: " + "{?".repeated(30) + list + "}".repeated(30)),
    (
      "thirty names with aliases",
      "b: &a \(list)\ne: " + "{".repeated(28) + "[*a,*a,*a,*a,*a,*a,*a,*a]: 1" + "}: 1".repeated(27)
        + "}"
    ),
    ("a name of marks", "? \"" + "\u{301}\u{323}".repeated(15_000) + "\"\n: 1"),
    ("objects without names", "b: " + "{".repeated(30) + list + "}".repeated(30)),
    (
      "objects without names below names",
      (0..<8).map { " ".repeated($0) + "a:\n" }.joined() + " ".repeated(8) + "b: "
        + "{".repeated(30) + list + "}".repeated(30)
    ),
    (
      "lists that differ in a tag",
      ["x", "x", "!a x", "!a x"].map { "? " + "- ".repeated(60) + $0 + "\n" }.joined()
    ),
    ("elements", "a:\n  " + "- ".repeated(29_000)),
    ("nine hundred elements", "a:\n  " + "- ".repeated(900)),
    ("question marks", "? ".repeated(30_000)), ("names without a text", "?\n".repeated(9)),
    ("names in braces", "a: {" + filled { "\($0)," } + "}"),
    ("names alone", filled { "a\($0):\n" }),
    ("bad lines", filled { "a\($0): @\n" }),
    ("a bad line above names", "x: @\n" + filled { "a\($0): b\n" }),
    ("equal names", filled { _ in "a: b\n" }),
    ("equal names of lists", filled { _ in "a: [b]\n" }),
    ("open quotation marks", filled { "a\($0): \"b\n" }),
    ("open brackets", filled { "a\($0): [b\n" }),
    ("stray lines", filled { "a\($0): b\nc\n" }),
    ("anchors", filled { "a\($0): &x b\n" }),
    ("aliases", "a: &x b\n" + filled { "a\($0): *x\n" }),
    ("merges", "a: &x {b: c}\n" + filled { "a\($0): {<<: *x}\n" }),
    ("tags", filled { "a\($0): !t b\n" }),
    ("a long comment", "a: b # " + "#".repeated(60_000)),
    ("escapes", "a: \"" + "\\u00e9".repeated(10_000) + "\""),
    ("empty lines", "a: |\n" + "\n".repeated(60_000)),
    ("empty lines in a quotation", "a: \"" + "\n".repeated(60_000) + "\""),
    ("deeper lines", (0..<340).map { " ".repeated($0) + "a:\n" }.joined()),
    (
      "objects and lists within each other",
      "a: " + "[{a: ".repeated(15) + "[" + "x, ".repeated(19_000) + "]" + "}]".repeated(15)
    ),
    ("multiplied aliases", multiplied(asKey: false)),
    ("multiplied aliases in a name", multiplied(asKey: true)),
    (
      "few aliases of a long list in a name",
      "a: &a [" + "x,".repeated(25_000) + "]\nb: &b [*a, *a]\nc: &c [*b, *b]\n? [*c, *c]\n: 1\n"
    ),
  ]

  private static func multiplied(asKey: Bool) -> String {
    var lines = "a0: &a0 [x, x]\n"
    for index in 1..<60 {
      lines += "a\(index): &a\(index) [*a\(index - 1), *a\(index - 1)]\n"
    }
    return lines + (asKey ? "? *a59\n: 1\n" : "")
  }

  @Test("takes linear time and keeps a property before it", arguments: texts.indices)
  func time(index: Int) {
    let (name, text) = Self.texts[index]
    let clock = ContinuousClock()
    var document: FrontMatter?
    let time = clock.measure {
      document = FrontMatter("---\ntitle: z\n\(text)\n---\nRest")
      _ = document?.members(without: [])
    }
    #expect(document?.properties["title"] == "z", "\(name)")
    #expect(document?.text == "Rest", "\(name)")
    #expect(time < Self.limit, "\(name): \(time)")
  }

  @Test("with all properties in braces on one line takes linear time")
  func oneLine() {
    let members = (0..<5_000).map { "\"\($0)\":[]" }.joined(separator: ",")
    let clock = ContinuousClock()
    var document: FrontMatter?
    let time = clock.measure { document = FrontMatter("---\n{\(members)}\n---\n") }
    #expect(document?.names.count == 5_000)
    #expect(time < Self.limit, "\(time)")
  }

  @Test("of TOML with a long name of a table takes linear time", arguments: ["[", "[["])
  func longTableNames(bracket: String) {
    let end = bracket == "[" ? "]" : "]]"
    let table =
      bracket + "a.".repeated(16_000) + "a" + end + "\n" + Self.filled(30_000) { _ in "a=1\n" }
    let clock = ContinuousClock()
    var matter = FrontMatter("")
    let time = clock.measure {
      matter = FrontMatter("+++\nt = \"x\"\n" + table + "[b]\nc = 1\n+++\nz")
    }
    #expect(time < .seconds(3), "\(time)")
    #expect(matter.names == ["t", "b.c"])
  }

  @Test("reads aliases within its bounds")
  func aliases() {
    let document = FrontMatter("---\na: &a [x, y]\nb: &b [*a, *a]\nc: *b\n---\n")
    #expect(document.properties["c"] == "x, y, x, y")
  }

  /// Properties of which each has lines of its own, and the values of those that are fields or lists.
  private static let blocks = [
    "title: \"A \\\"b\\\" c\"\n", "author: 'Ann''s'\n", "tags:\n  - one\n  - \"two, three\"\n",
    "geo:\n  lat: 1.5\n  lon: [1, 2]\n", "attachments:\n  - url: x\n    type: y\n  - url: z\n",
    "body: |\n  a\n  b\n", "note: {\"a\":[1,null,\"b\"]}\n", "summary: >-\n  one\n  two\n",
    "cover:\n  image: p.png\n  alt: \"q\"\n", "date: 2024-05-01 # day\n",
  ]

  private static func check(_ document: FrontMatter, without damaged: Int, _ text: String) {
    let properties = document.properties
    let checks: [Bool] = [
      properties["title"] == "A \"b\" c", properties["author"] == "Ann's",
      document.lists["tags"] == ["one", "two, three"],
      properties["geo.lat"] == "1.5" && properties["geo.lon"] == "1, 2",
      document.objects["attachments"] == [["url": "x", "type": "y"], ["url": "z"]],
      properties["body"] == "a\nb", properties["note.a"] == "1, b",
      properties["summary"] == "one two",
      properties["cover.image"] == "p.png" && properties["cover.alt"] == "q",
      properties["date"] == "2024-05-01",
    ]
    for (index, isRight) in checks.enumerated() where index != damaged {
      #expect(isRight, "property \(index) of \(text.debugDescription)")
    }
  }

  @Test("with one damaged property keeps the others", arguments: 0..<4)
  func damage(part: Int) throws {
    var random = SeededGenerator(seed: UInt64(40 + part))
    let clock = ContinuousClock()
    let time = clock.measure {
      for _ in 0..<1_000 {
        var blocks = Self.blocks
        let damaged = Int.random(in: blocks.indices, using: &random)
        var bytes = Array(blocks[damaged].utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          // Neither the first byte nor the last one, so that the property stays between its neighbours.
          let place = Int.random(in: 1..<bytes.count - 1, using: &random)
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        guard isContained(bytes, like: blocks[damaged])
        else { continue }
        blocks[damaged] = String(decoding: bytes, as: UTF8.self)
        let text = "---\n" + blocks.joined() + "---\nRest"
        let document = FrontMatter(text)
        _ = document.members(without: [])
        Self.check(document, without: damaged, text)
      }
    }
    #expect(time < Self.limit, "\(time)")
  }

  /// Whether damaged lines are as many as the sound ones, and indented as these are.
  private func isContained(_ bytes: [UInt8], like block: String) -> Bool {
    func indents(_ bytes: [UInt8]) -> [Int] {
      bytes.split(omittingEmptySubsequences: false) { $0 == 10 || $0 == 13 }
        .map { $0.prefix { $0 == 32 }.count }
    }
    return indents(bytes) == indents(Array(block.utf8))
  }

  @Test("with random damage anywhere ends neither the process nor the time")
  func anyDamage() {
    var random = SeededGenerator(seed: 50)
    let sound = Array(Self.blocks.joined().utf8)
    let signs = Array("\0\t\n\r \"#%&'*,-:<>?@[]`{|}!~\u{85}\u{FEFF}".utf8)
    let clock = ContinuousClock()
    let time = clock.measure {
      for _ in 0..<4_000 {
        var bytes = sound
        for _ in 0..<Int.random(in: 1...12, using: &random) {
          let place = Int.random(in: bytes.indices, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes.remove(at: place)
          case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          default: bytes.insert(signs.randomElement(using: &random) ?? 0, at: place)
          }
        }
        let document = FrontMatter("---\n" + String(decoding: bytes, as: UTF8.self) + "\n---\nRest")
        let json = MemberList.object(document.members(without: []).map { ($0.name, $0.value) })
        #expect(JSONScanner.isValue(Array(json.utf8)), "\(json)")
      }
    }
    #expect(time < .seconds(120), "\(time)")
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
