import Foundation
package import Galley
package import GalleyCells
package import GalleyFeedItems
import GalleyHandles
import GalleyLayout
package import GalleyPrimitives
import GalleyText
package import GalleyTypesetting

/// The cell of FDTemplateLayoutCell's demo, in three ways: frames by hand, boxes, and constraints.
///
/// A title, a text and an image are below each other, and a name and a time below them; parts without content are
/// missing. The three ways give equal layouts, so that a bench compares their costs alone.
package struct DemoCell: Sendable {
  package var title: String
  package var content: String
  /// The extent of the image; `nil` for none.
  package var image: Size?
  package var name: String
  package var time: String

  /// The way in which the parts are placed.
  package enum Method: String, Sendable, CaseIterable {
    /// The rectangles are computed in code.
    case frames
    /// A column and a row.
    case boxes
    /// Linear constraints.
    case constraints
  }

  static let inset = 10.0
  static let gap = 6.0

  /// The cell of an item; every third one has an image.
  package init(_ item: FeedItem, row: Int) {
    title = item.title ?? ""
    content = item.body ?? ""
    name = item.author ?? ""
    time = "\(row) min"
    image = row.isMultiple(of: 3) ? Size(width: Double(120 + 40 * (row % 9)), height: 90) : nil
  }

  private var texts: [(role: String, text: Text)] {
    [
      ("title", Text(title, font: Font(size: 16, weight: 700)).lineLimit(2)),
      ("content", Text(content, font: Font(size: 14))),
    ].filter { !$0.1.content.text.string.isEmpty }
  }
  private var nameText: Text { Text(name, font: Font(size: 12)).lineLimit(1) }
  private var timeText: Text { Text(time, font: Font(size: 12)).lineLimit(1) }

  /// Lays the cell out.
  ///
  /// - Parameters:
  ///   - method: The way to place the parts.
  ///   - template: The width and the scale.
  ///   - typesetter: The typesetter of the texts.
  ///   - work: The amounts of work.
  /// - Returns: The layout, the same for each method.
  /// - Throws: The errors of elements and texts.
  package func layout(
    by method: Method, _ template: CellTemplate, with typesetter: Typesetter,
    work: inout TreeWork?
  ) throws -> CellLayout {
    switch method {
    case .frames: try frames(template, with: typesetter, work: &work)
    case .boxes: try template.layout(boxes.tree, with: typesetter, work: &work)
    case .constraints: try template.layout(constraints.tree, with: typesetter, work: &work)
    }
  }

  /// The cell as boxes.
  package var boxes: some Element {
    Column(gap: Self.gap) {
      for (role, text) in texts { text.role(role) }
      if let image {
        Image("photo", size: image).alignment(.start).role("image")
      }
      Row(gap: Self.gap, alignment: .start) {
        nameText.role("name")
        Spacer()
        timeText.shrink(0).role("time")
      }
    }.padding(Self.inset)
  }

  /// The cell as constraints.
  package var constraints: some Element {
    let box = ConstraintItem.container
    let (name, time) = (ConstraintItem("name"), ConstraintItem("time"))
    let stacked = texts.map { ConstraintItem($0.role) } + (image == nil ? [] : ["image"])
    return Constrained {
      for (role, text) in texts { text.role(role).id(ConstraintItem(role)) }
      if let image { Image("photo", size: image).role("image").id("image") }
      nameText.role("name").id(name).compressionResistance(x: 749)
      timeText.role("time").id(time)
    } constraints: {
      for (index, item) in stacked.enumerated() {
        item.leading == box.leading
        if item == "image" {
          item.trailing <= box.trailing
        } else {
          item.trailing == box.trailing
        }
        if index == 0 {
          item.top == box.top
        } else {
          item.top == stacked[index - 1].bottom + Self.gap
        }
      }
      name.leading == box.leading
      name.trailing <= time.leading - 2 * Self.gap
      time.trailing == box.trailing
      if let last = stacked.last {
        name.top == last.bottom + Self.gap
      } else {
        name.top == box.top
      }
      time.top == name.top
      for item in [name, time] { box.bottom >= item.bottom }
    }.tree.padding(Self.inset)
  }

  /// The cell with rectangles that are computed here.
  private func frames(
    _ template: CellTemplate, with typesetter: Typesetter, work: inout TreeWork?
  ) throws -> CellLayout {
    let counts = TreeWork()
    work = counts
    let scale = template.scale
    let width = template.width - 2 * Self.inset
    var parts: [CellPart] = []
    var y = Self.inset
    let directions = (texts.map { $0.text } + [nameText, timeText]).compactMap {
      $0.content.text.baseDirection
    }
    let isMirrored = directions.first == .rightToLeft
    func add(_ role: String, _ rect: Rect, _ text: TextLayout? = nil) {
      var rect = rect
      if isMirrored { rect.origin.x = template.width - rect.maxX }
      let image = image.map { CellImage(name: "photo", size: $0) }
      parts.append(
        CellPart(
          kind: CellPart.Kind(rawValue: role), rect: rect.onPixels(scale), text: text,
          image: text == nil ? image : nil))
    }
    func layOut(_ text: Text, width: Double) throws -> TextLayout {
      var container = text.content.container
      container.size = Size(width: max(1 / 64, width), height: .infinity)
      container.scale = scale
      counts.textLayoutCount += 1
      return try typesetter.layout(text.content.text, in: container)
    }
    for (role, text) in texts {
      let layout = try layOut(text, width: width)
      add(role, Rect(x: Self.inset, y: y, width: width, height: layout.boundingSize.height), layout)
      y += layout.boundingSize.height + Self.gap
    }
    if let image {
      let shown = min(image.width, width)
      let height = shown * image.height / image.width
      add("image", Rect(x: Self.inset, y: y, width: shown, height: height))
      y += height + Self.gap
    }
    func tightWidth(_ layout: TextLayout) -> Double {
      (layout.boundingRect.width * scale - 1e-6).rounded(.up) / scale
    }
    var timeLayout = try layOut(timeText, width: .infinity)
    let timeWidth = tightWidth(timeLayout)
    timeLayout = try layOut(timeText, width: timeWidth)
    var nameLayout = try layOut(nameText, width: .infinity)
    let nameWidth = min(tightWidth(nameLayout), width - timeWidth - 2 * Self.gap)
    nameLayout = try layOut(nameText, width: nameWidth)
    let height = max(nameLayout.boundingSize.height, timeLayout.boundingSize.height)
    add(
      "name",
      Rect(
        x: Self.inset, y: y, width: nameWidth, height: nameLayout.boundingSize.height),
      nameLayout)
    let right = template.width - Self.inset
    add(
      "time",
      Rect(
        x: right - timeWidth, y: y, width: timeWidth, height: timeLayout.boundingSize.height),
      timeLayout)
    let bottom = ((y + height + Self.inset) * scale).rounded() / scale
    let size = Size(width: template.width, height: bottom)
    return CellLayout(
      size: size, scale: scale, card: Rect(x: 0, y: 0, width: size.width, height: size.height),
      parts: parts,
      isCard: false)
  }
}
