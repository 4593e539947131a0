/// Computes how much of each pixel polygons cover, as exact areas without sampling.
///
/// Each edge stores the change of covered area that it causes in its pixel and in the pixel to the
/// right. A running sum along each row then gives the areas.
struct AreaSum {
  /// Pixels along each side.
  let extent: Int
  private var changes: [Float]

  /// Starts with `extent` by `extent` pixels, all uncovered.
  init(extent: Int) {
    self.extent = extent
    changes = [Float](repeating: 0, count: (extent + 2) * extent)
  }

  /// Adds a polygon, all of whose points lie within the pixels.
  mutating func add(_ points: [(x: Double, y: Double)]) {
    guard var last = points.last else { return }
    for point in points {
      addEdge(last, point)
      last = point
    }
  }

  /// Returns the areas, row by row.
  ///
  /// Polygons must not overlap, and must all have the same orientation, except holes.
  func areas() -> [Float] {
    var areas: [Float] = []
    areas.reserveCapacity(extent * extent)
    for row in 0..<extent {
      var sum: Float = 0
      for column in 0..<extent {
        sum += changes[row * (extent + 2) + column]
        areas.append(min(1, abs(sum)))
      }
    }
    return areas
  }

  private mutating func addEdge(_ one: (x: Double, y: Double), _ other: (x: Double, y: Double)) {
    guard one.y != other.y else { return }
    let sign = one.y < other.y ? 1.0 : -1
    let (upper, lower) = one.y < other.y ? (one, other) : (other, one)
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    var (x, y) = upper
    while y < lower.y, Int(y) < extent {
      let row = Int(y)
      let end = min(Double(row + 1), lower.y)
      let next = end == lower.y ? lower.x : x + slope * (end - y)
      addPart(row: row, from: x, to: next, height: sign * (end - y))
      (x, y) = (next, end)
    }
  }

  /// Adds the part of an edge that lies in one row.
  private mutating func addPart(row: Int, from start: Double, to end: Double, height: Double) {
    let limit = Double(extent)
    let (left, right) = (max(0, min(start, end)), min(limit, max(start, end)))
    guard right > left else {
      addPart(row: row, column: Int(min(left, limit)), at: min(left, limit), height: height)
      return
    }
    var x = left
    while x < right {
      let column = Int(x)
      let next = min(Double(column + 1), right)
      addPart(
        row: row, column: column, at: (x + next) / 2, height: height * (next - x) / (right - left))
      x = next
    }
  }

  private mutating func addPart(row: Int, column: Int, at middle: Double, height: Double) {
    let place = row * (extent + 2) + column
    let beyond = height * (middle - Double(column))
    changes[place] += Float(height - beyond)
    changes[place + 1] += Float(beyond)
  }
}
