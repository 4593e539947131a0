/// Where ruby or emphasis marks stand beside their text.
///
/// Lengths are in layout units across the line, from the text's baseline, which is the middle of vertical text, away
/// from the text.
package struct AnnotationPlace {
  /// The distance of the annotation's own baseline, or middle.
  package let baseline: Double
  /// The distance of the annotation's far side.
  package let reach: Double

  /// The extents of the text's and the annotation's letters, in ems: the ideographic box.
  ///
  /// The fonts' own extents include marks, and would put the annotation too far away.
  private static let (ascent, descent) = (0.88, 0.12)
  /// The descent of Latin letters, in ems.
  private static let tail = 0.24

  /// The place of an annotation with letters of `size` beside text of size `em`, a `distance` beyond the text.
  package init(
    _ position: RubyAnnotation.Position, size: Double, em: Double, distance: Double,
    isVertical: Bool
  ) {
    switch position {
    case _ where isVertical:
      baseline = (em + size) / 2 + distance
      reach = em / 2 + distance + size
    case .above:
      baseline = Self.ascent * em + distance + Self.descent * size
      reach = Self.ascent * em + distance + size
    case .below:
      baseline = Self.tail * em + distance + Self.ascent * size
      // Its own tails too, so that they do not touch the marks of the next line.
      reach = Self.tail * em + distance + (Self.ascent + Self.tail) * size
    }
  }
}

extension RubyAnnotation {
  /// The size of the small text beside text of size `em`, in layout units.
  package func size(em: Double) -> Double { max(1, em * sizeFactor) }
}

extension TextAttributes {
  /// The distance of emphasis marks beyond their usual place: they stand beyond a ruby on their side.
  package var emphasisDistance: Double {
    guard let ruby, ruby.position == emphasis?.position, !ruby.text.isEmpty else { return 0 }
    return ruby.size(em: font.size)
  }

  /// The reach of ruby and emphasis marks on a side of the text; 0 without any there.
  package func annotationReach(_ side: RubyAnnotation.Position, isVertical: Bool) -> Double {
    func reach(_ annotation: RubyAnnotation?, distance: Double) -> Double {
      guard let annotation, annotation.position == side, !annotation.text.isEmpty else { return 0 }
      let place = AnnotationPlace(
        side, size: annotation.size(em: font.size), em: font.size, distance: distance,
        isVertical: isVertical)
      return place.reach
    }
    let marks = emphasis.map { RubyAnnotation($0.mark, position: $0.position) }
    return max(reach(ruby, distance: 0), reach(marks, distance: emphasisDistance))
  }

  /// The attributes on a column of a text whose letters decide `language`, for runs without one of their own: it
  /// decides the side of lines.
  package func onColumn(in language: String?) -> TextAttributes {
    guard let language, self.language == nil else { return self }
    var result = self
    result.language = language
    return result
  }

  /// The side of the text that has underlines: beside Japanese, Korean and Mongolian columns they are at the right, as
  /// in CSS, also where the tag names the script alone.
  package func underlineSide(isVertical: Bool) -> RubyAnnotation.Position {
    guard isVertical, let language = language?.lowercased() else { return .below }
    let isNamed = ["ja", "ko", "mn"].contains { language == $0 || language.hasPrefix($0 + "-") }
    let isWritten = ["-jpan", "-hrkt", "-kore", "-mong"].contains { language.contains($0) }
    return isNamed || isWritten ? .above : .below
  }

  /// The extent, in layout units, of the line that is beyond ruby and marks on a side of the text; 0 without any.
  ///
  /// `thickness` is that of the font's lines. An underline along x is between the text and its annotations.
  package func lineExtent(
    beyond side: RubyAnnotation.Position, isVertical: Bool, thickness: Double
  ) -> Double {
    let hasUnderline = underlineSide(isVertical: isVertical) == side
    guard let line = hasUnderline ? (isVertical ? underline : nil) : overline, line.width != 0
    else { return 0 }
    let width = max(1, line.width ?? thickness).rounded(.up)
    return switch line.weight {
    case .single: width
    case .thick: 2 * width
    case .double: 3 * width
    }
  }
}
