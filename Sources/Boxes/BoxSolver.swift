import GalleyPrimitives

/// A width and a height, either of which may be unknown.
struct KnownSize: Hashable {
  var width: Double?
  var height: Double?

  static let none = KnownSize()

  /// Fills in the extent that follows from the other one.
  func applying(ratio: Double?) -> KnownSize {
    guard let ratio else { return self }
    return KnownSize(
      width: width ?? height.map { $0 * ratio }, height: height ?? width.map { $0 / ratio })
  }
}

/// The arguments of one computation of a box.
struct BoxInput: Hashable {
  /// The extents that the container has determined.
  var known: KnownSize
  /// The container's inner extents, of which percentages are taken; an extent that depends on content is unknown.
  var extent: KnownSize
  /// The space along x for the box with its margins, where the width is not known.
  var space: BoxSpace
  /// The axis along which the box's own size, minimum and maximum have no effect: the main axis of its
  /// container, which applies them itself.
  var ignoredAxis: BoxAxis?
  /// Whether percentages of children may refer to the known height.
  var isHeightDefinite = false
  /// Whether the width alone is wanted.
  var isWidthOnly = false
}

/// The result of one computation of a box.
struct BoxOutput: Hashable {
  var width: Double
  /// Zero, if the width alone was wanted.
  var height: Double
  /// The distance of the first baseline from the top of the border box.
  var firstBaseline: Double?
}

/// The results of one box.
struct SolvedBox {
  /// Whether the box reads from right to left.
  var readsRightToLeft: Bool
  /// The rectangle in its container.
  var rect = Rect.zero
  /// Padding and border.
  var inset = BoxEdges(all: 0.0)
  var baseline: Double?
  /// The arguments with which the children were placed.
  var placed: (input: BoxInput, output: BoxOutput)?
  /// The newest kept result; -1 if there is none.
  var newestKept = -1
  /// The line of a container as it was measured last.
  var measured: MeasuredLine?

  init(readsRightToLeft: Bool) { self.readsRightToLeft = readsRightToLeft }
}

/// A direction in which boxes follow each other.
enum BoxAxis: Hashable {
  case horizontal, vertical
}

/// Computes the boxes of a tree: from the width down, then from the height up.
///
/// A computation of a box either measures it, or places its children, too. Results are kept by their
/// arguments, since flexbox measures a box several times on each level.
struct BoxSolver {
  let nodes: [BoxTree.Node]
  let measure: (Int, BoxProposal) -> BoxMeasurement
  var boxes: [SolvedBox]
  /// The items and lines of the containers that are being computed, innermost last.
  var items: [FlexItem] = []
  var lines: [FlexLine] = []
  /// The items of the measured containers, each with room of its own.
  var measuredItems: [FlexItem] = []

  /// A kept result of a box.
  private struct Kept {
    var input: BoxInput
    var output: BoxOutput
    /// The next kept result of the same box; -1 if there is none.
    var next: Int
  }
  private var kept: [Kept] = []
  private var work = 0

  /// The number of boxes for which memory is reserved at once; most cells have fewer.
  private static let usualCount = 64

  init(
    _ nodes: [BoxTree.Node], isRightToLeft: Bool,
    measure: @escaping (Int, BoxProposal) -> BoxMeasurement
  ) {
    self.nodes = nodes
    self.measure = measure
    boxes = Array(repeating: SolvedBox(readsRightToLeft: isRightToLeft), count: nodes.count)
    for index in nodes.indices {
      if let own = nodes[index].shared.style.isRightToLeft {
        boxes[index].readsRightToLeft = own
      } else if index > 0 {
        boxes[index].readsRightToLeft = boxes[nodes[index].parent].readsRightToLeft
      }
    }
    let count = min(nodes.count, Self.usualCount)
    kept.reserveCapacity(2 * count)
    items.reserveCapacity(count)
    measuredItems.reserveCapacity(count)
    lines.reserveCapacity(count)
  }

