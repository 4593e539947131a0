import GalleyBoxes
import GalleyConstraints
import GalleyElements
import GalleyHandles
import GalleyPrimitives

/// Measures and places the elements of a container with constraints.
///
/// For the boxes around it, the container is a leaf: its width is proposed, and its height follows.
final class ConstraintLeaf {
  private let constraints: [LayoutConstraint]
  private let traits: [ConstraintTraits]
  private let children: [Child]
  private let isRightToLeft: Bool?
  private let context: TreeContext
  private let path: ElementPath
  private var system: ConstraintSystem?
  private var known: [(proposal: BoxProposal, solution: ConstraintSolution)] = []

  private struct Child {
    let boxes: ElementBoxes
    /// Whether the element has a size of its own along each axis; an empty box without a frame has none.
    let hasWidth: Bool
    let hasHeight: Bool
  }

  init(
    _ constraints: [LayoutConstraint], _ elements: [ElementTree], isRightToLeft: Bool?,
    _ context: TreeContext
  ) throws(ElementError) {
    self.constraints = constraints
    self.isRightToLeft = isRightToLeft
    self.context = context
    path = ElementPath(context.path)
    traits = elements.map(\.traitsWithFrame)
    var children: [Child] = []
    for (index, element) in elements.enumerated() {
      context.path.append(index)
      let boxes = try ElementBoxes(element: element, isRightToLeft: isRightToLeft, context)
      context.path.removeLast()
      let isEmpty = element.content == .none && element.children.isEmpty
      children.append(
        Child(
          boxes: boxes, hasWidth: !isEmpty || element.box.size.width.isFixed,
          hasHeight: !isEmpty || element.box.size.height.isFixed))
    }
    self.children = children
  }

  /// Returns the size of the container in a proposed space.
  func measure(_ proposal: BoxProposal) throws(ElementError) -> BoxMeasurement {
    let solution = try solve(proposal)
    var baseline: Double?
    for (rect, height) in zip(solution.rects, solution.heights) where baseline == nil {
      baseline = height.firstBaseline.map { rect.minY + $0 }
    }
    return BoxMeasurement(size: solution.size, firstBaseline: baseline)
  }

  /// Returns the elements' boxes in the container's rectangle.
  func place(in content: Rect) throws(ElementError) -> [PlacedBoxes] {
    let solution = try solve(
      BoxProposal(width: .exactly(content.width), height: .exactly(content.height)))
    var placed: [PlacedBoxes] = []
    for (child, rect) in zip(children, solution.rects) {
      let layout = try child.boxes.layout(
        width: .exactly(rect.width), height: .exactly(rect.height))
      let origin = Point(x: content.minX + rect.minX, y: content.minY + rect.minY)
      placed.append(
        PlacedBoxes(child.boxes, layout.offset(by: origin), scale: context.template.scale))
    }
    return placed
  }

  private func solve(_ proposal: BoxProposal) throws(ElementError) -> ConstraintSolution {
    for entry in known where entry.proposal == proposal { return entry.solution }
    var failure: ElementError?
    let contentWidth: BoxSpace = proposal.width == .minContent ? .minContent : .maxContent
    let solution: ConstraintSolution
    do throws(ConstraintError) {
      solution = try checkedSystem().solve(
        width: ConstraintSpace(proposal.width), height: ConstraintSpace(proposal.height),
        budget: context.budget,
        contentWidth: { number in
          guard failure == nil, children[number].hasWidth else { return nil }
          do throws(ElementError) {
            return try children[number].boxes.layout(width: contentWidth, height: .maxContent)
              .size.width
          } catch {
            failure = error
            return nil
          }
        },
        contentHeight: { number, width in
          guard failure == nil else { return ConstrainedHeight(height: nil) }
          do throws(ElementError) { return try height(of: children[number], width) } catch {
            failure = error
            return ConstrainedHeight(height: nil)
          }
        })
    } catch { throw failure ?? .constraints(path, error) }
    if let failure { throw failure }
    context.work.solutionCount += 1
    context.work.pivotCount += solution.pivotCount
    known.append((proposal, solution))
    return solution
  }

  private func checkedSystem() throws(ConstraintError) -> ConstraintSystem {
    if let system { return system }
    let checked = try ConstraintSystem(
      constraints, traits: traits,
      isRightToLeft: isRightToLeft ?? (context.direction == .rightToLeft))
    system = checked
    return checked
  }

  private func height(
    of child: Child, _ width: Double
  ) throws(ElementError) -> ConstrainedHeight {
    guard child.hasHeight else { return ConstrainedHeight(height: nil) }
    let layout = try child.boxes.layout(
      width: .exactly(min(width, ConstraintSystem.lengthLimit)), height: .maxContent)
    return ConstrainedHeight(
      height: layout.size.height, firstBaseline: layout.placements.first?.firstBaseline,
      lastBaseline: try child.boxes.lastBaseline(in: layout))
  }
}

extension ConstraintSpace {
  fileprivate init(_ space: BoxSpace) {
    switch space {
    case .exactly(let extent): self = .exactly(extent)
    case .atMost(let limit): self = .atMost(limit)
    case .minContent, .maxContent: self = .fitting
    }
  }
}

extension BoxLength {
  /// Whether it is a number of layout units.
  fileprivate var isFixed: Bool { if case .units = self { true } else { false } }
}

extension ElementTree {
  /// The traits, with a frame as a requirement.
  fileprivate var traitsWithFrame: ConstraintTraits {
    var result = traits ?? ConstraintTraits()
    let required = LayoutConstraint.requiredPriority
    if box.size.width.isFixed {
      (result.hugging.x, result.compressionResistance.x) = (required, required)
    }
    if box.size.height.isFixed {
      (result.hugging.y, result.compressionResistance.y) = (required, required)
    }
    return result
  }
}
