import ArgumentParser
import Foundation

/// Refuses a name with the extension of another format.
///
/// A name without an extension is accepted.
///
/// - Throws: `ValidationError`, which names the option and the extension.
package func checkExtension(of path: String, _ option: String, is extensions: [String]) throws {
  let found = (path as NSString).pathExtension
  guard !found.isEmpty, !extensions.contains(found.lowercased()) else { return }
  let formats = extensions.filter { $0 != "htm" }.map { $0.uppercased() }.joined(separator: " or ")
  throw ValidationError(
    "\(option) writes \(formats) only: \(path) ends in .\(found), not .\(extensions[0])")
}
