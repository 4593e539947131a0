import GalleyPrimitives

extension Theme {
  /// The content of the place of an image that is missing or refused.
  public enum MissingImage: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing: the image takes no space.
    case none
    /// A grey area with a drawn picture, in the place of an image.
    case placeholder
  }

  /// Returns the extent in which an image of extent `own` is shown, in a card with room for parts of `width`.
  ///
  /// Without ``imageAspect`` an image keeps its extent, and is scaled down to the width. If it is then higher than
  /// ``maximumImageHeight``, it is cropped to that, or made narrower if ``imageFit`` is
  /// ``/GalleyPrimitives/ImageFit/contain``.
  func extent(ofImage own: Size, width: Double) -> Size {
    if imageAspect > 0 { return extent(ofAspect: imageAspect, width: width) }
    let factor = min(1, width / own.width, maximumImageHeight / own.height)
    guard imageFit != .contain, own.height * min(1, width / own.width) > maximumImageHeight else {
      return Size(width: own.width * factor, height: own.height * factor)
    }
    return Size(width: min(width, own.width), height: maximumImageHeight)
  }

  /// Returns the extent of the area in the place of a missing image: 16 by 9 without ``imageAspect``.
  func extent(ofPlaceholder width: Double) -> Size {
    extent(ofAspect: imageAspect > 0 ? imageAspect : 16 / 9, width: width)
  }

  private func extent(ofAspect aspect: Double, width: Double) -> Size {
    Size(width: width, height: min(width / aspect, maximumImageHeight))
  }
}
