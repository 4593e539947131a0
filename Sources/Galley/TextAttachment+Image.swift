public import GalleyElements
public import GalleyPrimitives
public import GalleyText

extension TextAttachment {
  /// Makes an attachment of an image: from the assets, from bytes, or from a drawing.
  ///
  /// ```swift
  /// let dot = try Image(size: Size(width: 12, height: 12)) {
  ///   DisplayList([.fill(Rect(x: 2, y: 2, width: 8, height: 8), .black)])
  /// }
  /// let attachment = TextAttachment(dot, alignment: .baseline)
  /// ```
  ///
  /// - Parameters:
  ///   - image: The image; only its name and its extent count.
  ///   - size: The size of the attachment's box, in layout units; `nil` for the image's own, or for nothing if it has
  ///     none.
  ///   - alignment: The vertical alignment to the text.
  ///   - contentMode: How the image fits the box.
  public init(
    _ image: Image, size: Size? = nil, alignment: VerticalAlignment = .center,
    contentMode: ContentMode = .scaleAspectFit
  ) {
    self.init(
      .image(name: image.content.name), size: size ?? image.content.size ?? .zero,
      alignment: alignment, contentMode: contentMode)
  }
}
