public import GalleyBoxes
public import GalleyPrimitives
public import GalleyText

/// Modifiers of an element's box.
///
/// Left and right are those of a left-to-right cell; in a right-to-left one, all is mirrored.
///
/// A box has each property once, as in CSS: a later modifier replaces an earlier one of the same property, and
/// otherwise their order does not matter.
extension Element {
  /// Changes the tree.
  public func modifying(_ change: (inout ElementTree) -> Void) -> ElementTree {
    var result = tree
    change(&result)
    return result
  }

  /// Sets the distance from the sides to the content, in layout units.
  public func padding(_ length: Double) -> ElementTree { padding(EdgeInsets(all: length)) }

  /// Sets the distances from the sides to the content.
  public func padding(_ insets: EdgeInsets) -> ElementTree {
    modifying { $0.box.padding = BoxEdges(insets) }
  }

  /// Sets the distances along x and along y from the sides to the content.
  public func padding(x: Double, y: Double) -> ElementTree {
    padding(EdgeInsets(top: y, left: x, bottom: y, right: x))
  }

  /// Sets the distances from the sides to other boxes.
  public func margin(_ insets: EdgeInsets) -> ElementTree {
    modifying { $0.box.margin = BoxEdges(insets) }
  }

  /// Sets the width and the height; a length that is not given does not change.
  public func frame(width: BoxLength? = nil, height: BoxLength? = nil) -> ElementTree {
    modifying { tree in
      if let width { tree.box.size.width = width }
      if let height { tree.box.size.height = height }
    }
  }

  /// Limits the width and the height; a limit that is not given does not change.
  public func limits(
    minimumWidth: BoxLength? = nil, maximumWidth: BoxLength? = nil,
    minimumHeight: BoxLength? = nil, maximumHeight: BoxLength? = nil
  ) -> ElementTree {
    modifying { tree in
      if let minimumWidth { tree.box.minSize.width = minimumWidth }
      if let maximumWidth { tree.box.maxSize.width = maximumWidth }
      if let minimumHeight { tree.box.minSize.height = minimumHeight }
      if let maximumHeight { tree.box.maxSize.height = maximumHeight }
    }
  }

  /// Sets the width divided by the height.
  public func aspectRatio(_ ratio: Double) -> ElementTree {
    modifying { $0.box.aspectRatio = ratio }
  }

  /// Sets the share of free space that the element takes.
  ///
  /// With a basis of 0, elements of equal shares have equal extents.
  public func grow(_ share: Double = 1, basis: BoxLength = .auto) -> ElementTree {
    modifying { tree in
      tree.box.grow = share
      tree.box.basis = basis
    }
  }

  /// Sets the share of missing space that the element gives; 0 keeps its extent.
  public func shrink(_ share: Double) -> ElementTree { modifying { $0.box.shrink = share } }

  /// Sets the element's own alignment across the axis of the box around it.
  public func alignment(_ alignment: BoxAlignment) -> ElementTree {
    modifying { $0.box.alignSelf = alignment }
  }

  /// Begins a new line for children that do not fit.
  public func wrapping() -> ElementTree { modifying { $0.box.wrap = .wrap } }

  /// Places the element by its distances from the sides of the box around it, outside its arrangement.
  public func anchored(
    top: BoxLength = .auto, left: BoxLength = .auto, bottom: BoxLength = .auto,
    right: BoxLength = .auto
  ) -> ElementTree {
    modifying { tree in
      tree.box.isAbsolute = true
      tree.box.insets = BoxEdges(top: top, leading: left, bottom: bottom, trailing: right)
    }
  }

  /// Sets the reading direction of the element and of those within it; by default, it is that of the first
  /// text in the cell.
  public func rightToLeft(_ isRightToLeft: Bool?) -> ElementTree {
    modifying { $0.box.isRightToLeft = isRightToLeft }
  }

  /// Sets the colour behind the content.
  public func background(_ color: Color?) -> ElementTree {
    modifying { $0.look.background = color }
  }

  /// Draws a line along the inside of the edge; it takes no space, and a width of 0 is one device pixel.
  public func border(_ color: Color, width: Double = 1) -> ElementTree {
    border(Border(width: width, color: color))
  }

  /// Draws a line of any kind along the inside of the edge.
  public func border(_ border: Border?) -> ElementTree { modifying { $0.look.border = border } }

  /// Sets the radius of all corners, in layout units.
  public func cornerRadius(_ radius: Double) -> ElementTree {
    cornerRadii(CornerRadii(all: radius))
  }

  /// Sets the radius of each corner.
  public func cornerRadii(_ radii: CornerRadii) -> ElementTree {
    modifying { $0.look.radii = radii }
  }

  /// Sets a shadow below the box.
  public func shadow(_ shadow: TextShadow?) -> ElementTree { modifying { $0.look.shadow = shadow } }

  /// Sets the opacity of the element with its content; where elements overlap, the lower ones do not shine
  /// through.
  public func opacity(_ opacity: Double) -> ElementTree { modifying { $0.look.opacity = opacity } }

  /// Clips the content to the box and its corners.
  public func clipped() -> ElementTree { modifying { $0.look.isClipped = true } }

  /// Names the part in the cell's layout and among its hit areas.
  public func role(_ role: String) -> ElementTree { modifying { $0.role = role } }
}
