/// Waits until `condition` holds.
///
/// - Throws: `CancellationError` after the time limit of the test.
package func waitUntil(
  isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool
) async throws {
  while !condition() { try await Task.sleep(for: .milliseconds(1)) }
}
