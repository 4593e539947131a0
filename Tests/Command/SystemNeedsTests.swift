import Foundation
import TestSupport
import Testing

@testable import GalleyCommandLine

@Suite("A run under limits of the system", .serialized, .timeLimit(.minutes(15)))
struct SystemNeedsTests {
  private let feed = Repository.feed("everyday.jsonl")

  /// The address space that README documents for two workers, in MiB, with stacks of 8 MiB: 400 MiB,
  /// 160 MiB for the program, and the stacks.
  private static let documentedMebibytes =
    400 + 160 + 8 * (2 * 2 + ProcessInfo.processInfo.activeProcessorCount + 6)

  private func render(under limit: String, jobs: Int = 2) throws -> (
    run: CommandOutput, files: [String]
  ) {
    let galley = try GalleyRunner()
    let run = try galley.shell(
      #"\#(limit) && exec "$0" render "$1" -o a.png --quiet --jobs \#(jobs)"#, feed)
    return (run, try galley.folder.names())
  }

  @Test(
    "ends with one line and 71 where addresses do not suffice, and leaves nothing",
    arguments: [150, 200, 300, 400, 500])
  func addresses(mebibytes: Int) throws {
    let (run, files) = try render(under: "ulimit -v \(mebibytes << 10)")
    #expect(run.status == 71, "\(run.errors)")
    #expect(run.errors.hasPrefix("galley: cannot "), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(files == [])
  }

  @Test("ends with 71 and the reason where files cannot be opened", arguments: [8, 16, 24])
  func files(count: Int) throws {
    let (run, files) = try render(under: "ulimit -n \(count)")
    #expect(run.status == 71, "\(run.errors)")
    #expect(run.errors.contains("Too many open files"), "\(run.errors)")
    #expect(files == [])
  }

  @Test("paints the same picture where addresses just suffice")
  func suffices() throws {
    let galley = try GalleyRunner()
    let limit = "ulimit -S -s 8192; ulimit -v \(Self.documentedMebibytes << 10)"
    let run = try galley.shell(
      #"\#(limit); exec "$0" render "$1" -o a.png --quiet --jobs 2"#, feed)
    #expect(run.status == 0, "\(run.errors)")
    _ = try galley.run("render", feed, "-o", "b.png", "--quiet")
    #expect(try galley.folder.bytes("a.png") == galley.folder.bytes("b.png"))
  }

  @Test(
    "ends with one line, and leaves a whole picture or none, where a feed takes too much")
  func breaksOff() throws {
    let galley = try GalleyRunner()
    // An item of 6 MB takes many times its bytes.
    let text = String(repeating: "a 中 ", count: 1_000_000)
    let path = try galley.write(#"{"title":"t","content":"\#(text)"}"# + "\n", to: "feed.jsonl")
    let limit = "ulimit -S -s 8192; ulimit -v \(Self.documentedMebibytes << 10)"
    let options = "--from jsonl --max-text 16MiB --quiet --jobs 2"
    let run = try galley.shell(
      #"\#(limit); TMPDIR=. exec "$0" render "$1" -o a.png \#(options)"#, path)
    #expect([0, 70, 71].contains(run.status), "\(run.errors)")
    // Swift's runtime has a line of its own.
    let lines = run.errors.split(separator: "\n").filter { $0.hasPrefix("galley:") }
    #expect(lines.count == (run.status == 0 ? 0 : 1), "\(run.errors)")
    if run.status == 70 { #expect(run.errors.contains("(ulimit -v or -d)"), "\(run.errors)") }
    let names = try galley.folder.names().filter { $0 != "feed.jsonl" }
    #expect(names == (run.status == 0 ? ["a.png"] : []), "status \(run.status)")
    if run.status == 0 { _ = try DecodedPNG(galley.folder.bytes("a.png")) }
  }

  @Test("asks for one worker where there is one, and then advises no fewer")
  func oneWorker() throws {
    let needs = SystemNeeds(workerCount: 1)
    #expect(needs.threadCount == ProcessInfo.processInfo.activeProcessorCount + 8)
    // Less than one worker needs.
    let limit = "ulimit -S -s 8192; ulimit -v \(400 << 10)"
    for arguments in ["render - -o a.png --mode sync", "render - -o a.png --jobs 1", "doctor"] {
      let run = try GalleyRunner().shell(#"\#(limit); exec "$0" \#(arguments)"#, feed)
      #expect(run.status == 71, "\(arguments): \(run.errors)")
      #expect(!run.errors.contains("--jobs"), "\(run.errors)")
    }
    let run = try GalleyRunner().shell(
      #"\#(limit); exec "$0" render "$1" -o a.png --jobs 2"#, feed)
    #expect(run.errors.contains("fewer --jobs need"), "\(run.errors)")
  }

  @Test(
    "ends with 71 where no threads can be started",
    .enabled(if: geteuid() == 0, "only the superuser may become a user without threads"))
  func threads() throws {
    let galley = try GalleyRunner()
    // The limit does not bind the superuser. No process belongs to this user, who may not be allowed
    // to read the folder of the build: the command is started from its descriptor.
    let run = try galley.shell(
      #"""
      exec 3<"$0" 4<"$1"
      exec prlimit --nproc=4 setpriv --reuid 61234 --clear-groups /proc/self/fd/3 measure - <&4
      """#, feed)
    #expect(run.status == 71, "\(run.errors)")
    #expect(run.errors.hasPrefix("galley: cannot start "), "\(run.errors)")
  }
}
