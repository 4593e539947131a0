package import ArgumentParser

/// The file of a record for `galley verify`.
package struct MetadataOption: ParsableArguments {
  @Option(
    name: .customLong("metadata"),
    help: ArgumentHelp(
      "Write the hash of each file, and the fonts and versions that made it, for galley verify.",
      valueName: "file"))
  package var path: String?

  /// Checks that `output`, the value of the option `name`, is a file.
  package func check(output: String?, of name: String) throws {
    try checkNotEmpty(("--metadata", path))
    guard path == nil || output != nil && output != "-" else {
      throw ValidationError("--metadata goes with the file of \(name)")
    }
  }

  package init() {}
}
