public import GalleyConstraints

/// Elements that linear constraints place, as in Auto Layout.
///
/// ```swift
/// let (photo, title, box) = (ConstraintItem("photo"), ConstraintItem("title"), ConstraintItem.container)
/// Constrained {
///   Image("photo").frame(width: 48, height: 48).id(photo)
///   Text(post.title).id(title)
/// } constraints: {
///   photo.leading == box.leading
///   photo.top == box.top
///   title.leading == photo.trailing + 8
///   title.trailing == box.trailing
///   title.centerY == photo.centerY
///   box.bottom >= photo.bottom
///   box.bottom >= title.bottom
/// }
/// ```
///
/// The container is as wide as the box around it says, and as high as its constraints allow. Widths are solved
/// first; texts are measured at these widths, and then heights are solved. Elements keep the size of their content
/// by priorities (``Element/hugging(x:y:)``, ``Element/compressionResistance(x:y:)``), and a frame is required.
/// Constraints that contradict each other or leave a place open are an ``ElementError``.
public struct Constrained: Element {
  /// The elements and their constraints as a tree.
  public let tree: ElementTree

  /// Makes a container; an element's identifier is that of ``Element/id(_:)``.
  ///
  /// - Parameters:
  ///   - content: The elements, the lowest first.
  ///   - constraints: The constraints between them and the container.
  public init(
    @ElementBuilder content: () -> ElementList,
    @ConstraintBuilder constraints: () -> [LayoutConstraint]
  ) {
    tree = ElementTree(.constraints(constraints()), children: content().trees)
  }
}

extension Element {
  /// Names the element in the constraints of the ``Constrained`` around it.
  public func id(_ item: ConstraintItem) -> ElementTree {
    modifyingTraits { $0.identifier = item.identifier }
  }

  /// Sets the priorities with which constraints do not make the element larger than its content.
  ///
  /// The default is 250, and a priority that is not given does not change.
  public func hugging(x: Int? = nil, y: Int? = nil) -> ElementTree {
    modifyingTraits { traits in
      if let x { traits.hugging.x = x }
      if let y { traits.hugging.y = y }
    }
  }

  /// Sets the priorities with which constraints do not make the element smaller than its content.
  ///
  /// The default is 750, and a priority that is not given does not change.
  public func compressionResistance(x: Int? = nil, y: Int? = nil) -> ElementTree {
    modifyingTraits { traits in
      if let x { traits.compressionResistance.x = x }
      if let y { traits.compressionResistance.y = y }
    }
  }

  private func modifyingTraits(_ change: (inout ConstraintTraits) -> Void) -> ElementTree {
    modifying { tree in
      var traits = tree.traits ?? ConstraintTraits()
      change(&traits)
      tree.traits = traits
    }
  }
}
