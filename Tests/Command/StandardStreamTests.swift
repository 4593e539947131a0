import Foundation
import TestSupport
import Testing

@testable import GalleyCommand

@Suite("The command's standard streams", .serialized, .timeLimit(.minutes(15)))
struct StandardStreamTests {
  private let feed = Repository.feed("everyday.jsonl")

  @Test(
    "lose messages and nothing else where standard error takes none",
    arguments: ["2>/dev/full", "2>&-", "2>&1 >/dev/null | head -c 1"])
  func losesMessagesOnly(redirection: String) throws {
    let galley = try GalleyRunner()
    _ = try galley.run("render", feed, "-o", "whole.png", "--quiet")
    let run = try galley.shell(
      """
      { "$0" render "$1" -o a.png --progress always; echo $? >status; } \(redirection)
      exit $(cat status)
      """, feed)
    #expect(run.status == 0)
    #expect(try galley.folder.names() == ["a.png", "status", "whole.png"])
    #expect(try galley.folder.bytes("a.png") == galley.folder.bytes("whole.png"))
  }

  @Test("keep the status of a mistake where standard error is closed or full")
  func keepsStatus() throws {
    let galley = try GalleyRunner()
    #expect(try galley.shell(#""$0" paint "$1" 2>&-"#, feed).status == 64)
    #expect(try galley.shell(#""$0" paint "$1" 2>/dev/full"#, feed).status == 64)
    #expect(try galley.shell(#""$0" measure missing.json 2>&-"#, feed).status == 66)
  }

