public import ArgumentParser
public import Galley
import Logging

/// Where the feed is and what of it is read.
struct FeedOptions: ParsableArguments {
  @Argument(help: "The feed: a path, or - for standard input.")
  var feed: String

  @OptionGroup var reading: FeedReadingOptions

  var input: FeedInput { FeedInput(argument: feed) }
  var format: FeedFormat? { reading.format }
  var limits: FeedLimits { reading.limits }
  var rows: RowRange? { reading.rows }
  var assets: String? { reading.assets }
}

/// What of a feed is read, and how.
struct FeedReadingOptions: ParsableArguments {
  @Option(help: "The feed's format: auto, \(formatNames).")
  var from = "auto"

  @Option(
    help: ArgumentHelp(
      "Only the rows A to B of the feed, counted from 0; A... for all from A on, N for the first N.",
      valueName: "A...B"))
  var rows: RowRange?

  @Option(help: "The longest text of a field, as in 65536, 256KiB or 16MiB; longer text is cut.")
  var maxText = ByteCount(64 << 10)

  @Option(help: ArgumentHelp("The only folder that images come from.", valueName: "dir"))
  var assets: String?

  private static let formatNames = FeedFormat.allCases.map(\.rawValue).joined(separator: ", ")

  var format: FeedFormat? { FeedFormat(rawValue: from) }
  var limits: FeedLimits { FeedLimits(maximumTextBytes: maxText.count) }

  mutating func validate() throws {
    guard from == "auto" || format != nil else {
      throw ValidationError("unknown format '\(from)': auto, \(Self.formatNames)")
    }
    guard (1...FeedLimits.textBytesCeiling).contains(maxText.count) else {
      throw ValidationError("--max-text is 1 to 16MiB")
    }
  }
}

extension FeedInput {
  /// The input that an argument names: a path, or - for standard input.
  init(argument: String) { self = argument == "-" ? .standardInput : .path(argument) }
}

/// How cells look.
struct LookOptions: ParsableArguments {
  @Option(help: "How wide cells are, in layout units.")
  var width = 375.0

  @Option(help: "Device pixels per layout unit, 0.5 to 4.")
  var scale = 2.0

  @Option(help: "The theme: \(themeNames), or a YAML file that says how it differs from one.")
  var theme = "light"

  @OptionGroup var fontOptions: FontOptions

  private static let themeNames = Theme.named.map(\.name).joined(separator: ", ")

  var template: CellTemplate {
    get throws {
      let named = Theme.named.first { $0.name == theme }
      return CellTemplate(theme: try named ?? Theme(file: theme), width: width, scale: scale)
    }
  }

  var fonts: FontSource { fontOptions.source }

  /// The theme's file, unless the theme is one of those with a name.
  var themeFile: String? { Theme.named.contains { $0.name == theme } ? nil : theme }

  mutating func validate() throws {
    let isFile = theme.hasSuffix(".yaml") || theme.hasSuffix(".yml")
    guard isFile || Theme.named.contains(where: { $0.name == theme }) else {
      throw ValidationError("unknown theme '\(theme)': \(Self.themeNames), or a .yaml file")
    }
  }
}

/// Where fonts come from.
struct FontOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use only the TrueType and OpenType fonts in this folder.", valueName: "dir"))
  var fontDir: String?

  @Flag(help: "Use the host's fonts and fontconfig rules instead of the Noto fonts.")
  var systemFonts = false

  var source: FontSource { fontDir.map { .folder($0) } ?? (systemFonts ? .system : .noto) }

  mutating func validate() throws {
    guard fontDir == nil || !systemFonts else {
      throw ValidationError("--font-dir and --system-fonts exclude each other")
    }
  }
}

/// How work is done and told of.
struct RunOptions: ParsableArguments {
  @Option(help: "Who renders: async (workers) or sync (in line).")
  var mode = RenderMode.async

