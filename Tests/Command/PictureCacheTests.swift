import Foundation
import TestSupport
import Testing

@Suite("The picture cache of galley render", .serialized, .timeLimit(.minutes(15)))
struct PictureCacheTests {
  /// Renders `feed` with a cache, and returns the summary.
  private func render(
    _ feed: String, to output: String, cache: String, with galley: GalleyRunner,
    _ more: [String] = []
  ) throws -> [String: Any] {
    let run = try galley.run(
      [
        "render", feed, "--cards", "-o", output + "/{index}.png", "--picture-cache", cache,
        "--json",
        "--quiet",
      ] + more)
    #expect(run.status <= 1, "\(run.errors)")
    return try #require(try run.records().last)
  }

  @Test("a second run copies all pictures, and they are the same")
  func copies() throws {
    let galley = try GalleyRunner()
    let feed = Repository.feed("everyday.jsonl")
    let assets = ["--assets", Repository.assets]
    let first = try render(feed, to: "a", cache: "cache", with: galley, assets)
    let second = try render(feed, to: "b", cache: "cache", with: galley, assets)
    #expect(first["copied"] as? Int == 0)
    #expect(second["copied"] as? Int == second["rows"] as? Int)
    _ = try galley.run(
      "render", feed, "--cards", "-o", "c/{index}.png", "--assets", Repository.assets)
    let plain = try BulkFeed.files(in: galley.folder.path("c"))
    #expect(try BulkFeed.files(in: galley.folder.path("a")) == plain)
    #expect(try BulkFeed.files(in: galley.folder.path("b")) == plain)
    // Other settings are other pictures.
    let wide = try render(feed, to: "d", cache: "cache", with: galley, assets + ["--width", "320"])
    #expect(wide["copied"] as? Int == 0)
  }

  @Test("runs with other limits of images and marks share no picture that differs")
  func limits() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(
      #"{"title":"a\u0301\u0301","image":"mara.png"}"#, to: "feed.jsonl")
    let assets = ["--assets", Repository.assets]
    let plain = try render(feed, to: "a", cache: "cache", with: galley, assets)
    #expect(plain["copied"] as? Int == 0)
    for (index, option) in [
      "--max-image-edge=1", "--max-image-pixels=1", "--max-image-bytes=1", "--max-marks=1",
    ].enumerated() {
      let output = "b\(index)"
      _ = try render(feed, to: output, cache: "cache", with: galley, assets + [option])
      _ = try galley.run(
        ["render", feed, "--cards", "-o", "c\(index)/{index}.png", "--quiet", option] + assets)
      let expected = try galley.folder.bytes("c\(index)/0.png")
      #expect(try galley.folder.bytes(output + "/0.png") == expected, "\(option)")
      #expect(try galley.folder.bytes("a/0.png") != expected, "\(option)")
    }
    // A manifest of other limits is not continued.
    let manifest = ["render", feed, "--cards", "-o", "m/{index}.png", "--manifest", "m.jsonl"]
    #expect(try galley.run(manifest + assets).status == 0)
    let other = try galley.run(manifest + assets + ["--resume", "--max-image-edge", "9"])
    #expect(other.status == 64 && other.errors.contains("image limits"), "\(other.errors)")
  }

  @Test("an image that changes is drawn anew, and so is a damaged picture")
  func notices() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(#"{"title":"t","image":"i.png"}"#, to: "feed.jsonl")
    let folder = galley.folder.path("assets")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let images = try FileManager.default.contentsOfDirectory(atPath: Repository.assets).sorted()
    let pictures = try images.filter { $0.hasSuffix(".png") }.prefix(1).map {
      try TestFolder.bytes(at: Repository.assets + "/" + $0)
    }
    let image = try #require(pictures.first)
    let place = URL(fileURLWithPath: folder + "/i.png")
    try Data(image).write(to: place)
    let assets = ["--assets", folder]
    #expect(
      try render(feed, to: "a", cache: "cache", with: galley, assets)["copied"] as? Int == 0)
    #expect(
      try render(feed, to: "a", cache: "cache", with: galley, assets)["copied"] as? Int == 1)
    // The same picture in other bytes: another file of the same size in pixels.
    try Data(image + [0]).write(to: place)
    #expect(
      try render(feed, to: "b", cache: "cache", with: galley, assets)["copied"] as? Int == 0)
    let good = try galley.folder.bytes("a/0.png")
    for (name, bytes) in try BulkFeed.files(in: galley.folder.path("cache")) {
      var damaged = bytes
      damaged[damaged.count - 30] ^= 1
      try Data(damaged).write(to: galley.folder.url.appendingPathComponent("cache/" + name))
    }
    try Data(image).write(to: place)
    #expect(
      try render(feed, to: "a", cache: "cache", with: galley, assets)["copied"] as? Int == 0)
    #expect(try galley.folder.bytes("a/0.png") == good)
  }

  @Test("processes share a cache that keeps its limit")
  func isBounded() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(BulkFeed.text(600), to: "feed.jsonl")
    let limit = 3 << 20
    let running = try (0..<3).map { number in
      try galley.start(
        [
          "render", feed, "--cards", "-o", "o\(number)/{index}.png", "--picture-cache", "cache",
          "--picture-cache-size", "3MiB", "--quiet",
        ])
    }
    for run in running { #expect(try run.wait().status == 1) }
    let outputs = try (0..<3).map { try BulkFeed.files(in: galley.folder.path("o\($0)")) }
    #expect(outputs[0].count == 588)
    #expect(outputs[1] == outputs[0] && outputs[2] == outputs[0])
    let cached = try BulkFeed.files(in: galley.folder.path("cache"))
    #expect(cached.values.reduce(0) { $0 + $1.count } <= limit + 3 * limit / 16)
    #expect(!cached.isEmpty)
  }

  @Test("a folder that cannot be made is an error")
  func refuses() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write("{}", to: "feed.jsonl")
    let run = try galley.run(
      "render", feed, "--cards", "-o", "{index}.png", "--picture-cache", feed)
    #expect(run.status == 73)
    #expect(run.errors.contains("the picture cache"), "\(run.errors)")
  }
}
