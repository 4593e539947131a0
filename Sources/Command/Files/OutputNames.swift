import ArgumentParser
import Foundation

/// Refuses a name with the extension of another format.
///
/// A name without an extension is accepted.
///
/// - Throws: `ValidationError`, which names the option and the extension.
func checkExtension(of path: String, _ option: String, is extensions: [String]) throws {
  let found = (path as NSString).pathExtension
  guard !found.isEmpty, !extensions.contains(found.lowercased()) else { return }
  let format = extensions[0]
  throw ValidationError(
    "\(option) writes \(format.uppercased()) only: \(path) ends in .\(found), not .\(format)")
}
