package import Galley
import GalleyCompositing
import GalleyFeed
import GalleyFeedItems
import GalleyHandles
import GalleyLayout
import GalleyParagraphs
import GalleyPrimitives
import GalleyTable

/// Times each stage alone, on one thread, in the code that rendering runs, by processor time.
///
/// A pass takes the same rows through all stages. The first pass fills fonts, caches and memory,
/// and does not count. Every text begins with the number of the pass, so each layout is new while
/// all fonts are open.
package struct StageBench {
  private let probe: StageProbe
  private let feed: FeedInput
  private let seed: UInt64
  private let tableRowCount: Int
  private var table: TableBench?
  private let options: RenderOptions
  private var relayoutBench: RelayoutBench?
  private var peers: LayoutPeers?
  private let arrangement: ArrangementBench
  private var stages: [Stage] = []

  /// The number of workers that are compared with one.
  private static let workerCount = 2

  /// The samples of one stage so far.
  private struct Stage {
    var name: String
    var unit: String
    var samples: [Double] = []
    var counters: [StageResult.Counter] = []
  }

  /// A bench of `feed`'s rows, and of a table with `tableRowCount` rows.
  ///
  /// - Throws: As ``FeedRenderer/init(_:)``.
  package init(_ feed: FeedInput, options: RenderOptions, seed: UInt64, tableRowCount: Int) throws {
    self.feed = feed
    self.seed = seed
    self.tableRowCount = tableRowCount
    self.options = options
    probe = try StageProbe(options)
    arrangement = try ArrangementBench(options)
  }

  /// The number of fonts.
  package var fontCount: Int { probe.fontCount }

  /// A bench of a live table with the same rows and options; `nil` for a feed without items.
  ///
  /// - Throws: An error of the feed, or as ``LiveTableBench``.
  package func liveTable() async throws -> LiveTableBench? {
    let items = try probe.readItems(of: feed)
    guard !items.isEmpty else { return nil }
    return try await LiveTableBench(items, options: options, rowCount: tableRowCount)
  }

  /// Takes one pass that does not count, and then `count` passes.
  ///
  /// - Throws: ``FeedError``, and the errors of laying out and drawing a row.
  package mutating func run(passes count: Int) throws -> [StageResult] {
    stages = []
    for pass in 0...max(1, count) {
      try runPass(pass)
      if pass == 0 { for index in stages.indices { stages[index].samples = [] } }
    }
    guard !stages.isEmpty else { return [] }
    let workers = try WorkerBench(
      probe.readItems(of: feed), options: options, workerCount: Self.workerCount)
    let results = stages.map {
      StageResult(stage: $0.name, unit: $0.unit, samples: $0.samples, counters: $0.counters)
    }
    return try results + workers.run(passes: max(1, count))
  }

  private mutating func runPass(_ pass: Int) throws {
    var items: [FeedItem] = []
    let reading = try ThreadTime.measure { items = try probe.readItems(of: feed) }
    guard !items.isEmpty else { return }
    add("feed", "µs/row", reading.microseconds / Double(items.count), [.init("rows", items.count)])
    // Each pass lays out each text twice, and marks it so that both texts are new.
    try layOutTexts(items.map { $0.marked(2 * pass) })
    let rows = try layOutRows(items.map { $0.marked(2 * pass + 1) })
    let layoutPeers = try peers ?? LayoutPeers(items, options: options)
    peers = layoutPeers
    add(layoutPeers.run())
    add(try arrangement.run(items, pass: pass))
    try relayout(items)
    findHeights(rows)
    try draw(rows)
    edit(rows)
    composite(rows)
  }

  /// Lays out the texts of rows and keeps none, as PangoLayout does beside it.
  private mutating func layOutTexts(_ items: [FeedItem]) throws {
    let contents = try items.map { try probe.content(of: $0).content }
    let width = options.template.width
    let before = probe.steps
    let time = try ThreadTime.measure {
      for content in contents { _ = try probe.layout(content, width: width) }
    }
    let steps = probe.steps
    add(
      "layout", "µs/row", time.microseconds / Double(items.count),
      [
        .init("rows", items.count),
        .init("glyphsShaped", steps.glyphsShaped - before.glyphsShaped),
        .init("breaksTried", steps.breaksTried - before.breaksTried),
      ])
  }

  /// Lays out cells as a worker does: by content key, with a look-up, and stored.
  private mutating func layOutRows(_ items: [FeedItem]) throws -> [ProbedRow] {
    var rows: [ProbedRow] = []
    rows.reserveCapacity(items.count)
    let time = try ThreadTime.measure {
      for item in items { rows.append(try probe.set(item)) }
    }
    add("cell", "µs/row", time.microseconds / Double(rows.count), [.init("rows", rows.count)])
    return rows
  }

  /// Lays out titles and bodies at other widths, with Galley and with PangoLayout.
  private mutating func relayout(_ items: [FeedItem]) throws {
    // Taken out of the property: a second reference would make the bench copy its list of layouts.
    var bench = try relayoutBench.take() ?? RelayoutBench(items, options: options)
    let result = try bench.run()
    relayoutBench = bench
    add(
      "relayout", "µs/row", result.own.microseconds,
      [.init("rows", items.count), .init("lines", result.lines)])
    add("relayout placed", "µs/row", result.placed.microseconds, [.init("rows", items.count)])
    add("size", "µs/row", result.sizes.microseconds, [.init("rows", items.count)])
    add(
      "relayout Pango", "µs/row", result.pango.microseconds,
      [.init("rows", items.count), .init("lines", result.pangoLines)])
  }

  private mutating func findHeights(_ rows: [ProbedRow]) {
    var hits = 0
    let time = ThreadTime.measure {
      for row in rows where probe.findHeight(of: row) != nil { hits += 1 }
    }
    add(
      "heights hit", "ns/row", time.microseconds * 1000 / Double(rows.count),
      [.init("rows", rows.count), .init("hits", hits)])
  }

  /// Rasterizes all rows, and then again to encode each, because the painter keeps the pixels.
  private mutating func draw(_ rows: [ProbedRow]) throws {
    let raster = try ThreadTime.measure {
      for row in rows { try probe.rasterize(row) { _, _, _ in } }
    }
    var (encode, fill) = (Duration.zero, Duration.zero)
    var byteCount = 0
    var pages = PageBench(
      size: PixelSize(
        width: Int((options.template.width * options.template.scale).rounded()), height: 1334),
      pageLimit: 32)
    var memory = Scratch()
    for row in rows {
      try probe.rasterize(row) { pixels, stride, rowCount in
        encode += ThreadTime.measure {
          byteCount += probe.encode(pixels, stride: stride, rowCount: rowCount)
        }
        pages.append(pixels, stride: stride, rowCount: rowCount)
        memory.reserve(pixels.count)
        fill += ThreadTime.measure {
          memory.bytes.baseAddress?.initializeMemory(
            as: UInt8.self, repeating: 0xEF, count: pixels.count)
        }
      }
    }
    let megapixels = Double(rows.reduce(0) { $0 + $1.pixelCount }) / 1_000_000
    let pixels = StageResult.Counter("megapixels", megapixels)
    add(
      "raster", "ms/Mpx", raster.microseconds / 1000 / megapixels,
      [.init("rows", rows.count), pixels])
    add("raster memset", "ms/Mpx", fill.microseconds / 1000 / megapixels, [pixels])
    add(
      "png", "ms/Mpx", encode.microseconds / 1000 / megapixels,
      [pixels, .init("bytes", byteCount)])
    add(try pages.run())
  }

  /// Finds, inserts, deletes and moves rows of a table that repeats `rows`.
  private mutating func edit(_ rows: [ProbedRow]) {
    // Taken out of the property: a second reference would make each edit copy nodes.
    var bench =
      table.take()
      ?? TableBench(rowCount: tableRowCount, heights: rows.map(\.pixelHeight), seed: seed)
    add(bench.run())
    table = bench
  }

  /// Plans the frames of a scroll through the rows.
  private mutating func composite(_ rows: [ProbedRow]) {
    let compositor = Compositor(size: PixelSize(width: 750, height: 1334))
    let table = TableRows(heights: [rows.map(\.pixelHeight)])
    let (frameCount, step) = (1000, max(1, table.totalHeight / 1000))
    var segments = 0
    let time = ThreadTime.measure {
      for frame in 0..<frameCount {
        let viewport = Viewport(offset: frame * step, size: compositor.size)
        let visible = viewport.visibleRows(of: table)
        let scene = Scene(
          visible.rows.map { row in
            Placement(
              row: row, key: rows[row].key, y: visible.y(ofRow: row),
              height: visible.height(ofRow: row))
          })
        segments +=
          compositor.composite(scene, at: frame * step) { _ in .ready }.segments.count
      }
    }
    add(
      "compositing", "µs/frame", time.microseconds / Double(frameCount),
      [.init("frames", frameCount), .init("segments", segments)])
  }

  private mutating func add(_ results: [StageResult]) {
    for result in results { add(result.stage, result.unit, result.median, result.counters) }
  }

  private mutating func add(
    _ name: String, _ unit: String, _ sample: Double, _ counters: [StageResult.Counter]
  ) {
    let index =
      stages.firstIndex { $0.name == name }
      ?? {
        stages.append(Stage(name: name, unit: unit))
        return stages.count - 1
      }()
    stages[index].samples.append(sample)
    stages[index].counters = counters
  }
}

extension Duration {
  /// This duration in microseconds.
  var microseconds: Double {
    Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12
  }
}

extension FeedItem {
  /// This item with texts that differ in each pass.
  package func marked(_ pass: Int) -> FeedItem {
    var item = self
    func mark(_ text: String?) -> String? {
      guard let text, !text.isEmpty else { return text }
      return "\(pass) \(text)"
    }
    item.title = mark(title)
    item.body = mark(body)
    item.author = mark(author)
    item.time = mark(time)
    return item
  }
}
