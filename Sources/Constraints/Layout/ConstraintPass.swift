import GalleyPrimitives

/// One solution of a system: the solvers of its axes, and which constraint is whose.
struct ConstraintPass {
  let system: ConstraintSystem
  /// The solver of both axes, or of each.
  private var solvers: [LinearSolver]
  /// The variables of each axis: the container's extent, and the elements' positions and extents.
  private(set) var variables: [AxisVariables] = []
  /// The written constraint of each constraint of each solver.
  private var origins: [[SolverConstraintID: LayoutConstraint]]
  /// The required constraints, to check the solution with.
  private var required: [(solver: Int, id: SolverConstraintID, made: LinearConstraint)] = []
  /// Constraints on the heights of contents: the element and the constraint.
  private var heightIDs: [(element: Int, id: SolverConstraintID)] = []
  private var baselineIDs: [(index: Int, id: SolverConstraintID)] = []
  private let budget: ConstraintBudget
  /// The number of terms of each solver that the budget has been reduced by.
  private var charged: [Int]
  /// The heights of contents, and baselines.
  var heights: [ConstrainedHeight]

  /// The variables of one axis.
  struct AxisVariables {
    var container: SolverVariable
    var positions: [SolverVariable] = []
    var extents: [SolverVariable] = []
  }

  init(_ system: ConstraintSystem, _ budget: ConstraintBudget) {
    self.system = system
    self.budget = budget
    var limits = SolverLimits()
    limits.count = 8 * ConstraintSystem.countLimit + 8
    solvers = Array(repeating: LinearSolver(limits: limits), count: system.isMixed ? 1 : 2)
    charged = Array(repeating: 0, count: solvers.count)
    origins = Array(repeating: [:], count: solvers.count)
    heights = Array(repeating: ConstrainedHeight(height: nil), count: system.traits.count)
  }

  /// Reduces the budget by the terms that a solver has read, and limits the next ones.
  ///
  /// Between two solutions of a container, those within it use the budget too.
  private mutating func charge(_ solver: Int) {
    budget.remaining -= solvers[solver].work - charged[solver]
    charged[solver] = solvers[solver].work
    solvers[solver].limits.work = solvers[solver].work + max(0, budget.remaining)
  }

  private func solverIndex(_ axis: Int) -> Int { solvers.count == 1 ? 0 : axis }

  /// The extent of an element along an axis.
  func extent(_ axis: Int, of element: Int) -> Double {
    solvers[solverIndex(axis)].value(of: variables[axis].extents[element])
  }

  mutating func addVariables(_ axis: Int) throws(PassError) {
    let solver = solverIndex(axis)
    charge(solver)
    do throws(SolverError) {
      var added = AxisVariables(
        container: try solvers[solver].addVariable(isNonnegative: true))
      for _ in system.traits {
        added.positions.append(try solvers[solver].addVariable())
        added.extents.append(try solvers[solver].addVariable(isNonnegative: true))
      }
      variables.append(added)
    } catch { throw .solver(error) }
  }

  /// Adds a constraint of the solver that a written one makes.
  ///
  /// - Throws: The contradiction with its written constraints.
  private mutating func add(
    _ made: LinearConstraint, to solver: Int, for origin: LayoutConstraint
  ) throws(PassError) -> SolverConstraintID {
    do throws(SolverError) {
      let id = try solvers[solver].add(made)
      origins[solver][id] = origin
      if made.strength == .required { required.append((solver, id, made)) }
      return id
    } catch {
      throw contradiction(error, solver, with: origin)
    }
  }

  private func contradiction(
    _ error: SolverError, _ solver: Int, with origin: LayoutConstraint
  ) -> PassError {
    guard case .unsatisfiable(let conflicts) = error else { return .solver(error) }
    var named = conflicts.compactMap { origins[solver][$0] }
    if !named.contains(origin) { named.append(origin) }
    return .layout(.unsatisfiable(named))
  }

  /// Adds the constraints of an axis, and with one solver those of both.
  mutating func add(
    axis: Int, _ space: ConstraintSpace, contents: [Double?]
  ) throws(PassError) {
    try addContainer(axis, space)
    try addWritten(axis)
    try addContents(axis, contents)
  }

  private mutating func addContainer(
    _ axis: Int, _ space: ConstraintSpace
  ) throws(PassError) {
    let anchor = ConstraintAnchor(item: .container, attribute: axis == 0 ? .width : .height)
    let container = LinearConstraint.Term(1, variables[axis].container)
    let solver = solverIndex(axis)
    func origin(_ relation: LayoutConstraint.Relation, _ constant: Double) -> LayoutConstraint {
      LayoutConstraint(first: anchor, relation: relation, second: nil, constant: constant)
    }
    switch space {
    case .exactly(let extent):
      _ = try add(
        LinearConstraint([container], -extent, .equal), to: solver, for: origin(.equal, extent))
    case .atMost(let extent):
      _ = try add(
        LinearConstraint([container], -extent, .lessThanOrEqual), to: solver,
        for: origin(.lessThanOrEqual, extent))
      fallthrough
    case .fitting:
      let priority = LayoutConstraint.fittingPriority
      _ = try add(
        LinearConstraint([container], 0, .equal, Strength(level: priority)), to: solver,
        for: origin(.equal, 0).priority(priority))
    }
  }

  private mutating func addWritten(_ axis: Int) throws(PassError) {
    for (index, resolved) in system.constraints.enumerated()
    where resolved.constraint.first.attribute.isHorizontal == (axis == 0) || solvers.count == 1 {
      let made = linear(resolved)
      let id = try add(made, to: solverIndex(axis), for: resolved.constraint)
      if resolved.hasBaseline { baselineIDs.append((index, id)) }
    }
  }

