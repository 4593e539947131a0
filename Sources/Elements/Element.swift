/// A part of a cell: a text, an image, or a box that arranges others.
///
/// An element is a description without fonts, images or pixels, so it can be made on any thread. Its
/// ``tree`` is a value.
public protocol Element: Sendable {
  /// The element with all elements within it.
  var tree: ElementTree { get }
}

/// A type of cells: a value that describes its content by elements.
///
/// ```swift
/// struct PostCell: Cell {
///   var post: Post
///   var body: some Element {
///     Row(gap: 9) {
///       Image(post.avatar).frame(width: 36, height: 36).cornerRadius(18)
///       Column(gap: 2) {
///         Text(post.author).bold().lineLimit(1)
///         Text(post.text)
///       }.grow()
///     }.padding(12)
///   }
/// }
/// ```
///
/// Cells are laid out and drawn on workers. Cells of equal trees share a height, a layout and a picture. A cell
/// is an element too, so that a cell can contain other cells.
public protocol Cell: Element {
  /// The type of the content.
  associatedtype Body: Element
  /// The content; several elements are stacked in a column.
  ///
  /// Workers and the main queue ask for it, so it has to be quick, and equal for equal cells.
  @ElementBuilder var body: Body { get }
  /// The name of the type of cell, under which reuse is counted.
  static var reuseIdentifier: String { get }
}

extension Cell {
  /// The element tree of the content.
  public var tree: ElementTree { body.tree }

  /// The name of the type.
  public static var reuseIdentifier: String { "\(Self.self)" }
}

/// Gathers elements that are written one below the other, with `if`, `switch` and `for`.
@resultBuilder
public enum ElementBuilder {
  /// Makes a list of one element.
  public static func buildExpression(_ element: some Element) -> ElementList {
    ElementList([element.tree])
  }

  /// Keeps a list.
  public static func buildExpression(_ list: ElementList) -> ElementList { list }

  /// Joins lists.
  public static func buildBlock(_ lists: ElementList...) -> ElementList {
    ElementList(lists.flatMap(\.trees))
  }

  /// Makes an empty list of a missing element.
  public static func buildOptional(_ list: ElementList?) -> ElementList { list ?? ElementList([]) }

  /// Keeps the list of a condition's first branch.
  public static func buildEither(first list: ElementList) -> ElementList { list }

  /// Keeps the list of a condition's second branch.
  public static func buildEither(second list: ElementList) -> ElementList { list }

  /// Joins the lists of a loop.
  public static func buildArray(_ lists: [ElementList]) -> ElementList {
    ElementList(lists.flatMap(\.trees))
  }
}

/// A list of elements; as an element, it is a column of them, or its only one.
public struct ElementList: Element {
  /// The elements.
  public var trees: [ElementTree]

  /// Makes a list.
  public init(_ trees: [ElementTree]) { self.trees = trees }

  /// The only element, or a column.
  public var tree: ElementTree { trees.count == 1 ? trees[0] : ElementTree(children: trees) }
}
