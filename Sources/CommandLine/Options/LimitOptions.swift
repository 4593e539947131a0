package import ArgumentParser
import GalleyFiles

/// Limits of a run as a process: its time, its memory, and what it may open.
package struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The longest time of the run; a longer one ends with 65.", valueName: "seconds"))
  package var maxTime: Double?

  @Option(
    help: ArgumentHelp(
      "The longest time without a new row, whether input or work takes it; then the run ends with 65.",
      valueName: "seconds"))
  var maxRowTime: Double?

  @Option(
    help: ArgumentHelp(
      "The most memory of the run, as in 512MiB; a run that takes more ends with 70.",
      valueName: "bytes"))
  var maxMemory: ByteCount?

  @Flag(
    help: """
      Let the kernel refuse all files but the inputs, fonts, assets and the folders of outputs, and \
      all connections and programs (Landlock and seccomp).
      """)
  package var sandbox = false

  package mutating func validate() throws {
    for (name, value) in [("--max-time", maxTime), ("--max-row-time", maxRowTime)] {
      guard (0.001...1e6).contains(value ?? 1) else {
        throw ValidationError("\(name) is 0.001 to 1000000 seconds")
      }
    }
    guard (1 << 20)...(1 << 50) ~= maxMemory?.count ?? 1 << 20 else {
      throw ValidationError("--max-memory is at least 1MiB")
    }
  }

  /// The limits that a thread has to watch; `nil` if there are none.
  var watched: RunLimits? {
    guard maxTime != nil || maxRowTime != nil || maxMemory != nil else { return nil }
    return RunLimits(
      time: maxTime.map { .seconds($0) }, rowTime: maxRowTime.map { .seconds($0) },
      byteCount: maxMemory?.count)
  }

  package init() {}
}
