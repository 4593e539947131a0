import Foundation
import TestSupport
import Testing

/// What `galley fetch` does, with a server on this machine.
@Suite("galley fetch", .timeLimit(.minutes(15)))
struct FetchTests {
  private let server: PictureServer
  private let galley: GalleyRunner

  init() throws {
    server = try PictureServer()
    galley = try GalleyRunner()
  }

  /// Fetches URLs as images of a feed, and returns the run and its records by URL.
  private func fetch(
    _ urls: [String], _ options: String...
  ) throws -> (run: CommandOutput, records: [String: [String: Any]]) {
    let items = urls.map { #"{"title": "x", "image": "\#($0)"}"# }
    _ = try galley.write(items.joined(separator: "\n") + "\n", to: "feed.jsonl")
    let run = try galley.run(["fetch", "feed.jsonl", "--to", "pictures", "--json"] + options)
    var records: [String: [String: Any]] = [:]
    for line in String(decoding: run.output, as: UTF8.self).split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      records[object?["url"] as? String ?? "summary"] = object
    }
    return (run, records)
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: galley.folder.path("pictures")).sorted()
  }

  @Test("brings pictures that a later run shows under their URLs, and fetches none again")
  func brings() throws {
    let urls = [server.url("good.png"), server.url("untyped"), server.url("to//good?2")]
    let (run, records) = try fetch(urls, "--allow-private")
    #expect(run.status == 0, "\(run.errors)")
    #expect(records["summary"]?["fetched"] as? Int == 3)
    for url in urls {
      let file = try #require(records[url]?["file"] as? String)
      #expect(file.wholeMatch(of: /[0-9a-f]{32}\.png/) != nil)
      #expect(FileManager.default.fileExists(atPath: galley.folder.path("pictures/\(file)")))
    }
    #expect(try files().count == 4)
    let shown = try galley.run(
      "render", "feed.jsonl", "--assets", "pictures", "-o", "a.png", "--strict")
    #expect(shown.status == 0, "\(shown.errors)")
    let again = try fetch(urls + [server.url("good-new")], "--allow-private")
    #expect(again.records["summary"]?["present"] as? Int == 3)
    #expect(again.records["summary"]?["fetched"] as? Int == 1)
    // After an interruption before the index, the files are found by their names.
    try FileManager.default.removeItem(atPath: galley.folder.path("pictures/fetched.tsv"))
    let recovered = try fetch(urls, "--allow-private")
    #expect(recovered.records["summary"]?["present"] as? Int == 3)
    #expect(try files().contains("fetched.tsv"))
  }

  @Test("asks the servers for changes, and downloads the changed pictures alone")
  func refreshes() throws {
    let urls = ["tagged", "dated", "to//dated2", "good"].map { server.url($0) }
    #expect(try fetch(urls, "--allow-private").records["summary"]?["fetched"] as? Int == 4)
    // The server of the last one says nothing by which it could tell.
    let same = try fetch(urls, "--allow-private", "--refresh")
    #expect(same.run.status == 0, "\(same.run.errors)")
    #expect(urls.map { same.records[$0]?["isFetched"] as? Bool } == [false, false, false, true])
    _ = try fetch([server.url("bump")], "--allow-private")
    let changed = try fetch(urls, "--allow-private", "--refresh")
    #expect(urls.map { changed.records[$0]?["isFetched"] as? Bool } == [true, false, false, true])
    let again = try fetch(urls, "--allow-private", "--refresh")
    #expect(again.records[urls[0]]?["isFetched"] as? Bool == false)
    #expect(try fetch(urls, "--allow-private").records["summary"]?["fetched"] as? Int == 0)
    #expect(try files().count == 5)
  }

  @Test("finds names relative to the feed's own address, to that of its site, or to --base")
  func relative() throws {
    let site = server.url("")
    let item =
      "<item><title>t</title><media:thumbnail url=\"/good.png\"/><description>&lt;img src=\"good2.png\"&gt;x</description></item>"
    func feed(_ header: String) -> String {
      """
      <rss xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom">\
      <channel><title>C</title>\(header)\(item)</channel></rss>
      """
    }
    for (name, header, options) in [
      ("site", "<link>\(site)</link>", []),
      (
        "self",
        "<link>https://other.example/</link><atom:link rel=\"self\" href=\"\(site)feed.xml\"/>", []
      ),
      ("base", "<link>https://other.example/</link>", ["--base", site]),
    ] {
      _ = try galley.write(feed(header), to: "\(name).xml")
      let run = try galley.run(
        ["fetch", "\(name).xml", "--to", name, "--allow-private"] + options)
      #expect(run.status == 0 && run.errors.contains("2 pictures fetched"), "\(name) \(run.errors)")
      let shown = try galley.run(
        "render", "\(name).xml", "--assets", name, "-o", "\(name).png", "--strict")
      #expect(shown.status == 0, "\(name) \(shown.errors)")
    }
    // The same name of another site leads to another picture.
    let other = try galley.run(
      "fetch", "base.xml", "--to", "base", "--allow-private", "--base", site + "to//")
    #expect(
      other.errors.contains("1 name, such as good2.png, led to pictures of other addresses before"),
      "\(other.errors)")
    _ = try galley.write(feed(""), to: "none.xml")
    let none = try galley.run("fetch", "none.xml", "--to", "none")
    #expect(none.errors.contains("2 names without http left: --base says"), "\(none.errors)")
    #expect(try galley.run("fetch", "none.xml", "--to", "n", "--base", "x").status == 64)
  }

  @Test("refuses addresses of this machine, however they are written")
  func privateAddresses() throws {
    let port = server.port
    let urls = [
      server.url("good"), server.url("good", host: "localhost"),
      server.url("good", host: "0.0.0.0"),
      server.url("good", host: "2130706433"), server.url("good", host: "0x7f.1"),
      "http://[::1]:\(port)/good", "http://[::ffff:127.0.0.1]:\(port)/good",
    ]
    let (run, records) = try fetch(urls)
    #expect(run.status == 1)
    for url in urls {
      #expect((records[url]?["error"] as? String)?.contains("private") == true, "\(url)")
    }
    #expect(try files().isEmpty)
  }

  @Test("refuses a redirect to a private address, or to a file")
  func redirects() throws {
    let other = try PictureServer(host: "127.0.0.2")
    let urls = [
      server.url("good"), server.url("to/" + other.url("good", host: "127.0.0.2")),
      server.url("file"), server.url("loop"),
    ]
    let (run, records) = try fetch(urls, "--allow-address", "127.0.0.1")
    #expect(run.status == 1)
    #expect(records[urls[0]]?["isFetched"] as? Bool == true)
    let errors = urls.map { records[$0]?["error"] as? String ?? "" }
    #expect(errors[1].contains("private"))
    #expect(errors[2].contains("only http and https"))
    #expect(errors[3].contains("more than 5 redirects"))
    #expect(try files().count == 2)
    // The other server answers where its address is allowed.
    let both = try fetch(
      [urls[1]], "--allow-address", "127.0.0.1", "--allow-address", "127.0.0.2")
    #expect(both.run.status == 0)
  }

  @Test("refuses pictures that are too large, too slow or missing, and bytes that are no image")
  func refuses() throws {
    let paths = ["large", "slow", "page", "text", "missing", "good"]
    let start = ContinuousClock.now
    let (run, records) = try fetch(
      paths.map { server.url($0) }, "--allow-private", "--max-picture-bytes", "64KiB",
      "--max-picture-time", "0.7")
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(run.status == 1)
    let errors = paths.map { records[server.url($0)]?["error"] as? String ?? "" }
    #expect(errors[0].contains("more than 65536 bytes, the limit of --max-picture-bytes"))
    #expect(errors[1].contains("--max-picture-time"))
    #expect(errors[2].contains("text/html, which is no image"))
    #expect(errors[3].contains("it is no PNG"))
    #expect(errors[4].contains("status 404"))
    #expect(errors[5] == "")
    #expect(try files().count == 2)
  }

  @Test("ends at the limits of all pictures: their number, their bytes and their time")
  func totals() throws {
    let urls = (0..<6).map { server.url("good\($0)") }
    let few = try fetch(urls, "--allow-private", "--max-pictures", "2")
    #expect(few.run.status == 1)
    #expect(few.records["summary"]?["fetched"] as? Int == 2)
    #expect(few.records["summary"]?["failed"] as? Int == 4)
    let small = try fetch(
      urls, "--allow-private", "--max-total-bytes", "200", "--connections", "1")
    #expect(small.records["summary"]?["present"] as? Int == 2)
    #expect(small.records["summary"]?["fetched"] as? Int == 2)
    #expect(small.run.errors.contains("--max-total-bytes"))
    let slow = try fetch(
      [server.url("slow"), server.url("good-late")], "--allow-private", "--max-time", "0.5",
      "--connections", "1")
    // Time may suffice for the other picture, if it comes first.
    #expect(slow.records[server.url("slow")]?["error"] is String)
    #expect(slow.run.errors.contains("--max-time"))
  }

  @Test("leaves whole files when it is interrupted")
  func interrupted() throws {
    _ = try galley.write(
      (0..<3).map { #"{"title": "x", "image": "\#(server.url("good\($0)"))"}"# + "\n" }.joined()
        + #"{"title": "x", "image": "\#(server.url("slow"))"}"#, to: "feed.jsonl")
    let run = try galley.start(
      ["fetch", "feed.jsonl", "--to", "pictures", "--allow-private", "--json=records"],
      isDirect: true)
    let start = ContinuousClock.now
    while (try? files().count) ?? 0 < 3, ContinuousClock.now - start < .seconds(30) {
      usleep(20_000)
    }
    kill(run.process.processIdentifier, SIGINT)
    #expect(try run.wait().status == 130)
    for file in try files() {
      #expect(file.hasSuffix(".png"), "\(file)")
      #expect(try TestFolder.bytes(at: galley.folder.path("pictures/\(file)")).count > 60)
    }
    #expect(try files().count == 3)
  }

  @Test("needs a folder that can be made, and options in their bounds")
  func usage() throws {
    _ = try galley.write("{}", to: "file")
    _ = try galley.write("{}", to: "feed.jsonl")
    let run = try galley.run("fetch", "feed.jsonl", "--to", "file/pictures")
    #expect(run.status == 73)
    #expect(run.errors.hasPrefix("galley: "))
    #expect(
      try galley.run("fetch", "feed.jsonl", "--to", "p", "--max-redirects", "21").status == 64)
    #expect(try galley.run("fetch", "feed.jsonl", "--to", "p", "--allow-address", "x").status == 64)
    #expect(try galley.run("fetch", "none.jsonl", "--to", "p").status == 66)
    // A feed without pictures has a folder of assets too.
    _ = try galley.write(#"{"title":"a"}"#, to: "plain.jsonl")
    #expect(try galley.run("fetch", "plain.jsonl", "--to", "a/made").status == 0)
    #expect(
      try galley.run("render", "plain.jsonl", "--assets", "a/made", "-o", "a.png").status == 0)
  }
}
