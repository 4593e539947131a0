/// The ranges in which rows are prepared: pictures in the display range, layouts in the preload
/// range.
public struct ScreenRanges: Hashable, Sendable {
  /// The range in which pictures are made and kept.
  public var display: ScreenRange
  /// The range in which layouts are made and kept.
  public var preload: ScreenRange

  /// Makes the ranges of pictures and of layouts.
  public init(display: ScreenRange, preload: ScreenRange) {
    self.display = display
    self.preload = preload
  }
}

/// How far beyond the viewport rows are prepared.
///
/// - SeeAlso: Texture's range modes, which define these screenfuls.
public enum RangeMode: String, Hashable, Sendable, CaseIterable, Codable {
  /// Before the first scroll, while the first pictures are made.
  case minimum
  /// While the user scrolls.
  case full
  /// The viewport alone.
  case visibleOnly
  /// Nothing: even visible pictures are evicted.
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

/// Decides which rows are in which range, from the viewport and its direction of movement.
///
/// A value: viewports and events go in, ranges of rows come out.
public struct RangeController: Hashable, Sendable {
  /// The mode that the next update uses.
  public private(set) var mode: RangeMode
  /// The ranges of mode ``RangeMode/full``; the preload range is extended to hold the display range.
  public var full: ScreenRanges
  /// Whether the viewport last moved towards later rows; unchanged while it stands still.
  public private(set) var isForward: Bool
  private var offset: Int?

  /// The rows of each range; each range lies within the next.
  public struct Rows: Hashable, Sendable {
    /// The rows with at least one visible pixel.
    public var visible: Range<Int>
    /// The rows whose pictures are wanted; empty in the low-memory mode.
    public var display: Range<Int>
    /// The rows whose layouts are wanted.
    public var preload: Range<Int>

    /// Makes the rows of the three ranges.
    public init(visible: Range<Int>, display: Range<Int>, preload: Range<Int>) {
      self.visible = visible
      self.display = display
      self.preload = preload
    }
  }

  /// Makes a controller in mode `mode`; `isForward` is the expected direction of the first
  /// movement.
  public init(
    mode: RangeMode = .minimum, isForward: Bool = true, full: ScreenRanges = RangeMode.full.ranges
  ) {
    self.mode = mode
    self.full = full
    self.isForward = isForward
  }

  /// The ranges of the current mode; the display range lies within the preload range.
  public var ranges: ScreenRanges {
    guard mode == .full else { return mode.ranges }
    return ScreenRanges(display: full.display, preload: full.preload.extended(to: full.display))
  }

  /// Returns the rows of each range, for the viewport at its current offset.
  ///
  /// - Complexity: O(log n).
  public mutating func update(_ viewport: Viewport, over table: TableRows) -> Rows {
    var nearby = NearbyRows(of: table)
    return update(viewport, over: table, nearby: &nearby)
  }

  /// Returns the rows of each range, for the viewport at its current offset, with rows looked up in
  /// advance.
  ///
  /// - Parameters:
  ///   - viewport: The viewport.
  ///   - table: The table.
  ///   - nearby: The rows looked up so far, of the table's current state.
  /// - Returns: The rows.
  /// - Complexity: As ``NearbyRows/rows(in:of:)``.
  public mutating func update(
    _ viewport: Viewport, over table: TableRows, nearby: inout NearbyRows
  ) -> Rows {
    if let last = offset, last != viewport.offset {
      isForward = viewport.offset > last
      // The first scroll ends the minimum mode.
      if mode == .minimum { mode = .full }
    }
    offset = viewport.offset
    let ranges = ranges
    func band(_ range: ScreenRange) -> Range<Int> {
      range.band(around: viewport, isForward: isForward, totalHeight: nearby.totalHeight)
    }
    let preload = nearby.rows(in: band(ranges.preload), of: table)
    let display = nearby.rows(in: band(ranges.display), of: table)
    let visible = nearby.rows(in: viewport.band, of: table)
    return Rows(
      visible: visible, display: mode == .lowMemory ? visible.prefix(0) : display,
      preload: preload)
  }

  /// Follows rows that the table moved together with the viewport: this is no movement over the rows.
  public mutating func move(by distance: Int) { offset = offset.map { $0 + distance } }

  /// Ends the minimum mode, because all visible pictures are finished.
  public mutating func didDisplay() { if mode == .minimum { mode = .full } }

  /// Keeps only visible rows, or none if the table is hidden, because memory is scarce or the table
  /// is not on the screen.
  public mutating func reduce(isVisible: Bool) { mode = isVisible ? .visibleOnly : .lowMemory }

  /// Prepares all ranges again, because there is memory and the table is on the screen.
  public mutating func restore() { mode = .full }
}
