import TestSupport

extension GalleyRunner {
  /// Runs `galley scroll` to its end.
  static func scroll(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> CommandOutput {
    try GalleyRunner().run(["scroll"] + arguments, environment: environment)
  }
}
