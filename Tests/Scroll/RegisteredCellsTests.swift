import Galley
import GalleyHandles
import TestSupport
import Testing

private struct StoryCell: Cell {
  static var reuseIdentifier: String { "story" }
  var text: String
  var body: some Element { Text(text).padding(10) }
}

private struct OtherStoryCell: Cell {
  static var reuseIdentifier: String { "story" }
  var body: some Element { Text("other") }
}

private struct TitleCell: Cell {
  var text: String
  var body: some Element { Text(text).bold().padding(8) }
}

@Suite("Registered types of cells", .timeLimit(.minutes(15)))
@MainActor
struct RegisteredCellsTests {
  private func view(_ mode: RenderMode) async throws -> TableView<String> {
    try await TableView<String>(viewOptions(mode)) { text in
      text.count > 20 ? RowCell(StoryCell(text: text)) : RowCell(TitleCell(text: text))
    }
  }

  @Test("are counted from the start with zeros, and tell the rows of other types")
  func counts() async throws {
    let view = try await view(.async)
    #expect(view.statistics.cells.isEmpty)
    try view.register(StoryCell.self)
    let known = try #require(view.statistics.cells["story"])
    #expect(known.isRegistered && known.rowCount == 0 && known.reusedCount == 0)
    #expect(known.surfaces == SurfacePool.Statistics() && view.statistics.cells.count == 1)
    try view.insert(["A title", "A story that is longer than a title"], at: 0)
    try await view.layOutRows()
    let cells = view.statistics.cells
    #expect(cells["story"]?.rowCount == 1 && cells["story"]?.isRegistered == true)
    #expect(cells["TitleCell"]?.rowCount == 1 && cells["TitleCell"]?.isRegistered == false)
    await view.close()
  }

  @Test("have an identifier each; the same type can be registered again")
  func taken() async throws {
    let view = try await view(.async)
    try view.register(StoryCell.self)
    try view.register(StoryCell.self)
    let error = #expect(throws: ScrollError.self) { try view.register(OtherStoryCell.self) }
    let words = "\(try #require(error))"
    #expect(words.contains("'story'") && words.contains("StoryCell"), "\(words)")
    #expect(throws: ScrollError.self) { try view.register(example: OtherStoryCell()) }
    #expect(view.statistics.cells.count == 1)
    #expect(view.statistics.surfaces.allocatedCount == 0)
    await view.close()
  }

  @Test(
    "an example is laid out and drawn before the first row, and again with new options",
    arguments: [RenderMode.sync, .async])
  func example(mode: RenderMode) async throws {
    let view = try await view(mode)
    let text = "A story with 漢字, नमस्ते and 🎉 in it"
    func drawnCount() -> Int {
      let surfaces = view.statistics.cells["story"]?.surfaces
      return (surfaces?.allocatedCount ?? 0) + (surfaces?.reusedCount ?? 0)
    }
    try view.register(example: StoryCell(text: text))
    if mode == .sync { #expect(drawnCount() == 1) }
    try await waitUntil { drawnCount() > 0 }
    #expect(view.statistics.cells["story"]?.rowCount == 0)
    // The workers know the height of an equal row.
    try view.insert([text], at: 0)
    try await view.layOutRows()
    #expect(view.statistics.cells["story"]?.rowCount == 1)
    #expect(view.statistics.cells["story"]?.reusedCount == 1)
    try view.remove(0..<1)
    var options = view.options
    options.rendering.template.scale = 2
    try await view.change(options)
    try await waitUntil { drawnCount() > 0 }
    #expect(view.statistics.cells["story"]?.isRegistered == true)
    await view.close()
  }

  @Test("frames are the same with and without an example, which may be one that cannot be drawn")
  func frames() async throws {
    var frames: [[UInt8]] = []
    for example in [nil, StoryCell(text: "An example"), StoryCell(text: "")] {
      let view = try await view(.async)
      if let example { try view.register(example: example) }
      struct Bad: Cell { var body: some Element { Text("x").fontSize(.nan) } }
      if example?.text == "" { try view.register(example: Bad()) }
      try view.insert((0..<20).map { "The story of number \($0) and others" }, at: 0)
      frames.append(try await view.settle().png().bytes)
      #expect(view.statistics.failures.isEmpty)
      await view.close()
    }
    #expect(frames[1] == frames[0] && frames[2] == frames[0])
  }
}
