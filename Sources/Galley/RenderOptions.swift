import Foundation
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
  /// Items that a bench adds to each cell.
  package var decoration: CellDecoration?
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

extension RenderOptions {
  /// The number of workers: `workerCount`, or the number of cores if that is 0.
  package var effectiveWorkerCount: Int {
    workerCount > 0 ? workerCount : ProcessInfo.processInfo.activeProcessorCount
  }

  /// Checks the bounds of width and scale.
  package func validate() throws(RenderError) {
    let pixels = template.width * template.scale
    guard (16...8192).contains(template.width), (0.5...4).contains(template.scale),
      pixels <= 16_384, pixels == pixels.rounded()
    else { throw .unsupportedSize(width: template.width, scale: template.scale) }
  }
}