  @Option(help: "How many workers, 1 to 64; by default one each core.")
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Print a JSON object a line for each item, and a summary last; to a file with --json=FILE.",
      valueName: "[file]"))
  var json: String?

  @Flag(help: "Exit with 1 if there is any warning.")
  var strict = false

  @Flag(help: "Exit with 1 if a character has no glyph.")
  var strictGlyphs = false

  @Flag(help: "Print errors only.")
  var quiet = false

  @Option(help: "Show a progress bar: auto (on a terminal), always or never.")
  var progress = ProgressBar.Mode.auto

  @Option(help: "Tell on standard error what is done: debug for each run, trace for each row.")
  var logLevel = Logger.Level.warning

  /// Who is told what is done.
  var logger: Logger {
    let level = logLevel
    return Logger(label: "galley") { _ in StandardErrorLog(logLevel: level) }
  }

  mutating func validate() throws {
    if let jobs, !(1...64).contains(jobs) { throw ValidationError("--jobs is 1 to 64") }
  }

  /// Prints a line for each font warning.
  func tell(_ warnings: [FontWarning]) {
    guard !quiet else { return }
    for warning in warnings { printToStandardError("galley: \(warning)") }
  }

  /// The status of a run that came to its end.
  func status(_ summary: RenderSummary) -> ExitStatus {
    status(
      failureCount: summary.failureCount, warningCount: summary.warningCount,
      missingGlyphCount: summary.missingGlyphCount)
  }

  /// The status of a run that came to its end.
  func status(_ summary: MeasureSummary) -> ExitStatus {
    status(
      failureCount: summary.failureCount, warningCount: summary.warningCount,
      missingGlyphCount: summary.missingGlyphCount)
  }

  /// The status of a run that came to its end with `count` rows, those that failed included; says that
  /// the feed has none, where it has none.
  func status(_ status: ExitStatus, rowCount count: Int, of range: RowRange? = nil) -> ExitStatus {
    guard count == 0 else { return status }
    if !quiet {
      let place = range.map { " in --rows \($0)" } ?? ""
      printToStandardError("galley: warning: there are 0 rows\(place)")
    }
    return status == .done && strict ? .someFailed : status
  }

  private func status(failureCount: Int, warningCount: Int, missingGlyphCount: Int) -> ExitStatus {
    if failureCount > 0 { return .someFailed }
    if strict, warningCount > 0 { return .someFailed }
    if strict || strictGlyphs, missingGlyphCount > 0 { return .someFailed }
    return .done
  }
}

extension RenderMode: ExpressibleByArgument {}
extension BlankPolicy: ExpressibleByArgument {}
extension CornerRounding: ExpressibleByArgument {}
extension ScrollClock: ExpressibleByArgument {}
extension PNGProfile: ExpressibleByArgument {}

/// A range of rows, written `A...B`, `A...`, `...B`, or `N` for the first N.
///
/// `A..<B`, without B, is understood too; it is not in the help, since a shell takes its `<` for a
/// redirection unless it is quoted.
struct RowRange: ExpressibleByArgument, CustomStringConvertible {
  var range: Range<Int>

  var description: String {
    let end = range.upperBound == .max ? "" : "\(range.upperBound - 1)"
    return range.isEmpty ? "0" : "\(range.lowerBound)...\(end)"
  }

  init?(argument: String) {
    if let count = Int(argument), count >= 0 {
      range = 0..<count
      return
    }
    let isClosed = argument.contains("...")
    let bounds = argument.split(
      separator: isClosed ? "..." : "..<", maxSplits: 1, omittingEmptySubsequences: false)
    guard bounds.count == 2 else { return nil }
    let lower = bounds[0].isEmpty ? 0 : Int(bounds[0])
    let upper = bounds[1].isEmpty ? Int.max : Int(bounds[1])
    guard let lower, var upper, lower >= 0 else { return nil }
    if isClosed, upper < Int.max { upper += 1 }
    guard upper >= lower else { return nil }
    range = lower..<upper
  }
}

/// A number of bytes, written as a number or with KiB or MiB behind it.
struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
  var count: Int

  init(_ count: Int) { self.count = count }

  init?(argument: String) {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("", 0)]
    guard let (suffix, shift) = units.first(where: { argument.hasSuffix($0.0) }),
      let number = Int(argument.dropLast(suffix.count)), number >= 0, number < 1 << 31
    else { return nil }
    count = number << shift
  }

  var description: String { count % 1024 == 0 ? "\(count >> 10)KiB" : "\(count)" }
}
