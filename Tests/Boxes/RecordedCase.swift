import Foundation
import GalleyBoxes
import GalleyPrimitives

/// A tree of boxes with the rectangles that another engine gave it; `Tests/Boxes/Cases` writes such cases.
struct RecordedCase {
  var tree = BoxTree()
  var width: BoxSpace = .maxContent
  var height: BoxSpace = .maxContent
  var isRightToLeft = false
  /// The sizes of the leaves' contents, by box.
  var contents: [Int: Size] = [:]
  /// The rectangles in the order of the boxes.
  var expected: [Rect] = []

  init(_ line: some StringProtocol) throws {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
    guard let fields = object as? [String: Any], let root = fields["t"] as? [String: Any] else {
      throw CocoaError(.coderReadCorrupt)
    }
    if let width = fields["w"] as? Double { self.width = .exactly(width) }
    if let height = fields["h"] as? Double { self.height = .exactly(height) }
    isRightToLeft = fields["rtl"] != nil
    try add(root, to: nil)
    expected = (fields["r"] as? [[Double]] ?? []).map {
      Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])
    }
  }

  private mutating func add(_ fields: [String: Any], to container: Int?) throws {
    let style = FlexStyle(recorded: fields)
    if let content = fields["size"] as? [Double] {
      let leaf = try tree.addLeaf(style, to: container)
      contents[leaf] = Size(width: content[0], height: content[1])
      return
    }
    let box = try tree.addBox(style, to: container)
    for child in fields["c"] as? [[String: Any]] ?? [] { try add(child, to: box) }
  }

  /// Lays out the tree.
  func layout() throws(BoxError) -> BoxLayout {
    try tree.layout(width: width, height: height, isRightToLeft: isRightToLeft) { leaf, _ in
      BoxMeasurement(size: contents[leaf] ?? .zero)
    }
  }

  /// The largest difference of an edge from the recorded one, in layout units, and its box.
  func worstDifference() throws(BoxError) -> (length: Double, box: Int) {
    var worst = (length: 0.0, box: 0)
    for (box, placement) in try layout().placements.enumerated() {
      let (rect, other) = (placement.rect, expected[box])
      let lengths = [
        rect.minX - other.minX, rect.minY - other.minY, rect.maxX - other.maxX,
        rect.maxY - other.maxY,
      ]
      for length in lengths where abs(length) > worst.length { worst = (abs(length), box) }
    }
    return worst
  }
}

extension FlexStyle {
  /// Makes a style from the fields of a recorded box; missing ones have the defaults.
  init(recorded fields: [String: Any]) {
    self.init(named(fields["k"], default: .row))
    func length(_ key: String) -> BoxLength { BoxLength(recorded: fields[key]) }
    func edges(_ key: String) -> BoxEdges<BoxLength>? {
      guard let values = fields[key] as? [Any] else { return nil }
      return BoxEdges(
        top: BoxLength(recorded: values[0]), leading: BoxLength(recorded: values[1]),
        bottom: BoxLength(recorded: values[2]), trailing: BoxLength(recorded: values[3]))
    }
    isReversed = fields["rev"] != nil
    wrap = named(fields["wrap"], default: .none)
    if let gaps = fields["gap"] as? [Any] {
      (columnGap, rowGap) = (BoxLength(recorded: gaps[0]), BoxLength(recorded: gaps[1]))
    }
    justifyContent = named(fields["jc"], default: .start)
    alignContent = named(fields["ac"], default: .stretch)
    alignItems = named(fields["ai"], default: .stretch)
    justifyItems = named(fields["ji"], default: .stretch)
    alignSelf = fields["as"].map { named($0, default: .stretch) }
    justifySelf = fields["js"].map { named($0, default: .stretch) }
    grow = fields["g"] as? Double ?? 0
    shrink = fields["s"] as? Double ?? 1
    basis = length("b")
    size = BoxSize(width: length("w"), height: length("h"))
    minSize = BoxSize(width: length("minw"), height: length("minh"))
    maxSize = BoxSize(width: length("maxw"), height: length("maxh"))
    aspectRatio = fields["ar"] as? Double
    margin = edges("m") ?? margin
    padding = edges("p") ?? padding
    border = edges("bd")?.map { if case .units(let width) = $0 { width } else { 0 } } ?? border
    isAbsolute = fields["abs"] != nil
    insets = edges("in") ?? insets
    isRightToLeft = fields["rtl"] as? Bool
  }
}

extension BoxEdges {
  fileprivate func map<Other>(_ body: (Value) -> Other) -> BoxEdges<Other> {
    BoxEdges<Other>(
      top: body(top), leading: body(leading), bottom: body(bottom), trailing: body(trailing))
  }
}

extension BoxLength {
  fileprivate init(recorded value: Any?) {
    if let number = value as? Double {
      self = .units(number)
    } else if let text = value as? String, text.hasSuffix("%") {
      self = .percent(Double(text.dropLast()) ?? 0)
    } else {
      self = .auto
    }
  }
}

/// The value with a recorded name.
private func named<Value: RawRepresentable<String>>(_ name: Any?, default value: Value) -> Value {
  (name as? String).flatMap(Value.init(rawValue:)) ?? value
}
