/// The ranges in which rows are prepared: pictures in the first, layouts in the second.
public struct ScreenRanges: Hashable, Sendable {
  /// Where pictures are made and kept.
  public var display: ScreenRange
  /// Where layouts are made and kept.
  public var preload: ScreenRange

  /// Ranges of pictures and of layouts.
  public init(display: ScreenRange, preload: ScreenRange) {
    self.display = display
    self.preload = preload
  }
}

/// How far rows are prepared.
///
/// - SeeAlso: Texture's range modes, whose screenfuls these are.
public enum RangeMode: String, Hashable, Sendable, CaseIterable, Codable {
  /// Before the first scroll, while the first pictures are made.
  case minimum
  /// While somebody scrolls.
  case full
  /// The viewport alone.
  case visibleOnly
  /// Nothing: even visible pictures are let go.
  case lowMemory

  /// The ranges of this mode.
  public var ranges: ScreenRanges {
    switch self {
    case .minimum:
      ScreenRanges(
        display: ScreenRange(ahead: 0.25, behind: 0.25),
        preload: ScreenRange(ahead: 0.5, behind: 0.25))
    case .full: ScreenRanges(display: .display, preload: .preload)
    case .visibleOnly, .lowMemory:
      ScreenRanges(
        display: ScreenRange(ahead: 0, behind: 0), preload: ScreenRange(ahead: 0, behind: 0))
    }
  }
}

/// Decides which rows are in which range, by where the viewport is and where it moves.
///
/// A value: it is told of viewports and of events, and answers with rows.
public struct RangeController: Hashable, Sendable {
  /// The mode that the next update uses.
  public private(set) var mode: RangeMode
  /// Whether the viewport last moved towards later rows; remembered while it stands still.
  public private(set) var isForward: Bool
  private var offset: Int?

  /// What an update came to, each range within the next.
  public struct Rows: Hashable, Sendable {
    /// The rows of which at least one pixel is seen.
    public var visible: Range<Int>
    /// The rows whose pictures are wanted; empty under low memory.
    public var display: Range<Int>
    /// The rows whose layouts are wanted.
    public var preload: Range<Int>

    /// Rows of the three ranges.
    public init(visible: Range<Int>, display: Range<Int>, preload: Range<Int>) {
      self.visible = visible
      self.display = display
      self.preload = preload
    }
  }

  /// A controller in mode `mode`, which expects the viewport to move towards later rows, or not.
  public init(mode: RangeMode = .minimum, isForward: Bool = true) {
    self.mode = mode
    self.isForward = isForward
  }

  /// The rows of each range, for a viewport that has moved to where it is now.
  ///
  /// - Complexity: O(log n).
  public mutating func update(_ viewport: Viewport, over offsets: some RowOffsets) -> Rows {
    var nearby = NearbyRows(of: offsets)
    return update(viewport, over: offsets, nearby: &nearby)
  }

  /// The rows of each range, for a viewport that has moved to where it is now, where few frames look up
  /// the table.
  ///
  /// - Parameters:
  ///   - viewport: What is seen.
  ///   - offsets: The table.
  ///   - nearby: What is known of the table as it is now.
  /// - Returns: The rows.
  /// - Complexity: As ``NearbyRows/rows(in:of:)``.
  public mutating func update(
    _ viewport: Viewport, over offsets: some RowOffsets, nearby: inout NearbyRows
  ) -> Rows {
    if let last = offset, last != viewport.offset {
      isForward = viewport.offset > last
      // The first scroll ends what was only a beginning.
      if mode == .minimum { mode = .full }
    }
    offset = viewport.offset
    let ranges = mode.ranges
    func band(_ range: ScreenRange) -> Range<Int> {
      range.band(around: viewport, isForward: isForward, totalHeight: nearby.totalHeight)
    }
    let preload = nearby.rows(in: band(ranges.preload), of: offsets)
    let display = nearby.rows(in: band(ranges.display), of: offsets)
    let visible = nearby.rows(in: viewport.band, of: offsets)
    let start = visible.isEmpty ? display.lowerBound : visible.lowerBound
    return Rows(
      visible: visible, display: mode == .lowMemory ? start..<start : display, preload: preload)
  }

  /// Says that all visible pictures are there: the beginning is over.
  public mutating func didDisplay() { if mode == .minimum { mode = .full } }

  /// Says that memory is scarce, or that nobody looks: keeps what is visible, or nothing.
  public mutating func reduce(isVisible: Bool) { mode = isVisible ? .visibleOnly : .lowMemory }

  /// Says that there is memory again, and somebody looks.
  public mutating func restore() { mode = .full }
}
