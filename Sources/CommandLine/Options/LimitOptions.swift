package import ArgumentParser
import GalleyFiles

/// Limits of the time and the memory of a run.
package struct ProcessLimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The longest time of the run; a longer one ends with 65.", valueName: "seconds"))
  package var maxTime: Double?

  @Option(
    help: ArgumentHelp(
      "The most memory of the run, as in 512MiB; a run that takes more ends with 70.",
      valueName: "bytes"))
  var maxMemory: ByteCount?

  package mutating func validate() throws {
    try checkSeconds(maxTime, "--max-time")
    guard (1 << 20)...(1 << 50) ~= maxMemory?.count ?? 1 << 20 else {
      throw ValidationError("--max-memory is at least 1MiB")
    }
  }

  /// The limits that a thread has to watch, with the longest time without a new row; `nil` if there are none.
  func watched(rowTime: RowTimeOption?) -> RunLimits? {
    let rowSeconds = rowTime?.maxRowTime
    guard maxTime != nil || rowSeconds != nil || maxMemory != nil else { return nil }
    return RunLimits(
      time: maxTime.map { .seconds($0) }, rowTime: rowSeconds.map { .seconds($0) },
      byteCount: maxMemory?.count, countsRows: rowTime != nil)
  }

  package init() {}
}

/// Limits of a run as a process: its time, its memory, and what it may open.
package struct LimitOptions: ParsableArguments {
  @OptionGroup var process: ProcessLimitOptions

  @Flag(
    help: """
      Let the kernel refuse all files but the inputs, fonts, assets and the folders of outputs, and \
      all connections and programs (Landlock and seccomp).
      """)
  package var sandbox = false

  package init() {}
}

/// The limit of the time without a new row, of a run that makes rows.
package struct RowTimeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The longest time without a new row, whether input or work takes it; then the run ends with 65.",
      valueName: "seconds"))
  var maxRowTime: Double?

  package mutating func validate() throws { try checkSeconds(maxRowTime, "--max-row-time") }

  package init() {}
}

private func checkSeconds(_ value: Double?, _ name: String) throws {
  guard (0.001...1e6).contains(value ?? 1) else {
    throw ValidationError("\(name) is 0.001 to 1000000 seconds")
  }
}
