import GalleyElements
import GalleyHandles
import GalleyPrimitives

extension CellSource {
  /// Returns the tree with the extents of all images, and warnings about those that cannot be shown; these have
  /// an extent of zero.
  func resolved(_ tree: ElementTree, warnings: inout [RowWarning]) -> ElementTree {
    if case .image(let image) = tree.content, image.size == nil {
      let known = resolved(image, warnings: &warnings)
      var box = tree
      if known.size == .zero, !tree.children.isEmpty {
        box.content = .none
        return box.mapChildren { resolved($0, warnings: &warnings) }
      }
      box.content = .image(known)
      return tree.children.isEmpty ? box : box.withoutChildren
    }
    guard tree.hasUnknownImage else { return tree }
    return tree.mapChildren { resolved($0, warnings: &warnings) }
  }

  private func resolved(_ image: ElementImage, warnings: inout [RowWarning]) -> ElementImage {
    var image = image
    image.size = .zero
    guard assets != nil || AssetFolder.isEmbedded(image.name) else {
      warnings.append(
        RowWarning(kind: .image, message: "image \(image.name.shown()): no assets folder is given"))
      return image
    }
    do {
      image.size = try AssetFolder.imageSize(named: image.name, in: assets).size
    } catch {
      warnings.append(RowWarning(error, field: nil))
    }
    return image
  }
}

extension ElementTree {
  fileprivate var withoutChildren: ElementTree {
    ElementTree(content, box: box, look: look, role: role)
  }

  /// Whether an image in the tree has no extent yet.
  fileprivate var hasUnknownImage: Bool {
    if case .image(let image) = content { return image.size == nil }
    return children.contains(where: \.hasUnknownImage)
  }
}
