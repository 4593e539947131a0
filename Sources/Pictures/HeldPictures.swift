package import GalleyFrames
package import GalleyPrimitives

/// The complete pictures and layouts of a store at one moment.
package struct HeldPictures: PresentPictures {
  /// A picture, and the last round that wanted it.
  struct Held {
    var picture: RowPicture
    var round: Int
  }

  let pictures: [PictureID: Held]
  let layouts: [ContentKey: Int]

  package func byteCount(of id: PictureID) -> Int? { pictures[id]?.picture.byteCount }

  package func hasLayout(of key: ContentKey) -> Bool { layouts[key] != nil }
}
