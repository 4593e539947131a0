import GalleyFiles

/// Checks whether a file can be made at `path`, and leaves nothing there.
///
/// A run that writes its first file late calls this in order to fail early.
///
/// - Throws: ``PNGError/cannotCreate(path:errno:)``.
package func checkPlace(ofFile path: String) throws(PNGError) {
  try withPNGErrors { () throws(FileError) in try checkOutput(path) }
}
