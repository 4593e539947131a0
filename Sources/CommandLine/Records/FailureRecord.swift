package import Galley

/// A bad element, in the records of `--json`.
package struct FailureRecord: Encodable {
  package var index: Int
  package var byteOffset: Int
  package var error: String

  package init(_ failure: RowFailure) {
    index = failure.index
    byteOffset = failure.byteOffset
    error = failure.message
  }
}
