import GalleyBoxes
public import GalleyPrimitives

/// An image of a cell, from the assets folder.
///
/// A row does not stretch it, and a column stretches its width, unless it has an alignment of its own. Without a
/// frame it has its own extent: a layout unit per pixel of its file, or half of one if its name ends
/// in `@2x`. A missing image takes no space, unless it has a frame, and is reported.
public struct Image: Element {
  /// The image.
  public var content: ElementImage

  /// Makes an image by its name among the assets.
  ///
  /// - Parameters:
  ///   - name: The name, with or without an extension.
  ///   - size: The image's own extent, in layout units; `nil` for that of the file.
  public init(_ name: String, size: Size? = nil) {
    content = ElementImage(name: name, size: size)
  }

  /// The image as a tree; it keeps its extent if the space is short.
  public var tree: ElementTree {
    var box = FlexStyle(.column)
    box.shrink = 0
    return ElementTree(.image(content), box: box)
  }

  /// Sets how the image fits its box.
  public func fit(_ fit: ImageFit) -> Image {
    var result = self
    result.content.fit = fit
    return result
  }

  /// Sets the point that stays in view where the box shows only a part, in fractions of the image.
  public func focus(x: Double, y: Double) -> Image {
    var result = self
    result.content.focus = FocalPoint(x: x, y: y)
    return result
  }
}
