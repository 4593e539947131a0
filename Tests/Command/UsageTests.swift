import Foundation
import TestSupport
import Testing

@testable import GalleyCommand
@testable import GalleyCommandLine

@Suite("Usage", .timeLimit(.minutes(15)))
struct UsageTests {
  @Test(
    "errors are found before the command runs",
    arguments: [
      ["paint"], ["render"], ["render", "a", "b", "-o", "c"], ["render", "a"],
      ["render", "a", "-o", "c", "--colour"], ["render", "a", "-o", "-", "--pages", "100"],
      ["render", "a", "-o", "-", "--cards"], ["render", "a", "-o", "c.png", "--cards"],
      ["render", "a", "-o", "c.png", "--pages", "100"],
      ["render", "a", "-o", "{index}", "--cards", "--pages", "100"],
      ["render", "a", "-o", "c", "--background", "transparent"],
      ["render", "a", "-o", "c", "--from", "ods"],
      ["render", "a", "-o", "c", "--theme", "pink"], ["render", "a", "-o", "c", "--rows", "5..<2"],
      ["render", "a", "-o", "c", "--font-dir", "x", "--system-fonts"],
      ["render", "a", "-o", "c", "--font-dir", "x", "--add-fonts", "y"],
      ["text", "a", "--add-fonts", "x", "--system-fonts"],
      ["render", "a", "-o", "c", "--mode", "later"],
      ["render", "a", "-o", "c", "--png-profile", "tiny"],
      ["render", "a", "-o", "c", "--log-level", "loud"],
      ["measure"], ["measure", "a", "--text", "b"], ["measure", "a", "--font", "Noto Sans 14"],
      ["measure", "a", "--max-rows", "2"], ["measure", "--text", "a", "--font", "Noto Sans"],
      ["measure", "--text", "a", "--rows", "1..<2"], ["measure", "a", "--pages", "2"],
      ["measure", "a", "--height-cache", "b"],
      ["doctor", "--rows", "2"], ["doctor", "--font-dir", "x", "--system-fonts"],
      ["bench", "speed"], ["scroll"], ["bench", "stages", "--repeat", "none"],
      ["paint"], ["render"], ["render", "a", "b", "-o", "c"],
      ["render", "a", "-o", "c", "--colour"],
      ["render", "a", "-o", "c", "--mode", "later"], ["render", "a", "-o", "-", "--cards"],
      ["inspect", "a"], ["inspect", "a", "--row", "-1"],
      ["render", "a", "-o", "b.png", "--lang", "x!"], ["text", "a", "-o", "b.png", "--lang", ""],
      ["inspect", "a", "--row", "0", "--show", "runs"], ["replay", "-", "-"],
      ["scroll", "a", "--video", "b"], ["bench", "compare", "a", "b", "--fail-over", "much"],
      ["bench", "compare", "a", "b", "--fail-on", "speed"],
      ["bench", "compare", "a", "b", "--fail-on", "host"],
      ["bench", "run", "a", "--plant", "layout=5"], ["bench", "article", "5"],
      ["bench", "calibrate", "--hz", "0"], ["bench", "run", "a", "--plant", "noise=5%"],
      ["bench", "run", "a", "--plant", "pause=1/0"], ["bench", "run", "a", "--plant", ""],
      ["bench", "run", "a", "--edits", "reload"], ["bench", "run", "a", "--edits", "fold@1"],
      ["bench", "run", "a", "--edits", "reload@-1"], ["bench", "run", "a", "--edits", "reload@1,"],
      ["bench", "run", "a", "--hz", "0"], ["bench", "run", "a", "--seconds", "0"],
      ["bench", "run", "a", "--repeat", "0"], ["bench", "run", "a", "--jobs", "0"],
      ["bench", "run", "a", "--script", "up"], ["bench", "run", "a", "--cpu-throttle", "0.5"],
      ["bench", "run", "a", "--report", ""], ["bench", "run", "a", "--corners", "oval"],
    ])
  func errors(arguments: [String]) throws { #expect(try Refusal(arguments) != nil) }

  @Test(
    "errors name the option or its values",
    arguments: [
      (["--clock", "sand"], "--clock"), (["--script", "sideways"], "fling"),
      (["--clock", "real", "--cpu-throttle", "0.5"], "--cpu-throttle"),
      (["--blank", "white"], "--blank"), (["--picture-memory", "-1"], "--picture-memory"),
      (["--hz", "0"], "--hz"),
      (["--seconds", "0"], "--seconds"), (["--speed", "nan"], "--speed"),
      (["--cpu-throttle", "0"], "--cpu-throttle"), (["--jobs", "65"], "--jobs"),
      (["--frames", ""], "--frames"), (["--trace", ""], "--trace"),
      (["--overlay", "fps,hearts"], "--overlay"), (["--mode", "both"], "--mode"),
    ])
  func scrollErrors(arguments: [String], word: String) throws {
    let refusal = try #require(try Refusal(["scroll", "a"] + arguments))
    #expect(refusal.message.contains(word), "\(refusal.message)")
  }

  @Test(
    "bounds of options are the same in all commands that scroll",
    arguments: [["scroll", "a"], ["bench", "run", "a"], ["bench", "corners", "a"]])
  func scrollBounds(command: [String]) throws {
    for accepted in [
      ["--hz", "1"], ["--hz", "1000"], ["--seconds", "3600"], ["--cpu-throttle", "1000"],
      ["--clock", "virtual", "--cpu-throttle", "0.5"], ["--script", "return", "--speed", "20"],
    ] {
      #expect(try Refusal(command + accepted) == nil, "\(accepted)")
    }
    for refused in [
      ["--hz", "1001"], ["--seconds", "3601"], ["--cpu-throttle", "1001"],
      ["--clock", "real", "--cpu-throttle", "0.5"], ["--speed", "1000001"],
      ["--script", "no such file"],
    ] {
      #expect(try Refusal(command + refused) != nil, "\(refused)")
    }
  }

  @Test(
    "bounds of --max-text are the same in all commands with a feed",
    arguments: [
      ["render", "a", "-o", "b"], ["measure", "a"], ["scroll", "a"], ["replay", "a", "b"],
      ["inspect", "a", "--row", "0"], ["bench", "run", "a"], ["bench", "stages", "a"],
    ])
  func textBounds(command: [String]) throws {
    #expect(try Refusal(command + ["--max-text", "16MiB"]) == nil)
    #expect(try Refusal(command + ["--max-text", "17MiB"]) != nil)
  }

  @Test("an unknown layer of the overlay is named, with the known layers")
  func overlayLayer() throws {
    let refusal = try #require(
      try Refusal(["inspect", "a", "--row", "0", "--overlay", "b", "--show", "lions"]))
    #expect(refusal.message.contains("lions") && refusal.message.contains("areas, scale"))
  }

