import GalleyCells
import GalleyElements
import GalleyFeedItems
import GalleyHandles
import GalleyImages
import GalleyPrimitives

extension CellSource {
  /// Returns the tree with the extents of all images, and warnings about those that cannot be shown; these have
  /// an extent of zero.
  ///
  /// HTML has the pictures of `item`, if there is one, except for its image if that is shown beside the text.
  /// Descriptions of missing images are in `language`.
  func resolved(
    _ tree: ElementTree, of item: FeedItem?, besideImage: Bool = false, language: String?,
    warnings: inout [RowWarning]
  ) -> ElementTree {
    guard tree.hasUnknownImage else { return tree }
    if case .text(var text) = tree.content, var html = text.html {
      if let item {
        var images = inlineImages(of: item, warnings: &warnings)
        if besideImage { images += repeatedImages(of: item) }
        html.images = images.map { ElementImage(name: $0.name, size: $0.size) }
      } else {
        html.images = html.images.map { $0.size == nil ? resolved($0, warnings: &warnings) : $0 }
      }
      text.html = html
      var box = tree
      box.content = .text(text)
      return box
    }
    if case .image(let image) = tree.content, image.size == nil {
      let known = resolved(image, warnings: &warnings)
      var box = tree
      if known.size == .zero {
        if let words = element(inPlaceOf: image, language: language, style: tree.style) {
          return words
        }
        if !tree.children.isEmpty {
          box.content = .none
          return box.mapChildren {
            resolved(
              $0, of: item, besideImage: besideImage, language: language, warnings: &warnings)
          }
        }
      }
      box.content = .image(known)
      return tree.children.isEmpty ? box : box.withoutChildren
    }
    return tree.mapChildren {
      resolved($0, of: item, besideImage: besideImage, language: language, warnings: &warnings)
    }
  }

  func resolved(_ image: ElementImage, warnings: inout [RowWarning]) -> ElementImage {
    var image = image
    image.size = .zero
    guard assets.mayHave(image.name) else {
      warnings.append(
        RowWarning(
          kind: .image, message: "image \(image.name.shown()): \(RowWarning.noAssetsReason)"))
      return image
    }
    do {
      image.size = try assets.imageSize(named: image.name).size
    } catch {
      warnings.append(RowWarning(error, field: nil))
    }
    return image
  }
}

extension ElementTree {
  /// This tree with the pictures of custom emoji in the place of their codes, except for those in marks.
  func showing(_ emojis: [CardEmoji]) -> ElementTree {
    guard !emojis.isEmpty else { return self }
    var box = mapChildren { $0.showing(emojis) }
    if case .text(var text) = content, text.html == nil, !text.isMark {
      text.text = text.text.showing(emojis)
      box.content = .text(text)
    }
    return box
  }

  fileprivate var withoutChildren: ElementTree {
    ElementTree(content, style: style, children: [])
  }

  /// Whether an image in the tree has no extent yet.
  fileprivate var hasUnknownImage: Bool {
    switch content {
    case .image(let image): if image.size == nil { return true }
    case .text(let text): if text.html != nil { return true }
    case .none, .constraints: break
    }
    return children.contains(where: \.hasUnknownImage)
  }
}
