package import GalleyFrames

/// The pictures of a frame, which most often are those of the next frame: these are found without a look-up,
/// and without a change of their reference counts.
package struct FoundPictures {
  /// The pictures of the frame, from its top, and then those of the last frame that were not found yet.
  private var pictures: [RowPicture] = []
  private var count = 0

  /// Begins the next frame.
  mutating func begin() {
    if pictures.count > count { pictures.removeSubrange(count...) }
    count = 0
  }

  /// Adds a picture of the last frame, which is the next one or follows it; returns false for others.
  mutating func addNext(_ id: PictureID) -> Bool {
    guard count < pictures.count else { return false }
    if pictures[count].id != id {
      // A row may have left the frame at its top.
      guard count + 1 < pictures.count, pictures[count + 1].id == id else { return false }
      pictures.remove(at: count)
    }
    count += 1
    return true
  }

  /// Adds a picture that was looked up.
  mutating func add(_ picture: RowPicture) {
    pictures.insert(picture, at: count)
    count += 1
  }

  /// Forgets all pictures, some of which are evicted.
  mutating func forget() { self = FoundPictures() }

  /// Returns a picture of the frame; `nil` if it was not added.
  package func picture(_ id: PictureID) -> RowPicture? {
    for place in 0..<count where pictures[place].id == id { return pictures[place] }
    return nil
  }

  /// The identifiers of the pictures of the frame.
  package var ids: [PictureID] { pictures[..<count].map(\.id) }
}
