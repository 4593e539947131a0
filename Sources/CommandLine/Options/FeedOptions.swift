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

  @OptionGroup var feedLimits: FeedLimitOptions
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
  private var limits: FeedLimits { feedLimits.limits() }

  package mutating func validate() throws {
    guard from == "auto" || format != nil else {
      throw ValidationError("unknown format '\(from)': auto, \(Self.formatNames)")
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