  @Test("are an error where records or help cannot be written")
  func tellsOfClosedOutput() throws {
    let galley = try GalleyRunner()
    let help = try galley.shell(#""$0" --help >/dev/full"#, feed)
    #expect(help.status == 74)
    #expect(help.errors.contains("cannot write standard output"), "\(help.errors)")
    let records = try galley.shell(#""$0" render "$1" -o a.png --quiet --json >&-"#, feed)
    #expect(records.status == 74)
    // The file that is opened first has not become standard output.
    #expect(try DecodedPNG(galley.folder.bytes("a.png")).width == 750)
  }

  @Test("may be non-blocking: nothing is lost, and no fault is reported")
  func waits() throws {
    let galley = try GalleyRunner()
    // Python alone can hand over such pipes: it reads and writes slowly from their other ends.
    let script = """
      import os, subprocess, sys, threading, time
      def pipe():
          ends = os.pipe()
          for end in ends: os.set_blocking(end, False)
          return ends
      (input, feed), (records, output), (words, errors) = pipe(), pipe(), pipe()
      run = subprocess.Popen(sys.argv[1:], stdin=input, stdout=output, stderr=errors)
      for end in (input, output, errors): os.close(end)
      for end in (feed, records, words): os.set_blocking(end, True)
      def write():
          for row in range(4000):
              if row % 1000 == 0: time.sleep(0.05)
              os.write(feed, b'{"title":"row %d","image":"x"}\\n' % row)
          os.close(feed)
      def drain(end, count):
          time.sleep(0.3)
          while data := os.read(end, 65536): count.append(data.count(b"\\n"))
      counts = ([], [])
      threads = [threading.Thread(target=write)]
      threads += [threading.Thread(target=drain, args=pair) for pair in zip((records, words), counts)]
      for thread in threads: thread.start()
      for thread in threads: thread.join()
      print(run.wait(), sum(counts[0]), sum(counts[1]))
      """
    let path = try galley.write(script, to: "pipes.py")
    let run = try galley.shell(
      #"exec python3 "$1" "$0" measure - --json --from jsonl --jobs 1 --assets ."#, path)
    // A record for each row and a summary; a warning for each row and a summary.
    #expect(run.lines == ["0 4001 4001"], "\(run.errors)")
  }

  @Test("are no input where standard input is closed, and an I/O error where reading fails")
  func tellsInputFaults() throws {
    let galley = try GalleyRunner()
    #expect(try galley.shell(#""$0" measure - <&-"#, feed).status == 66)
    // The first page of a process's own memory is never there.
    let run = try galley.run("measure", "/proc/self/mem", "--from", "jsonl")
    #expect(run.status == 74)
    #expect(run.errors.contains("Input/output error"), "\(run.errors)")
  }

  @Test("are not blamed for the temporary file that a picture waits in")
  func blamesSpool() throws {
    let galley = try GalleyRunner()
    let run = try galley.shell(
      #"ulimit -f 8; TMPDIR=. exec "$0" render "$1" -o - --quiet >/dev/null"#, feed)
    #expect(run.status == 74)
    #expect(
      run.errors == "galley: cannot write a temporary file in .: File too large\n",
      "\(run.errors)")
    let missing = try galley.shell(
      #"TMPDIR=missing exec "$0" render "$1" -o - --quiet >/dev/null"#, feed)
    #expect(missing.status == 73)
    #expect(missing.errors.contains("a temporary file in missing"), "\(missing.errors)")
  }

  @Test("have no message of Fontconfig, but a warning in its place that cannot control a terminal")
  func fontconfig() throws {
    let galley = try GalleyRunner()
    let path = try galley.write("<fontconfig><\u{1B}[31mbad/></fontconfig>", to: "fonts.conf")
    let environment = ["FONTCONFIG_FILE": path]
    let arguments = ["measure", "-", "--system-fonts", "--from", "jsonl"]
    let run = try galley.run(arguments, environment: environment)
    #expect(!run.errors.contains("Fontconfig"), "\(run.errors)")
    #expect(run.errors.contains("galley: warning: the host's font configuration: "))
    #expect(run.errors.contains("fonts.conf") && !run.errors.contains("\u{1B}"))
    let quiet = try galley.run(arguments + ["--quiet"], environment: environment)
    #expect(!quiet.errors.contains("warning"), "\(quiet.errors)")
  }

  @Test("show a feed's names on one line, escaped and shortened")
  func escapesNames() throws {
    let galley = try GalleyRunner()
    let name = #"\u001b[2Jx\ngalley: row 7: forged\u202e"# + String(repeating: "a", count: 65_000)
    let feed = Array(#"{"title":"t","avatar":"\#(name)","image":"\#(name)"}"#.utf8)
    for arguments in [["render", "-", "-o", "a.png"], ["measure", "-"], ["scroll", "-"]] {
      let assets = try TestFolder()
      for more in [[], ["--assets", assets.path]] {
        let run = try galley.run(
          arguments + ["--from", "jsonl", "--max-text", "1MiB"] + more, input: feed)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.utf8.count < 700, "\(arguments)")
        #expect(!run.errors.unicodeScalars.contains("\u{1B}"))
        #expect(!run.errors.unicodeScalars.contains("\u{202E}"))
        // Without a folder for pictures, one line counts those that are not shown.
        #expect(
          run.errors.contains(
            more.isEmpty ? "pictures that are not shown: 2;" : #"\u{1B}[2Jx\ngalley: row 7: forged"#
          ),
          "\(run.errors)")
        #expect(!run.errors.contains("\ngalley: row 7"))
      }
    }
  }

  @Test("show arguments escaped in messages")
  func escapesArguments() throws {
    let name = "\u{1B}[2J\ngalley: forged"
    let run = try GalleyRunner().run(["measure", name])
    #expect(run.status == 66)
    var messages = [run.errors]
    for arguments in [
      ["paint" + name], ["measure", "a", "--from", name], ["measure", "a", "--from=" + name],
    ] {
      let error = #expect(throws: (any Error).self) { try GalleyCommand.parsed(arguments) }
      messages.append(GalleyCommand.shownMessage(for: try #require(error), of: arguments))
    }
    for message in messages {
      #expect(!message.unicodeScalars.contains("\u{1B}"))
      #expect(message.contains(#"\u{1B}[2J\ngalley: forged"#), "\(message)")
      #expect(!message.contains("\ngalley: forged"), "\(message)")
    }
  }

  @Test("name the first mistake in the arguments where another argument would be escaped")
  func keepsFirstMistake() throws {
    let theme = String(repeating: "t", count: 300) + "\u{1B}.yaml"
    let arguments = ["render", "a", "-o", "c.png", "--theme", theme, "--background", "transparent"]
    let error = #expect(throws: (any Error).self) { try GalleyCommand.parsed(arguments) }
    let message = GalleyCommand.shownMessage(for: try #require(error), of: arguments)
    #expect(message.hasPrefix("Error: --background transparent goes with --cards\n"), "\(message)")
  }
}
