import Foundation
import Galley
import GalleyCommandLine
import GalleyHandles
import GalleyLibraryVersions
import GalleyPrimitives

/// The machine, the libraries and the input of a bench, on which its figures depend.
struct BenchMachine: Encodable {
  var summary = true
  var processors: Int
  var processor: String
  var build: String
  var libraries: [String: String]
  var fonts: String
  /// Of ``BenchStagesCommand`` alone.
  var fontCount: Int?
  var feed: String
  /// Of the built-in feed alone.
  var seed: UInt64?
  var width: Double
  var scale: Double
  /// The name of the theme, or the digest of its file.
  var theme: String
  /// The language of `--lang`; `nil` for that of the theme.
  var lang: String?
  /// The rules of text of `--pango-exact`; `nil` without it.
  var pangoExact: Bool?
  /// The moment of `--now`, in seconds since 1970; `nil` without it, and for the time of the run.
  var now: Double?
  /// `card`, or the digest of the template; `nil` for commands without one.
  var template: String?

  /// The machine, with a feed or the built-in one of `seed`.
  init(look: LookOptions, feed: String, seed: UInt64?, fontCount: Int?) {
    processors = ProcessInfo.processInfo.activeProcessorCount
    processor = Self.processorName
    #if DEBUG
      build = "debug"
    #else
      build = "release"
    #endif
    libraries = LibraryVersion.byName
    fonts = look.fonts.name
    self.fontCount = fontCount
    self.feed = feed
    self.seed = seed
    width = look.width ?? LookOptions.usualWidth
    scale = look.scale
    theme = look.themeWords
    lang = look.lang
    pangoExact = look.ruleOptions.rules == .pango ? true : nil
    now = look.now.flatMap { $0.isClock ? nil : $0.date.timeIntervalSince1970 }
  }

  /// The machine as a line of text.
  var words: String {
    let versions = LibraryVersion.all.prefix(6).map { "\($0.name) \($0.version)" }
    var words = "\(processors) × \(processor), \(build) build, "
    words += versions.joined(separator: ", ")
    words += fontCount.map { ", \($0.counted("font")) (\(fonts))" } ?? ", fonts: \(fonts)"
    words += ", feed \(feed)"
    if let seed { words += " of seed \(seed)" }
    words += ", theme \(theme), width \(width) at scale \(scale)"
    return words
  }

  private static var processorName: String {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = lines.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "processor"
  }
}
