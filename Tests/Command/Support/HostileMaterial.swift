import Foundation
import TestSupport

/// Files that strangers could have written, beside the folder in which runs write.
///
/// Names, links and entities in them lead to `secret.png` and `secret.md`, which no argument of a run names, and to
/// files of the system.
struct HostileMaterial {
  /// The current folder of runs.
  let own: TestFolder
  private let folder: TestFolder

  init() throws {
    own = try TestFolder()
    folder = try TestFolder()
    for name in [
      "assets/sub/deep", "secrets", "fonts", "templates", "themes", "articles", "linked",
    ] {
      try FileManager.default.createDirectory(
        atPath: path(name), withIntermediateDirectories: true)
    }
    try writeAssets()
    try writeFonts()
    try writeTemplates()
    for (name, text) in Self.feeds { try write(text, to: name) }
    let rows = try (Self.names + Self.corpus("images")).enumerated().map { index, name in
      try Self.row(index: index, name: name)
    }
    try write(rows.joined(separator: "\n"), to: "names.jsonl")
    try write(Self.article, to: "articles/article.md")
    try write("# One\n", to: "linked/one.md")
    try write("# Secret\n", to: "secret.md")
    symlink("../secret.md", path("linked/two.md"))
    symlink("/etc/passwd", path("linked/three.md"))
  }

  /// The path of a file or a folder, without links.
  func path(_ name: String) -> String { folder.url.resolvingSymlinksInPath().path + "/" + name }

  /// Writes a file, and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try folder.write(text, to: name)
    return path(name)
  }

  /// The names of the inputs of a target of the fuzzer.
  static func corpus(_ target: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: corpusPath(target)).sorted()
  }

  /// The path of the inputs of a target of the fuzzer, or of one of them.
  static func corpusPath(_ name: String) -> String { Repository.path("Fuzz/Corpus/" + name) }

  /// The feeds of the fuzzer: their formats and paths.
  static func corpusFeeds() throws -> [(format: String, path: String)] {
    var feeds: [(format: String, path: String)] = []
    for folder in try corpus("") where folder.hasPrefix("feed-") {
      for name in try corpus(folder) {
        feeds.append((String(folder.dropFirst(5)), corpusPath("\(folder)/\(name)")))
      }
    }
    return feeds
  }

  private func copy(_ source: String, to name: String) throws {
    try Data(TestFolder.bytes(at: source)).write(to: folder.url.appendingPathComponent(name))
  }

  private func writeAssets() throws {
    for name in try Self.corpus("images") {
      try copy(Self.corpusPath("images/\(name)"), to: "assets/\(name)")
    }
    for name in ["assets/sub/deep/mara.png", "secret.png", "secrets/a.png"] {
      try copy(Repository.assets + "/mara.png", to: name)
    }
    symlink("../secret.png", path("assets/out.png"))
    symlink("../secrets", path("assets/folder"))
    mkfifo(path("assets/pipe.png"), 0o666)
    try write(
      "https://example.org/a\t../secret.png\nhttps://example.org/b\t/etc/passwd\n",
      to: "assets/fetched.tsv")
  }

  private func writeFonts() throws {
    for name in try Self.corpus("fonts") {
      try copy(Self.corpusPath("fonts/\(name)"), to: "fonts/\(name).ttf")
    }
    for font in try SampleFonts.unusable() {
      try Data(font.bytes).write(to: folder.url.appendingPathComponent("fonts/\(font.name)"))
    }
    try write(
      "<fontconfig><dir>/etc</dir><include>/etc/passwd</include></fontconfig>",
      to: "fonts/fonts.conf")
  }

  /// Writes templates with items, and themes.
  private func writeTemplates() throws {
    for name in try Self.corpus("template") {
      // A template, a zero byte, and an item.
      let bytes = try TestFolder.bytes(at: Self.corpusPath("template/\(name)"))
      let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      for (part, end) in zip(parts, ["yaml", "json"]) {
        try Data(part).write(
          to: folder.url.appendingPathComponent("templates/\(name).\(end)"))
      }
    }
    for (name, yaml) in Self.templates {
      try write(yaml, to: "templates/\(name).yaml")
      try write(Self.item, to: "templates/\(name).json")
    }
    try write("body: {text: secret}\n", to: "secret.yaml")
    symlink("../secret.yaml", path("templates/link.yaml"))
    for name in try Self.corpus("theme") {
      try copy(Self.corpusPath("theme/\(name)"), to: "themes/\(name).yaml")
    }
    try write(
      """
      base: dark
      title: {font: {family: ":file=/etc/passwd", size: 18}}
      timeFormat: {style: dateTime, locale: "../../../../../../etc/passwd"}

      """, to: "themes/names.yaml")
  }

  /// Names of images that lead out of the folder of assets, or name no file in it, and two that name one.
  static let names = [
    "../secret.png", "sub/../../secret.png", "../../../../../../etc/passwd", "/etc/passwd",
    "file:///etc/passwd", "file://localhost/etc/passwd", "/proc/self/environ", "/dev/zero",
    "http://127.0.0.1:9/a.png", "//127.0.0.1/a.png", "https://example.org/a",
    "https://example.org/b", "out.png", "folder/a.png", "pipe.png", "sub", "..%2fsecret.png",
    "%2e%2e/secret.png", "sub/deep/mara.png", "sub/deep/../deep/mara.png",
  ]

  /// An item that has a name in all fields that can name a file.
  private static func row(index: Int, name: String) throws -> String {
    let html =
      "<p>x<img src='\(name)'><iframe src='\(name)'></iframe><link rel=stylesheet href='\(name)'>"
      + "<style>@import url(\(name))</style><object data='\(name)'></object>"
    let item: [String: Any] = [
      "id": "../../row-\(index)", "title": "see :a:", "author": name, "body_html": html,
      "image": name, "avatar": name, "url": name, "lang": "../../../../../../etc/passwd",
      "time": "2026-05-01T10:00:00Z", "emojis": [["shortcode": "a", "url": name]],
      "attachments": [["url": name, "type": "image/png"]], "pictures": [name],
    ]
    return String(decoding: try JSONSerialization.data(withJSONObject: item), as: UTF8.self)
  }
}