  mutating func addContents(_ axis: Int, _ contents: [Double?]) throws(PassError) {
    for (element, content) in contents.enumerated() {
      guard let content else { continue }
      let traits = system.traits[element]
      let hugging = axis == 0 ? traits.hugging.x : traits.hugging.y
      let resistance =
        axis == 0 ? traits.compressionResistance.x : traits.compressionResistance.y
      if hugging == resistance {
        try addContent(element, axis, content, .equal, hugging)
      } else {
        try addContent(element, axis, content, .lessThanOrEqual, hugging)
        try addContent(element, axis, content, .greaterThanOrEqual, resistance)
      }
    }
  }

  private mutating func addContent(
    _ element: Int, _ axis: Int, _ content: Double, _ relation: LayoutConstraint.Relation,
    _ priority: Int
  ) throws(PassError) {
    let item = ConstraintItem(system.traits[element].identifier ?? "element \(element)")
    let origin = LayoutConstraint(
      first: ConstraintAnchor(item: item, attribute: axis == 0 ? .width : .height),
      relation: relation, second: nil, constant: content, priority: priority)
    let made = LinearConstraint(
      [.init(1, variables[axis].extents[element])], -content, LinearRelation(relation),
      Strength(level: priority))
    let id = try add(made, to: solverIndex(axis), for: origin)
    if axis == 1 { heightIDs.append((element, id)) }
  }

  /// The number of pivots.
  var pivotCount: Int { solvers.reduce(0) { $0 + $1.pivotCount } }

  /// The position of an element along an axis, from the side where lines begin.
  func position(_ axis: Int, of element: Int) -> Double {
    solvers[solverIndex(axis)].value(of: variables[axis].positions[element])
  }

  /// The extent of the container along an axis.
  func containerExtent(_ axis: Int) -> Double {
    max(0, solvers[solverIndex(axis)].value(of: variables[axis].container))
  }

  /// Whether the values satisfy all required constraints, apart from rounding errors.
  func isSatisfied() -> Bool {
    required.allSatisfy { solver, id, made in
      var sum = solvers[solver].constant(of: id)
      for term in made.terms { sum += term.coefficient * solvers[solver].value(of: term.variable) }
      return switch made.relation {
      case .lessThanOrEqual: sum <= 1e-3
      case .equal: abs(sum) <= 1e-3
      case .greaterThanOrEqual: sum >= -1e-3
      }
    }
  }

  /// Solves a solver, and checks that the solution is the only one.
  mutating func solve(_ solver: Int, isLast: Bool = true) throws(PassError) {
    charge(solver)
    do throws(SolverError) { try solvers[solver].solve() } catch { throw .solver(error) }
    charge(solver)
    guard isLast else { return }
    for axis in variables.indices where solverIndex(axis) == solver {
      let axisVariables = variables[axis]
      let open: [SolverVariable]
      do throws(SolverError) {
        open = try solvers[solver].ambiguous(
          among: axisVariables.positions + axisVariables.extents)
      } catch { throw .solver(error) }
      guard !open.isEmpty else { continue }
      throw .layout(.ambiguous(anchors(open, axis)))
    }
  }

  private func anchors(_ open: [SolverVariable], _ axis: Int) -> [ConstraintAnchor] {
    let open = Set(open)
    var result: [ConstraintAnchor] = []
    for (element, traits) in system.traits.enumerated() {
      let item = ConstraintItem(traits.identifier ?? "element \(element)")
      if open.contains(variables[axis].positions[element]) {
        result.append(ConstraintAnchor(item: item, attribute: axis == 0 ? .leading : .top))
      }
      if open.contains(variables[axis].extents[element]) {
        result.append(ConstraintAnchor(item: item, attribute: axis == 0 ? .width : .height))
      }
    }
    return result
  }

  /// Solves both axes at once, until the heights of contents are those at the solved widths.
  mutating func solveTogether(
    _ width: ConstraintSpace, _ height: ConstraintSpace, _ widths: [Double?],
    _ contentHeight: (Int, Double) -> ConstrainedHeight
  ) throws(PassError) {
    var known = widths.map { $0 ?? 0 }
    heights = known.enumerated().map { contentHeight($0.offset, $0.element) }
    try addVariables(0)
    try addVariables(1)
    try addContainer(1, height)
    try add(axis: 0, width, contents: widths)
    try addContents(1, heights.map(\.height))
    for _ in 0..<ConstraintSystem.passLimit {
      try solve(0, isLast: false)
      let solved = known.indices.map { max(0, extent(0, of: $0)) }
      guard zip(solved, known).contains(where: { abs($0 - $1) > 1e-6 }) else {
        return try solve(0)
      }
      known = solved
      heights = known.enumerated().map { contentHeight($0.offset, $0.element) }
      try updateHeights()
    }
    throw .layout(.unsettled)
  }

  private mutating func updateHeights() throws(PassError) {
    for (element, id) in heightIDs {
      guard let height = heights[element].height else { continue }
      try setConstant(id, -height)
    }
    for (index, id) in baselineIDs {
      try setConstant(id, linear(system.constraints[index]).constant)
    }
  }

  private mutating func setConstant(
    _ id: SolverConstraintID, _ constant: Double
  ) throws(PassError) {
    do throws(SolverError) { try solvers[0].setConstant(of: id, to: constant) } catch {
      guard let origin = origins[0][id] else { throw .solver(error) }
      throw contradiction(error, 0, with: origin)
    }
  }
}
