import GalleyConstraints
import GalleyPrimitives
import Testing

@Suite("ConstraintSystem", .timeLimit(.minutes(15)))
struct ConstraintSystemTests {
  private let a = ConstraintItem("a")
  private let b = ConstraintItem("b")
  private let box = ConstraintItem.container
  private let traits = [ConstraintTraits(identifier: "a"), ConstraintTraits(identifier: "b")]

  /// Solves with elements of 100 by 20 units in one line, which wrap below that.
  private func solve(
    _ traits: [ConstraintTraits], width: ConstraintSpace = .exactly(300),
    height: ConstraintSpace = .fitting, isRightToLeft: Bool = false,
    @ConstraintBuilder _ constraints: () -> [LayoutConstraint]
  ) throws(ConstraintError) -> ConstraintSolution {
    try ConstraintSystem(constraints(), traits: traits, isRightToLeft: isRightToLeft)
      .solve(
        width: width, height: height, budget: ConstraintBudget(1_000_000),
        contentWidth: { _ in 100 },
        contentHeight: { _, width in
          let lines = width >= 100 ? 1 : width >= 50 ? 2 : 4.0
          return ConstrainedHeight(
            height: 20 * lines, firstBaseline: 15, lastBaseline: 20 * lines - 5)
        })
  }

  @Test("two elements beside each other, and the container as high as the higher one")
  func row() throws {
    let solution = try solve(traits) {
      a.leading == box.leading + 10
      a.top == box.top + 5
      b.leading == a.trailing + 8
      b.trailing == box.trailing - 10
      b.top == a.top
      (a.width == 40).priority(760)
      for item in [a, b] { box.bottom >= item.bottom + 5 }
    }
    #expect(
      solution.rects == [
        Rect(x: 10, y: 5, width: 40, height: 80), Rect(x: 58, y: 5, width: 232, height: 20),
      ])
    #expect(solution.size == Size(width: 300, height: 90))
  }

  @Test("leading and trailing are mirrored, left and right are not", arguments: [false, true])
  func mirrored(isRightToLeft: Bool) throws {
    let solution = try solve(traits, isRightToLeft: isRightToLeft) {
      a.leading == box.leading + 10
      a.top == box.top
      b.left == box.left + 10
      b.top == a.bottom
      box.bottom == b.bottom
    }
    #expect(solution.rects[0].minX == (isRightToLeft ? 190 : 10))
    #expect(solution.rects[1].minX == 10)
  }

  @Test("a higher priority wins, and equal ones leave the layout open")
  func priorities() throws {
    func widths(_ hugging: Int) throws(ConstraintError) -> [Double] {
      var first = ConstraintTraits(identifier: "a")
      first.hugging.x = hugging
      return try solve([first, traits[1]]) {
        a.leading == box.leading
        b.leading == a.trailing
        b.trailing == box.trailing
        a.top == box.top
        b.top == box.top
      }.rects.map(\.width)
    }
    #expect(try widths(251) == [100, 200])
    #expect(try widths(249) == [200, 100])
    #expect(
      throws: ConstraintError.ambiguous([
        a.width.anchor, b.leading.anchor, b.width.anchor,
      ])
    ) { try widths(250) }
  }

  @Test("fitting extents are those of the content")
  func fitting() throws {
    let solution = try solve(traits, width: .fitting) {
      a.leading == box.leading + 7
      a.trailing == box.trailing - 7
      a.top == box.top
      b.centerX == a.centerX
      b.top == a.bottom + 4
      box.bottom == b.bottom
    }
    #expect(solution.size == Size(width: 114, height: 44))
    let narrow = try solve(traits, width: .atMost(60)) {
      a.leading == box.leading
      a.trailing == box.trailing
      a.top == box.top
      b.leading == box.leading
      b.top == a.bottom
      box.bottom == b.bottom
    }
    #expect(narrow.size == Size(width: 60, height: 60))
  }

  @Test("baselines of wrapped lines are aligned")
  func baselines() throws {
    let solution = try solve(traits) {
      a.leading == box.leading
      a.width == 60
      a.top == box.top
      b.leading == a.trailing
      b.firstBaseline == a.lastBaseline
      box.bottom == b.bottom
    }
    #expect(solution.rects[1].minY == 20)
    #expect(solution.size.height == 40)
  }

  @Test("a ratio relates the axes, also to the height of a wrapped text")
  func ratios() throws {
    let fixed = try solve(traits) {
      a.leading == box.leading
      a.top == box.top
      a.width == box.width * 0.5
      a.height == a.width * 0.75
      b.leading == a.trailing
      b.top == box.top
      box.bottom == a.bottom
    }
    #expect(fixed.rects[0] == Rect(x: 0, y: 0, width: 150, height: 112.5))
    let wrapped = try solve(traits) {
      a.leading == box.leading
      a.top == box.top
      a.width == 60
      b.leading == a.trailing
      b.top == box.top
      (b.width == a.height * 2).priority(800)
      (b.height == 33).priority(800)
      box.bottom == a.bottom
    }
    // A text of two lines is 40 high; it grows, since the width of the other one resists more.
    #expect(wrapped.rects[0].size == Size(width: 60, height: 50))
    #expect(wrapped.rects[1].size == Size(width: 100, height: 33))
  }

  @Test("contradictions are named by their constraints")
  func contradictions() throws {
    let (least, most) = (a.width >= 200, a.width <= b.width)
    let equal = b.width == 50
    #expect(throws: ConstraintError.unsatisfiable([least, most, equal])) {
      try solve(traits) {
        a.leading == box.leading
        least
        b.trailing == box.trailing
        most
        equal
      }
    }
    #expect(
      "\(ConstraintError.unsatisfiable([least, most, equal]))"
        == "these constraints contradict each other: a.width >= 200; a.width <= b.width; b.width == 50"
    )
  }

  @Test("a large system ends with a solution or an error")
  func budget() throws {
    let items = (0..<400).map { ConstraintItem("\($0)") }
    var random = SplitMix(state: 5)
    let dense = (0..<2_000).map { _ in
      (random.pick(items).leading >= random.pick(items).trailing + Double(random.next(9)))
        .priority(1 + random.next(999))
    }
    #expect(throws: ConstraintError.tooMuchWork) {
      try solve(items.map { ConstraintTraits(identifier: $0.identifier) }) { dense }
    }
  }

  @Test("names, anchors, numbers and priorities are checked")
  func checks() {
    let unknown = ConstraintItem("c").top == box.top
    #expect(throws: ConstraintError.unknownItem(unknown, "c")) { try solve(traits) { unknown } }
    #expect(throws: ConstraintError.duplicateItem("a")) {
      try solve([traits[0], traits[0]]) { a.top == box.top }
    }
    for constraint in [
      a.top == box.leading, a.top == box.height, a.left == box.leading,
      a.firstBaseline == box.firstBaseline,
    ] {
      #expect(throws: ConstraintError.incompatible(constraint)) { try solve(traits) { constraint } }
    }
    for constraint in [
      a.top == box.top + .nan, a.top == box.top + .infinity, a.width == box.width * 0,
      a.width * 0 == box.width, a.width == box.width * 1e9,
    ] {
      #expect(throws: ConstraintError.self) { try solve(traits) { constraint } }
    }
    for priority in [0, -1, 1_001] {
      #expect(throws: ConstraintError.self) {
        try solve(traits) { (a.top == box.top).priority(priority) }
      }
    }
    #expect((a.width * -2 <= 40) == (a.width >= -20))
  }
}