  @Test("errors are written to standard error, with a synopsis")
  func errorStreams() throws {
    let run = try GalleyRunner().run("render", "a")
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("Error: ") && run.errors.contains("Usage: "), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test(
    "help and the version are written to standard output, with status 0",
    arguments: [["--help"], ["--version"], ["measure", "--help"]])
  func help(arguments: [String]) throws {
    let run = try GalleyRunner().run(arguments)
    #expect(run.status == 0)
    #expect(!run.output.isEmpty && run.errors.isEmpty)
  }

  @Test("an unknown option gets a suggestion only if that has much in common with it")
  func unknownOption() throws {
    let far = try GalleyRunner().run("convert", "feed", "-o", "a.csv", "--bogus")
    #expect(far.status == 64 && far.errors.hasPrefix("Error: Unknown option '--bogus'.\n"))
    let near = try GalleyRunner().run("render", "feed", "-o", "a.png", "--widht=3")
    #expect(near.errors.contains("'--widht'. Did you mean '--width'?"), "\(near.errors)")
  }

  @Test(
    "an unknown command is named, with a command of a similar name",
    arguments: [
      (["reder", "feed.json", "-o", "a.png"], "unknown command 'reder'; did you mean 'render'?"),
      (["scrol"], "unknown command 'scrol'; did you mean 'scroll'?"),
      (["mesaure", "f"], "unknown command 'mesaure'; did you mean 'measure'?"),
      (["paint"], "unknown command 'paint'"),
      (["/dev/null"], "unknown command '/dev/null'; did you mean 'render /dev/null -o feed.png'?"),
      (["bench", "stage"], "unknown command 'stage'; did you mean 'stages'?"),
      (["bench", "speed"], "unknown command 'speed'"),
    ])
  func unknownCommand(arguments: [String], words: String) throws {
    #expect("\(try #require(GalleyCommand.unknownCommand(in: arguments)))" == words)
    let refusal = try #require(try Refusal(arguments))
    #expect(refusal.message == words)
  }

  @Test(
    "commands, options and a feed for bench run are no unknown command",
    arguments: [
      ["render", "a"], ["help"], ["--help"], [], ["bench"], ["bench", "stages"],
      ["bench", "count"],
      ["bench", "feed.json", "--json"], ["bench", "./feed"], ["bench", "--json", "feed"],
    ])
  func knownCommand(arguments: [String]) {
    #expect(GalleyCommand.unknownCommand(in: arguments) == nil)
  }

  @Test(
    "names of pictures with another format's extension, or with unused braces, are refused",
    arguments: [
      (["render", "-", "-o", "x.gif"], ".png, .jpg, .jpeg, .webp"),
      (["render", "-", "-o", "x.v2"], "--format"), (["render", "-", "-o", "x.jsonl"], ".jsonl"),
      (["render", "-", "--cards", "-o", "{index}.tiff"], ".tiff"),
      (["render", "-", "-o", "x.jpg", "--format", "webp"], "two formats"),
      (["render", "-", "-o", "x.jpg", "--colors", "gray4"], "--colors goes with PNG"),
      (["render", "-", "-o", "x.png", "--quality", "80"], "JPEG and WebP"),
      (["render", "-", "-o", "x.pdf", "--quality", "80"], "pdf has no loss"),
      (["render", "-", "--pages", "100", "-o", "x.svg"], "one place"),
      (["text", "a", "-o", "x.jpg"], "PNG or PDF or SVG only"),
      (["render", "-", "-o", "x.jpg", "--quality", "0"], "1 to 100"),
      (
        ["render", "-", "--cards", "-o", "{index}.jpg", "--background", "transparent"],
        "PNG in colour"
      ),
      (["render", "-", "-o", "x", "--format", "bmp"], "'png', 'jpeg'"),
      (["inspect", "-", "--row", "0", "--overlay", "x.jpg"], "PNG only"),
      (["bench", "run", "-", "--plot", "x.png"], "SVG only"),
      (["bench", "run", "-", "--report", "x.pdf"], "HTML only"),
      (["render", "-", "-o", "a{index}.png"], "--cards"),
      (["render", "-", "-o", "a{page:04}.png"], "--pages"),
      (["render", "-", "--cards", "-o", "{index}{x}.png"], "no other braces"),
      (["render", "-", "--pages", "100", "-o", "{index}.png"], "one place"),
    ])
  func names(arguments: [String], words: String) throws {
    let refusal = try #require(try Refusal(arguments))
    #expect(refusal.message.contains(words), "\(refusal.message)")
  }

  @Test("a negative number after an option is its value, and out of bounds")
  func negative() throws {
    let refusal = try #require(try Refusal(["bench", "run", "a", "--hz", "-5"]))
    #expect(refusal.message.contains("--hz") && !refusal.message.contains("Missing"))
    let run = try GalleyRunner().run("render", "-", "-o", "b.png", "--width", "-5")
    #expect(run.status == 65 && run.errors.contains("-5"), "\(run.errors)")
  }

  @Test(
    "ranges of rows have forms that a shell does not interpret, and the earlier forms",
    arguments: [
      ("3...5", 3..<6), ("3...", 3..<Int.max), ("...5", 0..<6), ("4", 0..<4), ("3..<5", 3..<5),
      ("..<5", 0..<5), ("3...3", 3..<4),
    ])
  func rows(text: String, range: Range<Int>) {
    #expect(RowRange(argument: text)?.range == range)
  }
}
