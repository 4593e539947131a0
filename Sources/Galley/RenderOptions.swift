public import GalleyCells
public import GalleyFeed
package import GalleyFiles
public import GalleyLayout
public import GalleyPNG
public import GalleyPrimitives
public import Logging

/// What a feed is rendered with.
public struct RenderOptions: Sendable {
  /// The theme, the width and the scale of cells.
  public var template: CellTemplate
  /// Where fonts come from.
  public var fonts: FontSource
  /// The only folder that images come from; `nil` for none.
  public var assets: String?
  /// How hard PNGs are compressed.
  public var profile: PNGProfile
  /// Whether workers render, or the caller's own thread.
  public var mode: RenderMode
  /// How many workers there are; 0 for one each core.
  public var workerCount: Int
  /// The format of the feed; `nil` to find it by content.
  public var format: FeedFormat?
  /// What of a feed is read and what is refused.
  public var limits: FeedLimits
  /// The rows to render, by their index in the feed; `nil` for all.
  public var rows: Range<Int>?
  /// Whether card pictures show nothing behind the card, instead of the page's colour.
  public var isTransparent: Bool
  /// Whether to wait until the disk has each file; a single output always waits.
  public var isDurable: Bool
  /// Files beside the feed that no output may replace.
  package var inputs: Set<FileIdentity> = []
  /// Round discs that a bench puts on cells.
  package var roundParts: RoundParts?
  /// Who is told what is done; nobody by default.
  ///
  /// At level `debug` it is told of the set-up and of each run, at `trace` of each row. What is drawn
  /// does not depend on it.
  public var logger = Logger(label: "galley") { _ in SwiftLogNoOpLogHandler() }

  /// The default look, on all cores.
  public init(
    template: CellTemplate = CellTemplate(), fonts: FontSource = .noto, assets: String? = nil,
    profile: PNGProfile = .fast, mode: RenderMode = .async, workerCount: Int = 0,
    format: FeedFormat? = nil, limits: FeedLimits = FeedLimits(), rows: Range<Int>? = nil,
    isTransparent: Bool = false, isDurable: Bool = false
  ) {
    self.template = template
    self.fonts = fonts
    self.assets = assets
    self.profile = profile
    self.mode = mode
    self.workerCount = workerCount
    self.format = format
    self.limits = limits
    self.rows = rows
    self.isTransparent = isTransparent
    self.isDurable = isDurable
  }
}

/// Where a feed is read from.
public enum FeedInput: Hashable, Sendable {
  /// A file.
  case path(String)
  /// Standard input.
  case standardInput
  /// A feed in memory.
  case bytes([UInt8])

  func reader(format: FeedFormat?, limits: FeedLimits) throws(FeedError) -> FeedReader {
    switch self {
    case .path(let path): try FeedReader(path: path, format: format, limits: limits)
    case .standardInput: FeedReader(fileDescriptor: 0, format: format, limits: limits)
    case .bytes(let bytes): FeedReader(bytes: bytes, format: format, limits: limits)
    }
  }
}

/// What a feed is rendered to.
public enum RenderOutput: Hashable, Sendable {
  /// One PNG of the whole feed, however tall.
  case tall(path: String)
  /// One PNG of the whole feed on standard output.
  case standardOutput
  /// Windows of the feed, each `height` layout units tall; `{page}` in the pattern is the number.
  case pages(height: Double, pattern: PathPattern)
  /// A PNG of each card; `{index}` in the pattern is the row's index in the feed.
  case cards(pattern: PathPattern)
}
