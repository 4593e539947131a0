import Galley
import TestSupport
import Testing

@testable import GalleyCommand

@Suite("Numeric options", .timeLimit(.minutes(15)))
struct NumericOptionTests {
  private static let numbers = [
    "0", "-1", "nan", "inf", "-inf", "1e300", "2147483648", "1e-300", "",
  ]

  /// Options, and the numbers of the above that are within their bounds.
  private static let options: [(arguments: [String], option: String, allowed: Set<String>)] = [
    (["render", "-", "-o", "a.png"], "--width", []),
    (["render", "-", "-o", "a.png"], "--scale", []),
    (["render", "-", "-o", "{page}.png"], "--pages", []),
    (["render", "-", "-o", "a.png"], "--jobs", []),
    (["render", "-", "-o", "a.png"], "--max-text", []),
    (["render", "-", "-o", "a.png"], "--rows", ["0", "2147483648"]),
    (["measure", "-"], "--width", []),
    (["measure", "-"], "--scale", []),
    (["measure", "--text", "-"], "--width", []),
    (["measure", "--text", "-"], "--max-rows", ["0", "2147483648"]),
    (["bench", "stages", "-"], "--repeat", []),
    (["bench", "stages", "-", "--repeat", "1"], "--width", []),
  ]

  @Test("are refused beyond their bounds, with 64 or 65", arguments: options)
  func areBounded(arguments: [String], option: String, allowed: Set<String>) async throws {
    let galley = try GalleyRunner()
    for number in Self.numbers {
      let status = try await status(
        of: arguments + ["\(option)=\(number)"], input: #"{"title":"a"}"#, in: galley)
      let expected: [Int32] = allowed.contains(number) ? [0] : [64, 65]
      #expect(expected.contains(status), "\(option)=\(number): \(status)")
    }
  }

  @Test("bound font sizes", arguments: numbers)
  func fontSizes(number: String) async throws {
    let status = try await status(
      of: ["measure", "--text", "-", "--font", "Noto Sans \(number)"], input: "a",
      in: GalleyRunner())
    #expect([64, 65].contains(status))
  }

  /// The exit status for `arguments`: of the parser, of a render or a measurement in this process, or
  /// of a run of another command.
  private func status(
    of arguments: [String], input: String, in galley: GalleyRunner
  ) async throws -> Int32 {
    guard Refusal(arguments) == nil else { return 64 }
    let feed = FeedInput.bytes(Array(input.utf8))
    // An output is relative to the folder of the test.
    let placed = arguments.map { $0.hasSuffix(".png") ? galley.folder.path($0) : $0 }
    do {
      switch try GalleyCommand.parsed(placed) {
      case let command as RenderCommand:
        try await FeedRenderer(command.options()).render(feed, to: command.target)
      case let command as MeasureCommand where command.text != nil:
        _ = try await TextMeasurer(command.textOptions).measure(feed) { _ in }
      case let command as MeasureCommand:
        _ = try await FeedMeasurer(command.options()).measure(feed) { _ in }
      default:
        return try galley.run(arguments, input: Array(input.utf8)).status
      }
      return 0
    } catch {
      return ExitStatus(error).rawValue
    }
  }

  @Test(
    "take values at their bounds",
    arguments: [
      ["--width", "16", "--scale", "0.5"], ["--width", "8192", "--scale", "2"],
      ["--width", "4096", "--scale", "4"],
      ["--max-text", "1"], ["--max-text", "16MiB"], ["--jobs", "64"],
      ["--rows", "0..<9223372036854775807"],
    ])
  func bounds(arguments: [String]) throws {
    let galley = try GalleyRunner()
    let run = try galley.run(
      ["render", "-", "-o", "a.png"] + arguments, input: Array(#"{"title":"a b"}"#.utf8))
    #expect(run.status == 0, "\(run.errors)")
    _ = try DecodedPNG(galley.folder.bytes("a.png"))
  }
}
