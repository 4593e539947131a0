import TestSupport
import Testing

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
  func areBounded(arguments: [String], option: String, allowed: Set<String>) throws {
    let galley = try GalleyRunner()
    for number in Self.numbers {
      let status = try galley.run(
        arguments + ["\(option)=\(number)"], input: Array(#"{"title":"a"}"#.utf8)
      ).status
      let expected: [Int32] = allowed.contains(number) ? [0] : [64, 65]
      #expect(expected.contains(status), "\(option)=\(number): \(status)")
    }
  }

  @Test("bound font sizes", arguments: numbers)
  func fontSizes(number: String) throws {
    let run = try GalleyRunner().run(
      ["measure", "--text", "-", "--font", "Noto Sans \(number)"], input: [UInt8(ascii: "a")])
    #expect([64, 65].contains(run.status), "\(run.errors)")
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
