/// The reason for which a library does not encode a picture.
package struct PictureWritingError: Error, Hashable, Sendable {
  package var reason: String

  init(_ reason: String) { self.reason = reason }
}
