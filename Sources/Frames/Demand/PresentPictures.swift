package import GalleyPrimitives

/// The pictures and layouts that are complete.
package protocol PresentPictures {
  /// Returns the bytes of a picture; `nil` if it is missing.
  func byteCount(of id: PictureID) -> Int?
  /// Whether a layout is complete.
  func hasLayout(of key: ContentKey) -> Bool
}

extension PresentPictures {
  /// Whether a picture is complete.
  package func has(_ id: PictureID) -> Bool { byteCount(of: id) != nil }

  /// Whether all pictures that contain the pixel rows `rows` of a row of `height` are complete.
  package func has(_ rows: Range<Int>, of key: ContentKey, height: Int) -> Bool {
    for id in PictureID.covering(rows, of: key, height: height) where !has(id) { return false }
    return true
  }
}
