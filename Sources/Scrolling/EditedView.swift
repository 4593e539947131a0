import GalleyCellRendering
import GalleyFeedItems
import GalleyFrames
import GalleyLive
import GalleyPrimitives
import GalleyTable

/// A view of a feed whose rows change at times of a scroll on the real clock.
///
/// The script moves the viewport by distances, since edits move its offsets.
@MainActor
final class EditedView: LivePlayer {
  private let view: FeedView
  private let vsyncs: any VsyncSource
  private let base: ScrollOptions
  private var edits: ArraySlice<ScrollEdit>
  /// The offset of the script.
  private var target = 0
  /// The device pixels by which edits have moved the rows on the screen, and the offset of the last pass.
  private var (shift, last) = (0, 0)
  /// A change of all settings under way, whose fonts are read on another thread.
  private var change: Task<Void, any Error>?

  init(_ view: FeedView, _ edits: [ScrollEdit], vsyncs: any VsyncSource) {
    self.view = view
    self.vsyncs = vsyncs
    self.edits = edits[...]
    (base, offsetLimit) = (view.options, view.offsetLimit)
  }

  var options: ScrollOptions { view.options }

  /// The script does not follow the height of the edited rows.
  let offsetLimit: Int

  private(set) var shownOffset: Int?

  var needsFrame: Bool { target + shift != view.pixelOffset || view.needsFrame }

  var workerStalls: [Int: Duration] { view.workerStalls }

  func scroll(toPixel pixels: Int) { target = pixels }

  func pass(_ record: (FrameEvent) throws -> Void) throws -> LivePass {
    while let edit = edits.first, edit.edit.time <= vsyncs.now {
      edits.removeFirst()
      try apply(edit)
    }
    shift += view.pixelOffset - last
    view.scroll(toPixel: target + shift)
    last = view.pixelOffset
    var pass = try view.pass(record)
    // A pass gives rows their heights, which may move the viewport too.
    shift += view.pixelOffset - last
    last = view.pixelOffset
    pass.offset = target
    if pass.isPresented { shownOffset = target }
    return pass
  }

  private func apply(_ edit: ScrollEdit) throws {
    let items = edit.items
    switch edit.edit.kind {
    case .insert: try view.insert(Array(items.prefix(1)), at: 0)
    case .reload:
      let paths = items.indices.map { RowPath(section: 0, row: $0) }
      try view.perform(ChangeSet(paths.map { .reloadRow($0) }), row: { items[$0.row] })
    case .fontSize, .rotate:
      let (options, earlier) = (edit.apply(to: base), change)
      change = Task { [view] in
        try await earlier?.value
        try await view.change(options)
      }
    }
  }

  func close() async {
    _ = await change?.result
    await view.close()
  }
}
