public import Foundation
public import GalleyCells
public import GalleyEncoders
public import GalleyFeed
public import GalleyFeedItems
package import GalleyFiles
public import GalleyFonts
public import GalleyImages
public import GalleyPNG
public import GalleyPrimitives
public import Logging

/// The settings of a rendering.
public struct RenderOptions: Sendable {
  /// The theme, the width and the scale of cells.
  public var template: CellTemplate
  /// The cells of a feed's items; `nil` for the built-in card.
  public var cell: FeedCell?
  /// The source of fonts.
  public var fonts: FontSource
  /// The rules of text.
  public var textRules = TextRules.reader
  /// The only folder of images; `nil` for none.
  public var assets: String?
  /// The format of written pictures.
  public var picture: PictureFormat
  /// The compression of PNGs.
  public var profile: PNGProfile
  /// Whether workers render, or the caller's thread.
  public var mode: RenderMode
  /// The number of workers; 0 for one per core.
  public var workerCount: Int
  /// The format of the feed; `nil` to detect it from the content.
  public var format: FeedFormat?
  /// The limits above which parts of a feed are cut or refused.
  public var limits: FeedLimits
  /// The limits above which an image is left out.
  public var imageLimits = ImageLimits()
  /// The most device pixels of a rendered row, at least 1; a row with more is a failure.
  public var maximumRowPixels = 1 << 30
  /// The rows to render, by their index in the feed; `nil` for all.
  public var rows: Range<Int>?
  /// Whether card pictures are transparent around the card, instead of having the page's colour.
  public var isTransparent: Bool
  /// The moment from which relative times count; `nil` to show them as dates.
  public var now: Date?
  /// Whether to wait until each file is on disk; a single output always waits.
  public var isDurable: Bool
  /// Whether rendered rows list their hit areas.
  public var listsHitAreas = false
  /// Whether rendered rows list the files of their fonts, for a record of the run.
  package var listsFontPaths = false
  /// Files other than the feed that no output may replace.
  package var inputs: Set<FileIdentity> = []
  /// Files that the caller writes itself at the end, and that no picture may take the place of.
  package var outputs: Set<FileIdentity> = []
  /// Items that a bench adds to each cell.
  package var decoration: CellDecoration?
  /// The log; by default its messages are dropped.
  ///
  /// Set-up and runs are logged at level `debug`, rows at level `trace`. The output does not depend on the
  /// log.
  public var logger = Logger(label: "galley") { _ in SwiftLogNoOpLogHandler() }

  /// Makes options; by default the light theme, rendered on all cores.
  public init(
    template: CellTemplate = CellTemplate(), fonts: FontSource = .noto, assets: String? = nil,
    picture: PictureFormat = .png(), profile: PNGProfile = .fast, mode: RenderMode = .async,
    workerCount: Int = 0,
    format: FeedFormat? = nil, limits: FeedLimits = FeedLimits(), rows: Range<Int>? = nil,
    isTransparent: Bool = false, isDurable: Bool = false
  ) {
    self.template = template
    self.fonts = fonts
    self.assets = assets
    self.picture = picture
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

  /// The settings on which contents of cells depend, apart from the fonts, by name.
  var contentSettings: [String: String] {
    [
      "theme": "\(template.theme)", "text rules": "\(textRules)",
      "now": now.map { "\($0.timeIntervalSince1970)" } ?? "none",
      "largest text": "\(limits.maximumTextBytes)", "largest depth": "\(limits.maximumDepth)",
      "most marks": "\(limits.maximumMarks)",
      "image limits":
        "\(imageLimits.maximumBytes) \(imageLimits.maximumPixels) \(imageLimits.maximumEdge)",
      "cell": cell?.name ?? "card", "assets": assets == nil ? "none" : "a folder",
    ]
  }

  /// Checks the bounds of width, scale and limits.
  package func validate() throws(RenderError) {
    guard maximumRowPixels >= 1 else { throw .invalidRowLimit(maximumRowPixels) }
    let pixels = template.width * template.scale
    guard (16...8192).contains(template.width), (0.5...4).contains(template.scale),
      pixels <= 16_384, pixels == pixels.rounded()
    else { throw .unsupportedSize(width: template.width, scale: template.scale) }
    guard picture.hasAlpha || !isTransparent else { throw .opaqueFormat(picture) }
  }
}

extension RenderOptions {
  /// Returns the seconds since 1970 of a date of RFC 3339; `nil` for any other text.
  package static func secondsSince1970(ofDate text: String) -> Int? {
    FeedDate(ofMachine: text).map(\.secondsSince1970)
  }
}
