import TestSupport
import Testing

@Suite("Numeric options")
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
      let arguments = arguments + ["\(option)=\(number)"]
      let expected: [Int32] = allowed.contains(number) ? [0] : [64, 65]
      if Refusal(arguments) != nil {
        #expect(expected.contains(64), "\(option)=\(number)")
      } else {
        let run = try galley.run(arguments, input: Array(#"{"title":"a"}"#.utf8))
        #expect(expected.contains(run.status), "\(option)=\(number): \(run.status) \(run.errors)")
      }
    }
  }

  @Test("bound font sizes", arguments: numbers)
  func fontSizes(number: String) throws {
    let arguments = ["measure", "--text", "-", "--font", "Noto Sans \(number)"]
    guard Refusal(arguments) == nil else { return }
    let run = try GalleyRunner().run(arguments, input: [97])
    #expect(run.status == 65, "\(run.errors)")
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
