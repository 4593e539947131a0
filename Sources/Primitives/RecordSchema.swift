/// The keys of all JSON records; the article Records of the manual lists them.
package enum RecordSchema {
  /// The version of the keys and their meanings; records before version 2 have none.
  package static let version = 2
}

/// The version of Galley, in the command's help and in manifests.
package enum ProgramVersion {
  /// The version.
  package static let text = "0.2.0"
}
