package import ArgumentParser
package import Galley
package import GalleyPNG

/// The feed, and the part of it that is read.
package struct FeedOptions: ParsableArguments {
  @Argument(help: "The feed: a path, or - for standard input.")
  package var feed: String

  @OptionGroup package var reading: FeedReadingOptions

  package var input: FeedInput { FeedInput(argument: feed) }
  package var rows: RowRange? { reading.rows }

  /// The feed in memory, if it can be read only once.
  package var repeatableInput: FeedInput {
    get throws { try reading.source.repeatableInput(feed) }
  }

  package init() {}
}

/// The source of rows, and the range of them that is read.
package struct FeedReadingOptions: ParsableArguments {
  @OptionGroup package var source: FeedSourceOptions

  @Option(
    help: ArgumentHelp(
      "Only the rows A to B of the feed, from 0; A... for all from A on, N for the first N.",
      valueName: "A...B"),
    transform: RowRange.parsed)
  package var rows: RowRange?

  /// The options of rendering the rows; without `run` in sync mode.
  package func rendering(
    _ look: LookOptions, _ run: RunOptions? = nil, profile: PNGProfile = .fast
  ) throws -> RenderOptions {
    var options = try source.rendering(look, profile: profile)
    options.rows = rows?.range
    if let run {
      options.mode = run.mode
      options.workerCount = run.workers.jobs ?? 0
      options.logger = run.logger
    }
    return options
  }

  package init() {}
}

/// The format of a feed, its limits and its images.
package struct FeedSourceOptions: ParsableArguments {
  @Option(help: "The feed's format: auto, \(formatNames).")
  package var from = "auto"

  @Option(help: "The longest text of a field, as in 65536, 256KiB or 16MiB; longer text is cut.")
  var maxText = ByteCount(64 << 10)

  @Option(help: "The largest number of items of the feed; a feed with more is refused.")
  var maxFeedRows = 1_000_000

  @Option(help: "The longest feed, as in 64KiB or 1GiB, before and after decompression.")
  var maxBytes: ByteCount?

  @Option(help: "The largest depth of nested arrays and objects; a deeper item is bad.")
  var maxDepth = 64

  @Option(
    help: "The most combining marks on one character in a feed's texts, 0 to 32; more are dropped.")
  var maxMarks = FeedLimits.marksCeiling

  @OptionGroup package var images: ImageLimitOptions

  @Option(help: ArgumentHelp("The only folder that images come from.", valueName: "dir"))
  package var assets: String?

  @Option(
    help: ArgumentHelp(
      "The cells: a built-in template, or a YAML file; without it, the card. See galley templates.",
      valueName: "name"))
  package var template: String?

  private static let formatNames = names(of: FeedFormat.self)

  /// The length up to which elements keep the members that a template may name.
  private static let keptMemberBytes = 1 << 20

  private var format: FeedFormat? { FeedFormat(rawValue: from) }
  private var limits: FeedLimits {
    var limits = FeedLimits(
      maximumRows: maxFeedRows, maximumDepth: maxDepth, maximumTextBytes: maxText.count,
      maximumMarks: maxMarks)
    if let maxBytes {
      (limits.maximumBytes, limits.maximumDecompressedBytes) = (maxBytes.count, maxBytes.count)
    }
    return limits
  }

  package mutating func validate() throws {
    guard from == "auto" || format != nil else {
      throw ValidationError("unknown format '\(from)': auto, \(Self.formatNames)")
    }
    guard (1...FeedLimits.textBytesCeiling).contains(maxText.count) else {
      throw ValidationError("--max-text is 1 to 16MiB")
    }
    guard (0...FeedLimits.marksCeiling).contains(maxMarks) else {
      throw ValidationError("--max-marks is 0 to \(FeedLimits.marksCeiling)")
    }
    for (name, value) in [
      ("--max-feed-rows", maxFeedRows), ("--max-bytes", maxBytes?.count ?? 1),
      ("--max-depth", maxDepth),
    ] {
      guard value >= 1 else { throw ValidationError("\(name) is at least 1") }
    }
  }

  /// The options of rendering in sync mode.
  package func rendering(_ look: LookOptions, profile: PNGProfile = .fast) throws -> RenderOptions {
    var options = RenderOptions(
      template: try look.template, fonts: look.fonts, assets: assets, profile: profile, mode: .sync,
      format: format, limits: limits)
    options.imageLimits = images.limits
    if let template {
      let cell = try Template(argument: template, theme: options.template.theme)
      options.cell = FeedCell(cell)
      options.template.width = look.width ?? cell.width ?? options.template.width
      if cell.needsMembers { options.limits.keptMemberBytes = Self.keptMemberBytes }
    }
    options.now = look.now?.date
    options.textRules = look.ruleOptions.rules
    return options
  }

  /// The feed at `path`, in memory if it can be read only once.
  package func repeatableInput(_ path: String) throws -> FeedInput {
    guard path == "-" else { return .path(path) }
    return .bytes(try FeedReader.bytes(fileDescriptor: 0, limit: limits.maximumBytes))
  }

  package init() {}
}

extension FeedInput {
  /// The input of an argument: a path, or - for standard input.
  package init(argument: String) { self = argument == "-" ? .standardInput : .path(argument) }
}
