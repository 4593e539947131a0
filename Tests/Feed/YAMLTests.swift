import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax
import GalleyFeedWriting
import Testing

/// What the specification of YAML 1.2 says of front matter, written down by hand.
@Suite("YAML of front matter", .timeLimit(.minutes(15)))
struct YAMLTests {
  private static let longName = String(repeating: "n", count: 300)

  /// The properties between two fences as members of JSON.
  private static func members(_ lines: String, fence: String = "---") -> String {
    let document = FrontMatter("\(fence)\n\(lines)\n\(fence)\nRest\n")
    return MemberList.object(document.members(without: []).map { ($0.name, $0.value) })
  }

  @Test(
    "has the values of its specification",
    arguments: [
      // Comments within a list, at its indentation or at column 0.
      ("tags:\n- a\n# note\n- b", #"{"tags":["a","b"]}"#),
      ("tags:\n  - a\n  # - b\n  # note: z\n  - c", #"{"tags":["a","c"]}"#),
      ("k: # c\n  v\nm: v # c\nn: v#c", #"{"k":"v","m":"v","n":"v#c"}"#),
      // Names in quotation marks.
      (#""a\"b": c"# + "\n'it''s': d", #"{"a\"b":"c","it's":"d"}"#),
      ("\"tags\":\n  - \"a, b\"", #"{"tags":["a, b"]}"#),
      ("\"attachments\":\n  - url: x", #"{"attachments":[{"url":"x"}]}"#),
      ("\"geo\":\n  lat: 1", #"{"geo":{"lat":1}}"#),
      ("a.b: 1\nhttp://a: b\nk : v\n? q\n: w", #"{"a.b":1,"http://a":"b","k":"v","q":"w"}"#),
      // Objects and lists within each other.
      ("m:\n  - a: 1\n    b: 2\n  - plain\n  - c: 3", #"{"m":[{"a":1,"b":2},"plain",{"c":3}]}"#),
      ("m:\n  a:\n    - p\n    - q\n  b: [r]", #"{"m":{"a":["p","q"],"b":["r"]}}"#),
      ("m:\n  a:\n    b: 1\n    c: 2\n  d: 3", #"{"m":{"a":{"b":1,"c":2},"d":3}}"#),
      ("n:\n  - - p\n    - q\nm: [[a, b], [c]]", #"{"n":[["p","q"]],"m":[["a","b"],["c"]]}"#),
      ("authors:\n  -\n    name: Ann\n  -\n    Bo", #"{"authors":[{"name":"Ann"},"Bo"]}"#),
      (" title: x\n tags: [a]", #"{"title":"x","tags":["a"]}"#),
      // Texts over several lines.
      ("s: >\n  one\n  two\n\n  three\n", #"{"s":"one two\nthree"}"#),
      ("s: |\n  a\n    b\n\n  c\n", #"{"s":"a\n  b\n\nc"}"#),
      ("s: |2\n    a\n  b", #"{"s":"  a\nb"}"#),
      ("s: |-\n  # head\n  - item: y\n  three", ##"{"s":"# head\n- item: y\nthree"}"##),
      ("s: | # c\n  a\nk: >- \n  d", #"{"s":"a","k":"d"}"#),
      ("m:\n  - a: |\n      x\n        y\n    b: 2", #"{"m":[{"a":"x\n  y","b":2}]}"#),
      ("m:\n  - a: >\n      one\n      two\n    b: 2", #"{"m":[{"a":"one two","b":2}]}"#),
      ("t: \"ab\\\n  cd\"", #"{"t":"abcd"}"#),
      ("t: 'a\n  b\n\n  c'\nu: a\n  b", #"{"t":"a b\nc","u":"a b"}"#),
      ("tags:\n  - a very\n    long tag\n  - b", #"{"tags":["a very long tag","b"]}"#),
      // No value, no text, and no elements.
      ("l: ['a', '', null, 'b', ~]", #"{"l":["a","",null,"b",null]}"#),
      ("l:\n  - a\n  - ''\n  -\n  - b", #"{"l":["a","",null,"b"]}"#),
      ("l: []\nm: {}\ne: ''\nn: null\no:", #"{"l":[],"m":{},"e":"","n":null,"o":null}"#),
      // Numbers and truths are those of JSON; all else is a text.
      (
        "a: 1.50\nb: '1'\nc: true\nd: yes\ne: 0x1F\nf: 1_0\ng: 2024-05-01\nh: 1:30\ni: \"null\"",
        #"{"a":1.50,"b":"1","c":true,"d":"yes","e":"0x1F","f":"1_0","g":"2024-05-01","h":"1:30","i":"null"}"#
      ),
      (
        "a: 4444444444444444444:4:4\nb: [4444444444444444444:4:4]",
        #"{"a":"4444444444444444444:4:4","b":["4444444444444444444:4:4"]}"#
      ),
      // Anchors, aliases and merges; tags are ignored.
      (
        "a: &x {p: 1, q: 2}\nb: *x\nc:\n  <<: *x\n  q: 3",
        #"{"a":{"p":1,"q":2},"b":{"p":1,"q":2},"c":{"q":3,"p":1}}"#
      ),
      ("a: !!str 1\nb: !x [2]", #"{"a":1,"b":[2]}"#),
      (
        "a: \"\u{FEFF}b\\0\\u0000\"\nc: '\u{FEFF}d'",
        "{\"a\":\"\u{FEFF}b\\u0000\\u0000\",\"c\":\"\u{FEFF}d\"}"
      ),
      // JSON stays as it is.
      (
        #"a: {"p": [1.0, "\/\u00e9"], "q":{}}"# + "\n\"b\" : [ 1,2 ] \nc: [ 1,d ]",
        #"{"a":{"p": [1.0, "\/\u00e9"], "q":{}},"b":[ 1,2 ],"c":[1,"d"]}"#
      ),
      // Letters of a byte order mark's number are no mark.
      (
        "t: &t Pfeffer\nu: *t\nv: {w: \"3ac1feff\"}",
        #"{"t":"Pfeffer","u":"Pfeffer","v":{"w":"3ac1feff"}}"#
      ),
      // An inner name may be longer than those of properties.
      ("a:\n  \(longName): {b: c}\n  d: e", #"{"a":{"\#(longName)":{"b":"c"},"d":"e"}}"#),
      // Names that differ in their case are two members.
      ("Foo: 1\nfoo: 2", #"{"Foo":1,"foo":2}"#),
    ])
  func values(lines: String, expected: String) {
    #expect(Self.members(lines) == expected, "\(lines)")
  }

  @Test(
    "that Yams refuses is read line by line, property by property",
    arguments: [
      ("title: Foo: bar\ntags:\n  - a\n# note\n  - b", #"{"title":"Foo: bar","tags":["a","b"]}"#),
      ("title: x\ntitle: y\nb: 1", #"{"title":"y","b":1}"#),
      ("title: x\nhello without colon\nb: 1", #"{"title":"x","b":1}"#),
      (
        "author: @ann\nwidth: 50%\nrate: %5\nt: *star* b\nu: `code`",
        #"{"author":"@ann","width":"50%","rate":"%5","t":"*star* b","u":"`code`"}"#
      ),
      (
        "title: \"x\"y\nk: 'a' b\nu: \"http://a\" # c",
        #"{"title":"\"x\"y","k":"'a' b","u":"http://a"}"#
      ),
      ("t: {{ page.title }}\nb: 1", #"{"t":"{{ page.title }}","b":1}"#),
      (
        "a: @x\nb: [1, 2\nc: [3,\n  4]\nz: 1]",
        #"{"a":"@x","b":"[1, 2","c":[3,4],"z":"1]"}"#
      ),
      (
        "a: @x\nd: {e: f,\ng: h}\ni: [\nj,\nk\n]\nz: 1",
        #"{"a":"@x","d":{"e":"f","g":"h"},"i":["j","k"],"z":1}"#
      ),
      (
        "t: [WIP] a\nu: [b] # c\nv: [d, \"e, f\"],\nw: [G][h]\nbad: x: y",
        #"{"t":"[WIP] a","u":["b"],"v":["d","e, f"],"w":"[G][h]","bad":"x: y"}"#
      ),
      (
        "a: @x\nt: [WIP] A long\n  title\nd: {{ a.b }} is\n  c # d\nu: [Ann,\n  Bo],\nv: [a,\n  b] c",
        #"{"a":"@x","t":"[WIP] A long title","d":"{{ a.b }} is c","u":["Ann","Bo"],"v":"[a, b] c"}"#
      ),
      (
        "a: @x\nt: [Issue #5] b\nu: [#1, #2] c # d\nv: [e # f",
        ##"{"a":"@x","t":"[Issue #5] b","u":"[#1, #2] c","v":"[e"}"##
      ),
      (
        "a: @x\nt: [c++ [lang], d]\nu: [a, b].\nv: [a, b]]\nw: [[a], b], c]",
        #"{"a":"@x","t":["c++ [lang]","d"],"u":"[a, b].","v":"[a, b]]","w":"[[a], b], c]"}"#
      ),
      ("a: @x\n\ty\nm:\n\t- p\n\t- q\nn:\n\to: 1", #"{"a":"@x y","m":["p","q"],"n":{"o":1}}"#),
      (
        "a: @x\nm:\n  - url: a: b\n    type: c\n  - d\n  -\n    e: @f",
        #"{"a":"@x","m":[{"url":"a: b","type":"c"},"d",{"e":"@f"}]}"#
      ),
      ("a: | x\nb: |\n  @y\n   z\nc: %x\n  y", #"{"a":"| x","b":"@y\n z","c":"%x y"}"#),
      (#"a: {"p":"\ud83d\ude00","p":1}"# + "\nb: 1", #"{"a":{"p":"\ud83d\ude00","p":1},"b":1}"#),
      ("a: @x\ntags:\n- a very\nlong tag\n- b\nc; d\n  - e", #"{"a":"@x","tags":["a very","b"]}"#),
      (" a: @x\n b:\n   - c", #"{"a":"@x","b":["c"]}"#),
      ("tags: [#a, #b]\nb: 1", ##"{"tags":["#a","#b"],"b":1}"##),
      ("\"a\\\"b\": @c\n'it''s': @d", #"{"a\"b":"@c","it's":"@d"}"#),
      ("k:\u{A0} v\nt: a\u{2028}b", #"{"k":"v","t":"a\u2028b"}"#),
    ])
  func lines(lines: String, expected: String) {
    #expect(Self.members(lines) == expected, "\(lines)")
  }

  @Test("gives fields the first of names that differ in their case")
  func cases() {
    let document = FrontMatter("---\nTitle: a\ntitle: b\nTAGS: [c]\n---\n")
    #expect(document.properties["title"] == "a")
    #expect(document.lists["tags"] == ["c"])
    #expect(document.members(without: ["title", "tags"]).map(\.value) == ["\"b\""])
  }

  @Test("has inner members, also of inner lists and of objects in a list")
  func inner() {
    let document = FrontMatter(
      """
      ---
      taxonomies:
        tags: ["a, b", c]
      params:
        author: {name: Ann}
      images:
        - plain
        - {url: x, alt: ''}
      ---
      """)
    #expect(document.lists["taxonomies.tags"] == ["a, b", "c"])
    #expect(document.properties["params.author.name"] == "Ann")
    #expect(document.objects["images"] == [["url": "x", "alt": ""]])
    #expect(document.lists["images"] == ["plain"])
  }

  @Test(
    "without a name is prose between two rules",
    arguments: ["prose", "Two\nlines", "- a\n- b", "http://a.example/", "[a](b)"])
  func prose(lines: String) {
    for fence in ["---", "+++"] {
      let text = "\(fence)\n\(lines)\n\(fence)\nRest"
      #expect(!FrontMatter.begins(text) && FrontMatter(text).text == text[...])
    }
    #expect(FrontMatter("---\n# a comment\n\n---\nRest").text == "Rest")
    #expect(FrontMatter("---\n---\nRest").text == "Rest")
    #expect(FrontMatter("---\ntitle:\n---\nRest").text == "Rest")
  }

  @Test(
    "has tables of TOML by their scalars, and texts with their marks and lines",
    arguments: [
      ("title = '''a''''", #"{"title":"a'"}"#),
      ("k = \"\"\"\n\n\nfoo\"\"\"\nl = '''\n\nb'''", #"{"k":"\n\nfoo","l":"\nb"}"#),
      (
        "k = \"\"\"a \n b\"\"\"\nl = \"\"\"\"\"\"\nm = \"\"\"\"a\"\"\"\"",
        #"{"k":"a \n b","l":"","m":"\"a\""}"#
      ),
      ("\"a=b\" = 1\n'c#d' = 2\n\"e\\\"f\".g = 3", #"{"a=b":1,"c#d":2,"e\"f.g":3}"#),
      ("k = \"\"\"\na\n...\nb\"\"\"\nl = 1", #"{"k":"a\n...\nb","l":1}"#),
      (
        "[[m]]\na = 1\n[[m\u{600}]]\nb = 2\n[n\u{600}]\nc = 3",
        "{\"m\":[{\"a\":1}],\"m\u{600}\":[{\"b\":2}],\"n\u{600}.c\":3}"
      ),
      (
        "[extra.\"d.e\"]\nz = \"1\" # c\n[[m]] # d\na = 'C:\\new'",
        #"{"extra.d.e.z":"1","m":[{"a":"C:\\new"}]}"#
      ),
      (
        "s = \"a # b\" # c\nd = [\"x\", # c ]\n 'y']\nj = { k = 1, l = \"m\" }",
        #"{"s":"a # b","d":["x","y"],"j":{"k":1,"l":"m"}}"#
      ),
      (
        "a = 1_000\nb = 0xff\nc = 2024-01-02 # d\ne = []\nf = \"\"",
        #"{"a":"1_000","b":"0xff","c":"2024-01-02","e":[],"f":""}"#
      ),
    ])
  func toml(lines: String, expected: String) {
    #expect(Self.members(lines, fence: "+++") == expected, "\(lines)")
  }

  @Test("with long names takes no memory for each line below")
  func longNames() {
    let name = String(repeating: "n", count: 32_000)
    let lines = (0..<3_000).map { "k\($0)=1" }.joined(separator: "\n")
    let toml = FrontMatter("+++\na = 1\n[\(name)]\n\(lines)\n[b]\nc = 2\n+++\n")
    #expect(toml.members(without: []).map(\.name) == ["a", "b.c"])
    let rest = (0..<3_000).map { " k\($0): 1" }.joined(separator: "\n")
    let yaml = FrontMatter("---\na: 1\n\(name):\n\(rest)\nb: 2\n---\n")
    #expect(yaml.members(without: []).map(\.name) == ["a", "b"])
    #expect(yaml.properties.count == 2)
  }

  @Test(
    "returns members without a value, a text or elements, and of deep lists, from written articles")
  func roundTrip() throws {
    let members = [
      ("l", "[]"), ("m", "{}"), ("e", "\"\""), ("n", "null"), ("o", #"["",null,{"a":"","b":[]}]"#),
      ("Foo", "1"), ("foo", "2"), ("a\"b", "3"), ("p.q", "\"r\""), ("x", #"{"a":1,"a":2}"#),
      ("d", String(repeating: "[", count: 40) + "1e400" + String(repeating: "]", count: 40)),
      ("u", "[\"a\u{85}b\",\"c\u{2028}d\",\"\u{FEFF}e\u{FEFF}\",\"\\u0000\"]"),
    ]
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 20
    let line = MemberList.object([("title", "\"t\"")] + members)
    let item = try #require(Reading(line + "\n", as: .jsonLines, limits: limits).items.first)
    var writer = try #require(FeedWriter(format: .markdown))
    let written = writer.text(of: item)
    let back = try #require(Reading(written, as: .markdown, limits: limits).items.first)
    let found = Dictionary(uniqueKeysWithValues: back.otherMembers.map { ($0.name, $0.value) })
    for (name, value) in members {
      #expect(
        found[name].map { Array($0.utf8) } == Array(value.utf8), "\(name): \(written)")
    }
  }
}