  /// Measures a box.
  mutating func measure(_ box: Int, _ input: BoxInput) throws(BoxError) -> BoxOutput {
    if let output = keptOutput(box, input) { return output }
    let output = try compute(box, input, places: false)
    kept.append(Kept(input: input, output: output, next: boxes[box].newestKept))
    boxes[box].newestKept = kept.count - 1
    return output
  }

  /// Places the content of a box whose width and height are known.
  mutating func place(_ box: Int, _ input: BoxInput) throws(BoxError) -> BoxOutput {
    if let last = boxes[box].placed, last.input == input { return last.output }
    let output = try compute(box, input, places: true)
    boxes[box].placed = (input, output)
    boxes[box].baseline = output.firstBaseline
    return output
  }

  private func keptOutput(_ box: Int, _ input: BoxInput) -> BoxOutput? {
    var index = boxes[box].newestKept
    while index >= 0 {
      if kept[index].input == input { return kept[index].output }
      index = kept[index].next
    }
    return nil
  }

  private mutating func compute(
    _ box: Int, _ input: BoxInput, places: Bool
  ) throws(BoxError) -> BoxOutput {
    work += 1
    guard work <= BoxTree.workLimit * nodes.count else { throw .tooMuchWork(boxes: nodes.count) }
    let node = nodes[box]
    let frame = BoxFrame(node.shared, input)
    if places { boxes[box].inset = frame.inset }
    if node.isLeaf { return try computeLeaf(box, input, frame, places: places) }
    var known = frame.known
    let isDefinite =
      input.known.height == nil ? frame.known.height != nil : input.isHeightDefinite
    if known.width == nil {
      known.width = try contentWidth(box, input, frame, isHeightDefinite: isDefinite)
    }
    guard let width = known.width else { preconditionFailure("a content has a width") }
    if input.isWidthOnly { return BoxOutput(width: width, height: 0) }
    if let ratio = frame.ratio, known.height == nil {
      known.height = frame.clamped(width / ratio, .vertical)
    }
    if !places, let height = known.height { return BoxOutput(width: width, height: height) }
    let inner = InnerSpace(width: width, height: known.height, isHeightDefinite: isDefinite, frame)
    return node.shared.style.arrangement == .overlay
      ? try computeOverlay(box, inner, frame, places: places)
      : try computeLines(box, inner, frame, places: places)
  }

  private mutating func computeLeaf(
    _ box: Int, _ input: BoxInput, _ frame: BoxFrame, places: Bool
  ) throws(BoxError) -> BoxOutput {
    let (insetWidth, insetHeight) = (frame.inset.width, frame.inset.height)
    if let width = frame.known.width {
      if input.isWidthOnly { return BoxOutput(width: width, height: 0) }
      if !places, let height = frame.known.height { return BoxOutput(width: width, height: height) }
    }
    var proposal = BoxProposal(width: input.space, height: .maxContent)
    if let width = frame.known.width {
      proposal.width = .exactly(max(0, width - insetWidth))
    } else if case .atMost(let space) = input.space {
      let limit = min(space - frame.margin.width, frame.maximum.width ?? .infinity)
      proposal.width = .atMost(max(0, max(limit, frame.minimum.width ?? 0) - insetWidth))
    }
    if let height = frame.known.height { proposal.height = .exactly(max(0, height - insetHeight)) }
    let content = measure(box, proposal)
    let limit = 0...BoxTree.lengthLimit
    guard limit.contains(content.size.width), limit.contains(content.size.height) else {
      throw .unusableMeasurement(
        leaf: box, width: "\(content.size.width)", height: "\(content.size.height)")
    }
    let width =
      frame.known.width
      ?? frame.clamped(content.size.width + insetWidth, .horizontal)
    var height = frame.known.height ?? content.size.height + insetHeight
    if frame.known.height == nil {
      if let ratio = frame.ratio { height = width / ratio }
      height = frame.clamped(height, .vertical)
    }
    let baseline = content.firstBaseline.map { $0 + frame.inset.top }
    return BoxOutput(
      width: width, height: height, firstBaseline: baseline?.isFinite == true ? baseline : nil)
  }
}
