import GalleyBoxes
package import GalleyElements
import GalleyPrimitives
import GalleyText

extension Theme {
  /// The content of the place of an image that is missing or refused.
  public enum MissingImage: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing: the image takes no space.
    case none
    /// A grey area with a drawn picture, in the place of an image.
    case placeholder
    /// The description of the image in a frame; nothing for an image without one.
    case alt
  }

  /// The space between the frame of a description and its words.
  static let descriptionPadding = 10.0

  /// The largest size of the letters of a description.
  private static let largestDescription = 28.0

  /// The line around the description of a missing image.
  var descriptionBorder: Border { Border(width: 1, color: borderColor) }

  /// Returns the element in place of an image that is missing, with the style of its own: its description in a frame.
  package func descriptionElement(
    _ words: String, language: String?, style: ElementStyle
  ) -> ElementTree {
    var look = style.look
    look.border = look.border ?? descriptionBorder
    var box = style.box
    (box.arrangement, box.alignItems) = (.column, .start)
    box.padding = BoxEdges(all: .units(Self.descriptionPadding))
    // A large box has larger letters, which shrink if they are too many.
    var letters = time
    if case .units(let height) = box.size.height {
      letters.font.size = max(letters.font.size, min(height / 12, Self.largestDescription))
    }
    let text = ElementText(letters.text(words, language: language), minimumScale: 0.5)
    return ElementTree(
      .none, style: ElementStyle(box: box, look: look, role: style.role, traits: style.traits),
      children: [ElementTree(.text(text), box: FlexStyle(.column))])
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
