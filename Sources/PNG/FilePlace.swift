import GalleyHandles

/// Finds out whether a file could be made at `path`, and leaves nothing there.
///
/// For runs that write their first file late: they should fail early.
///
/// - Throws: ``PNGError/cannotCreate(path:errno:)``.
package func checkPlace(ofFile path: String) throws(PNGError) {
  try withPNGErrors { () throws(FileError) in try checkOutput(path) }
}
