import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax
import TestSupport
import Testing

@testable import GalleyFeedWriting

@Suite("Front matter", .timeLimit(.minutes(15)))
struct FrontMatterTests {
  private func item(_ properties: String, fence: String = "---") throws -> FeedItem {
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 20
    let text = "\(fence)\n\(properties)\n\(fence)\ntext\n"
    return try #require(Reading(text, as: .markdown, limits: limits).items.first)
  }

  private func members(_ item: FeedItem) -> [String: String] {
    Dictionary(item.otherMembers) { first, _ in first }
  }

  @Test("has objects and lists of YAML in braces and brackets, on one line and on several")
  func flow() throws {
    let item = try item(
      """
      title: A
      cover: {image: "a.png", alt: 'It''s {a}', caption: x: y} # the picture
      tags: [
        one, "two, three",  # both
        four
      ]
      images:
        - {url: https://a.example/b.png, description: b}
        - { url: c.png }
      geo: {lat: 1.5, "long name": [a, {b: c}], open: true, none: ~}
      steps: [{do: first}, {do: "second"}]
      broken: {a: b
      after: z
      """)
    #expect(item.image == "a.png" && item.imageDescription == "It's {a}")
    #expect(item.tags == ["one", "two, three", "four"])
    #expect(item.attachments.map(\.url) == ["https://a.example/b.png", "c.png"])
    let members = members(item)
    #expect(members["geo"] == #"{"lat":1.5,"long name":["a",{"b":"c"}],"open":true,"none":null}"#)
    #expect(members["steps"] == #"[{"do":"first"},{"do":"second"}]"#)
    #expect(members["after"] == #""z""#)
    #expect(members["cover"] == #"{"image":"a.png","alt":"It's {a}","caption":"x: y"}"#)
  }

  @Test("has tables of TOML, lists of tables, and values of several lines")
  func tables() throws {
    let quotes = "\"\"\""
    let item = try item(
      """
      title = "A" # the title
      date = 2024-05-01T10:00:00Z
      tags = [
        "one",
        "two",
      ]
      summary = \(quotes)
      first
      second\(quotes)
      geo = {lat = 1.5, name = "x"}
      [cover]
      image = "a.png"
      alt = "words"
      [[resources]]
      src = "b.png"
      title = "B"
      [[resources]]
      src = "c.pdf"
      [params.seo]
      robots = "none"
      """, fence: "+++")
    #expect(item.title == "A" && item.time == "2024-05-01T10:00:00Z")
    #expect(item.tags == ["one", "two"])
    #expect(item.image == "a.png" && item.imageDescription == "words")
    #expect(item.attachments.map(\.url) == ["b.png", "c.pdf"])
    #expect(item.attachments.first?.description == "B")
    let members = members(item)
    #expect(members["geo"] == #"{"lat":1.5,"name":"x"}"#)
    #expect(members["params.seo.robots"] == #""none""#)
    #expect(members["summary"] == #""first\nsecond""#, "\(members)")
  }

