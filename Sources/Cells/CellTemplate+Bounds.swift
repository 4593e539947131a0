import GalleyPrimitives

extension CellTemplate {
  /// The first number of the template or of the images of `content` that is out of bounds, with its name;
  /// `nil` if there is none.
  ///
  /// Each layout checks, since a program can change the numbers at any time. The typesetter checks fonts and
  /// row limits.
  func fault(with content: CardContent) -> (name: String, number: Double)? {
    var check = NumberCheck()
    check.expect(width, in: 0.0.nextUp...16_384, "width")
    check.expect(scale, in: 1 / 64...64, "scale")
    check.expect(theme)
    check.expect(content.image?.size, "image")
    for picture in content.furtherPictures { check.expect(picture.image.size, "image") }
    check.expect(content.avatar?.size, "avatar")
    return check.fault
  }
}

/// Collects the first number that is out of bounds or not finite.
private struct NumberCheck {
  private(set) var fault: (name: String, number: Double)?

  /// The bounds of a theme file, and as far below 0.
  private static let length = -8_192.0...8_192

  mutating func expect(
    _ number: Double, in bounds: ClosedRange<Double> = Self.length, _ name: String
  ) {
    if !bounds.contains(number), fault == nil { fault = (name, number) }
  }

  private mutating func expect(_ insets: EdgeInsets, _ name: String) {
    for inset in [insets.top, insets.left, insets.bottom, insets.right] { expect(inset, name) }
  }

  private mutating func expect(_ radii: CornerRadii, _ name: String) {
    for radius in [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft] {
      expect(radius, name)
    }
  }

  mutating func expect(_ size: Size?, _ name: String) {
    guard let size else { return }
    for extent in [size.width, size.height] { expect(extent, in: -1e9...1e9, name) }
  }

  mutating func expect(_ theme: Theme) {
    expect(theme.borderWidth, "borderWidth")
    for dash in theme.borderDashes { expect(dash, "borderDashes") }
    expect(theme.borderPhase, "borderPhase")
    expect(theme.cornerRadii, "cornerRadii")
    expect(theme.cardInsets, "cardInsets")
    expect(theme.padding, "padding")
    expect(theme.gap, "gap")
    expect(theme.pictureGap, "pictureGap")
    expect(theme.avatarSize, "avatarSize")
    expect(theme.avatarGap, "avatarGap")
    expect(theme.maximumImageHeight, in: 0...Double.infinity, "maximumImageHeight")
    expect(theme.imageAspect, in: 0...8_192, "imageAspect")
    expect(theme.imageRadii, "imageRadii")
  }
}
