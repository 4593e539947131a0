import Foundation
import TestSupport
import Testing

/// Whether strace can trace a process here; containers may forbid it.
private let canTrace: Bool = {
  let run = try? runProgram("/usr/bin/strace", ["-o", "/dev/null", "/bin/true"])
  return run?.status == 0
}()

/// The kernel's calls say which files and connections a run opens, whatever the feed names.
@Suite(
  "What a run opens", .serialized, .timeLimit(.minutes(15)),
  .enabled(if: canTrace, "strace cannot trace processes here"))
struct OpenedFilesTests {
  /// A call that opens a file or a connection, and succeeded.
  private struct Call {
    var name: String
    var path: String
  }

  /// The successful calls of a run in a folder with the sample's assets, and the run.
  private func calls(_ arguments: String) throws -> (calls: [Call], run: CommandOutput) {
    let galley = try GalleyRunner()
    let trace = galley.folder.path("trace")
    let run = try galley.shell(
      #"exec strace -f -qq -s 4096 -e trace=%network,open,openat,openat2 -o trace "$0" \#(arguments)"#,
      Repository.path("Samples/Assets"),
      environment: ["XDG_CACHE_HOME": galley.folder.path("cache")])
    let lines = try String(decoding: TestFolder.bytes(at: trace), as: UTF8.self)
      .split(separator: "\n").filter { !$0.contains(" = -1 ") && !$0.contains("resumed>") }
    let calls = lines.compactMap { line -> Call? in
      guard let start = line.firstIndex(of: "(") else { return nil }
      let name = line[..<start].split(separator: " ").last.map(String.init) ?? ""
      let quoted = line.split(separator: "\"", omittingEmptySubsequences: false)
      let path = quoted.count > 1 ? String(quoted[1]) : ""
      return Call(
        name: name, path: path.replacingOccurrences(of: galley.folder.path + "/", with: ""))
    }
    return (calls, run)
  }

  private static let allowedFolders = [
    "/usr/share/fonts/", "/usr/share/X11/locale/", "/usr/share/locale/", "/proc/self/",
    "/proc/thread-self/", "/sys/devices/system/cpu/", "/sys/fs/cgroup/",
  ]
  private static let allowedFiles: Set = [
    "/dev/null", "/dev/urandom", "/proc/filesystems", "/proc/cpuinfo",
    "/proc/sys/vm/overcommit_memory", "/etc/ld.so.cache",
    "/etc/localtime", ".",
  ]

  /// Whether a run may open a file of the system: one of a library, a font, or the kernel.
  private func isOfSystem(_ path: String) -> Bool {
    path.hasSuffix(".so") || path.contains(".so.") || Self.allowedFiles.contains(path)
      || Self.allowedFolders.contains(where: { path.hasPrefix($0) })
      // On a busy machine, libdispatch looks at the states of its threads.
      || path.wholeMatch(of: /\/proc\/[0-9]+\/stat/) != nil
  }

  @Test(
    "has no socket, and no file but the feed, assets, fonts, libraries and outputs",
    arguments: [
      #"render FEED --assets "$1" -o a.png --quiet"#,
      #"render FEED --assets "$1" --cards -o 'cards/{index}.png' --quiet --json=records"#,
      #"measure FEED --assets "$1" --heights --height-cache heights --json=records --quiet"#,
      #"scroll FEED --assets "$1" --seconds 0.1 --frames frames --json=records --quiet"#,
      #"inspect FEED --assets "$1" --row 0"#,
    ])
  func opens(command: String) throws {
    let feed = Repository.feed("hostile.jsonl")
    let (calls, run) = try calls(command.replacingOccurrences(of: "FEED", with: "'\(feed)'"))
    #expect([0, 1].contains(run.status), "\(run.errors)")
    let fileCalls: Set = ["open", "openat", "openat2"]
    #expect(calls.filter { !fileCalls.contains($0.name) }.map(\.name) == [])
    // No code that could open a connection is in the process.
    #expect(!calls.contains { $0.path.contains("libcurl") })
    // An asset is opened beneath its folder, so that its path cannot lead out of it.
    let others = calls.filter {
      $0.name != "openat2" && !isOfSystem($0.path) && $0.path != feed
        && $0.path != Repository.path("Samples/Assets")
    }
    let outputs = ["a.png", "cards", "records", "heights", "frames", "cache", "galley"]
    for call in others {
      let isOutput =
        !call.path.hasPrefix("/") && !call.path.contains("..")
        && outputs.contains(where: { call.path.hasPrefix($0) || call.path.hasPrefix("." + $0) })
      #expect(isOutput, "\(call.name) \(call.path)")
    }
    #expect(calls.contains { $0.path == feed })
  }
}
