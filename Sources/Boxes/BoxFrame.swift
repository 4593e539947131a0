import GalleyPrimitives

/// The lengths of a box, resolved against its container.
struct BoxFrame {
  /// The margins; automatic ones are zero.
  let margin: BoxEdges<Double>
  /// Padding and border together.
  let inset: BoxEdges<Double>
  let border: BoxEdges<Double>
  /// The extents that the container or the style determine, never below the insets.
  private(set) var known: KnownSize
  /// The style's size without minimum and maximum; an extent that follows by the ratio follows from the
  /// other one within its limits.
  private(set) var preferred: KnownSize
  /// The style's minimum, if it has one.
  private(set) var minimum: KnownSize
  private(set) var maximum: KnownSize
  let ratio: Double?

  init(_ shared: SharedFlexStyle, _ input: BoxInput) {
    let style = shared.style
    let width = input.extent.width ?? 0
    margin = shared.margin ?? style.margin.map { $0.resolved(width) ?? 0 }
    border = style.border
    inset = shared.inset ?? style.padding.map { $0.resolved(width) ?? 0 } + style.border
    ratio = style.aspectRatio
    guard !shared.isFree else {
      (minimum, maximum, preferred, known) = (.none, .none, input.known, input.known)
      known.width = known.width.map { max($0, inset.width) }
      known.height = known.height.map { max($0, inset.height) }
      return
    }
    var own = KnownSize(style.size, input.extent)
    minimum = KnownSize(style.minSize, input.extent)
    maximum = KnownSize(style.maxSize, input.extent)
    if input.ignoredAxis == .horizontal {
      (own.width, minimum.width, maximum.width) = (nil, nil, nil)
    } else if input.ignoredAxis == .vertical {
      (own.height, minimum.height, maximum.height) = (nil, nil, nil)
    }
    known = input.known
    // A length that is ignored does not come back by the ratio.
    let ratio = input.ignoredAxis == nil ? style.aspectRatio : nil
    (minimum, maximum) = (minimum.applying(ratio: ratio), maximum.applying(ratio: ratio))
    preferred = own
    own.width = own.width.map { clamped($0, .horizontal) }
    own.height = own.height.map { clamped($0, .vertical) }
    own = KnownSize(width: known.width ?? own.width, height: known.height ?? own.height)
      .applying(ratio: style.aspectRatio)
    preferred = KnownSize(
      width: preferred.width ?? own.width, height: preferred.height ?? own.height)
    known.width = (known.width ?? own.width.map { clamped($0, .horizontal) }).map {
      max($0, inset.width)
    }
    known.height =
      (known.height ?? own.height.map { clamped($0, .vertical) }).map { max($0, inset.height) }
  }

  /// Returns an extent within minimum and maximum, and not below the insets.
  func clamped(_ extent: Double, _ axis: BoxAxis) -> Double {
    let least = axis == .horizontal ? minimum.width : minimum.height
    let most = axis == .horizontal ? maximum.width : maximum.height
    let insets = axis == .horizontal ? inset.width : inset.height
    return max(min(extent, most ?? .infinity), least ?? 0, insets)
  }
}

extension KnownSize {
  /// The lengths of `size` that do not depend on content.
  init(_ size: BoxSize, _ extent: KnownSize) {
    self.init(width: size.width.resolved(extent.width), height: size.height.resolved(extent.height))
  }
}

/// The space within a container whose width is known.
struct InnerSpace {
  /// The border box.
  var outer: KnownSize
  /// The content box.
  var width: Double
  /// Whether percentages of children may refer to the width; not while it is found by the content.
  var isWidthDefinite = true
  var height: Double?
  /// Whether percentages of children may refer to the height.
  var isHeightDefinite: Bool

  init(width: Double, height: Double?, isHeightDefinite: Bool, _ frame: BoxFrame) {
    outer = KnownSize(width: width, height: height)
    self.width = max(0, width - frame.inset.width)
    self.height = height.map { max(0, $0 - frame.inset.height) }
    self.isHeightDefinite = isHeightDefinite
  }

  /// The extents of which percentages of children are taken.
  var extent: KnownSize {
    KnownSize(width: isWidthDefinite ? width : nil, height: isHeightDefinite ? height : nil)
  }
}
