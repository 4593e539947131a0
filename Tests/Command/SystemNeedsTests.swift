import Foundation
import TestFolders
import Testing

@Suite("A run under limits of the system", .serialized, .timeLimit(.minutes(3)))
struct SystemNeedsTests {
  private let feed = Galley.sample("everyday.jsonl")

  private func render(under limit: String, jobs: Int = 2) throws -> (run: Run, files: [String]) {
    let galley = try Galley()
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
    // What a run needs is documented as 1 GiB for two workers.
    let galley = try Galley()
    let run = try galley.shell(
      #"ulimit -v 1048576; exec "$0" render "$1" -o a.png --quiet --jobs 2"#, feed)
    #expect(run.status == 0, "\(run.errors)")
    _ = try galley.run("render", feed, "-o", "b.png", "--quiet")
    #expect(try galley.folder.bytes("a.png") == galley.folder.bytes("b.png"))
  }

  @Test(
    "ends with 71 where no threads can be started",
    .enabled(if: geteuid() == 0, "only the superuser may become a user without threads"))
  func threads() throws {
    let galley = try Galley()
    // The limit does not bind the superuser. No process belongs to this user.
    let run = try galley.shell(
      #"exec prlimit --nproc=4 setpriv --reuid 61234 --clear-groups "$0" measure "$1""#, feed)
    #expect(run.status == 71, "\(run.errors)")
    #expect(run.errors.hasPrefix("galley: cannot start "), "\(run.errors)")
  }
}
