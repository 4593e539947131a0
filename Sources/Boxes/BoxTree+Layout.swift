import GalleyPrimitives

extension BoxTree {
  /// Computes the rectangles of all boxes.
  ///
  /// - Parameters:
  ///   - width: The root's width. With ``BoxSpace/atMost(_:)``, the root is as wide as its content, if that
  ///     fits.
  ///   - height: The root's height; one that is not exact follows from the content.
  ///   - isRightToLeft: Whether boxes whose style does not say so read from right to left.
  ///   - measure: Returns the size of a leaf's content. It has to be the same for the same proposal.
  /// - Returns: The rectangles, from the root's top-left corner.
  /// - Throws: ``BoxError/unusableSpace(_:)``, ``BoxError/unusableMeasurement(leaf:width:height:)``,
  ///   ``BoxError/tooMuchWork(boxes:)``.
  /// - Complexity: O(boxes) for usual trees; O(boxes × ``workLimit``) at most.
  public func layout(
    width: BoxSpace, height: BoxSpace = .maxContent, isRightToLeft: Bool = false,
    measure: (_ leaf: Int, _ proposal: BoxProposal) -> BoxMeasurement
  ) throws(BoxError) -> BoxLayout {
    try Self.check(width)
    try Self.check(height)
    guard !nodes.isEmpty else { return BoxLayout(placements: []) }
    let result: Result<BoxLayout, BoxError> = withoutActuallyEscaping(measure) { measure in
      var solver = BoxSolver(nodes, isRightToLeft: isRightToLeft, measure: measure)
      do throws(BoxError) {
        try solver.solve(width, height)
        return .success(solver.layout())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func check(_ space: BoxSpace) throws(BoxError) {
    switch space {
    case .exactly(let length), .atMost(let length):
      guard (0...lengthLimit).contains(length) else { throw .unusableSpace("\(length)") }
    case .minContent, .maxContent: break
    }
  }
}

extension BoxSolver {
  /// Computes the root, and with it all boxes.
  fileprivate mutating func solve(_ width: BoxSpace, _ height: BoxSpace) throws(BoxError) {
    var input = BoxInput(known: .none, extent: .none, space: width)
    if case .exactly(let length) = width {
      input.known.width = length
      input.extent.width = length
    } else if case .atMost(let length) = width {
      input.extent.width = length
    }
    if case .exactly(let length) = height {
      input.known.height = length
      input.extent.height = length
      input.isHeightDefinite = true
    }
    let output = try measure(0, input)
    let isOwn = BoxFrame(nodes[0].shared, input).known.height != nil
    input.isHeightDefinite = input.isHeightDefinite || isOwn
    input.known = KnownSize(width: output.width, height: output.height)
    _ = try place(0, input)
    boxes[0].rect = Rect(x: 0, y: 0, width: output.width, height: output.height)
  }

  /// The rectangles from the root's top-left corner.
  fileprivate func layout() -> BoxLayout {
    var placements: [BoxPlacement] = []
    placements.reserveCapacity(nodes.count)
    for index in nodes.indices {
      let box = boxes[index]
      var rect = box.rect
      if index > 0 {
        let base = placements[nodes[index].parent].rect
        rect = rect.offset(x: base.minX, y: base.minY)
      }
      let (inset, isFlipped) = (box.inset, box.readsRightToLeft)
      let content = rect.inset(
        by: EdgeInsets(
          top: inset.top, left: isFlipped ? inset.trailing : inset.leading, bottom: inset.bottom,
          right: isFlipped ? inset.leading : inset.trailing))
      placements.append(BoxPlacement(rect: rect, content: content, firstBaseline: box.baseline))
    }
    return BoxLayout(placements: placements)
  }
}