  @Test("has tables of TOML within the objects of a list")
  func innerTables() {
    let document = FrontMatter(
      """
      +++
      [[resources]]
      src = "b"
      [resources.params]
      icon = "i"
      [resources.params.more]
      x = 1
      [[resources]]
      src = "c"
      [params]
      y = 2
      +++
      """)
    #expect(
      document.objects["resources"] == [
        ["src": "b", "params.icon": "i", "params.more.x": "1"], ["src": "c"],
      ])
    #expect(document.properties["params.y"] == "2")
  }

  @Test(
    "has three apostrophes in YAML for one in a text, and escapes in texts of several lines of TOML"
  )
  func threeMarks() throws {
    let yaml = try item("title: '''Tis the season'\nauthor: '''Twas'\ntags: [\n  a,\n  b\n]")
    #expect(yaml.title == "'Tis the season" && yaml.author == "'Twas" && yaml.tags == ["a", "b"])
    let quotes = "\"\"\""
    let toml = try item(
      """
      title = \(quotes)He said \\\(quotes)hi\\"\(quotes)
      author = \(quotes)
      one \\
         two \\u00e9\(quotes)
      language = '''d\\e'''
      """, fence: "+++")
    #expect(toml.title == "He said \"\"\"hi\"", "\(toml.title ?? "")")
    #expect(toml.author == "one two é" && toml.language == #"d\e"#)
  }

  @Test("folds texts over several lines of YAML, and takes quoted names and comments for such")
  func folded() throws {
    let folded = try item(
      """
      title: A rather long title of an article
        about the history

        of typography # a comment
      "author": 'It''s
        Ann''s' # it
      summary: "one \\"two\\"
        three"
      tags: # the tags
        - a
        - "b: c"
      language: en
      """)
    #expect(
      folded.title == "A rather long title of an article about the history\nof typography")
    #expect(folded.author == "It's Ann's" && folded.language == "en")
    #expect(folded.tags == ["a", "b: c"])
    let zola = try item("title = \"t\"\n[taxonomies]\ntags = [\"a\", \"b\"]", fence: "+++")
    #expect(zola.tags == ["a", "b"])
    let marks = "\"\"\""
    #expect(
      try item("title = \(marks)He said \"hi\"\(marks)", fence: "+++").title == "He said \"hi\"")
  }

  @Test("with many quotation marks behind blanks takes linear time")
  func marksBehindBlanks() throws {
    let list =
      "tags: [" + String(repeating: " ", count: 30_000) + String(repeating: "'", count: 30_000)
    let clock = ContinuousClock()
    var title: String?
    let time = try clock.measure { title = try item(list + "]\ntitle: z").title }
    #expect(title == "z")
    #expect(time < .seconds(10), "\(time)")
  }

  @Test("with values that never end takes linear time, and keeps what follows")
  func unended() throws {
    for start in ["a: [", "a: {", "a: [{", "a: \"\"\""] {
      let lines = String(repeating: start + "\n", count: 60_000 / (start.utf8.count + 1))
      let clock = ContinuousClock()
      var item: FeedItem?
      let time = try clock.measure { item = try self.item(lines + "title: z") }
      #expect(item?.title == "z", "\(start)")
      #expect(time < .seconds(20), "\(start): \(time)")
    }
  }

  @Test("orders the articles of a folder by date, the newest first, and those without one last")
  func order() throws {
    let folder = try TestFolder()
    _ = try folder.write("---\ntitle: old\ndate: 2023-01-01\n---\n", to: "a.md")
    _ = try folder.write(
      "+++\ntitle = \"new\"\ndate = 2024-06-01T00:00:00+02:00\n+++\n", to: "b.md")
    _ = try folder.write("# none\n", to: "c.md")
    _ = try folder.write("---\ntitle: named\n---\n", to: "2024-01-05-named.md")
    _ = try folder.write("# also none\n", to: "0.md")
    _ = try folder.write("---\ntitle: words\ndate: soon\n---\n", to: "d.md")
    let items = Reading(try FeedReader(path: folder.path)).items
    #expect(items.map(\.title) == ["new", "named", "old", "also none", "none", "words"])
    #expect(items.map(\.time)[1] == "2024-01-05")
    let single = Reading(try FeedReader(path: folder.path + "/2024-01-05-named.md")).items
    #expect(single.map(\.time) == ["2024-01-05"])
  }

  @Test("of numbered articles does not change their order")
  func numbered() throws {
    let folder = try TestFolder()
    _ = try folder.write("---\ntitle: a\ndate: 2023-01-01\n---\n", to: "000000.md")
    _ = try folder.write("---\ntitle: b\ndate: 2024-01-01\n---\n", to: "000001.md")
    #expect(Reading(try FeedReader(path: folder.path)).items.map(\.title) == ["a", "b"])
  }
}
