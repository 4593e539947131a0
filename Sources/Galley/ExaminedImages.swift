import GalleyCellRendering
import GalleyFeedItems
import GalleyImages
import GalleyPrimitives

/// The images of an assets folder and of `data:` URIs, each of which is decoded once.
struct ExaminedImages {
  private let assets: AssetFolder
  /// The causes why images cannot be shown, by their names for caches; `nil` for a sound one.
  private var causes = BoundedCache<String, ImageError.Cause?>(costLimit: 8192)

  init(_ assets: AssetFolder) { self.assets = assets }

  /// Warnings about the images of an item that are missing or damaged, except for those that `known` ones name.
  mutating func warnings(of item: FeedItem, besides known: [RowWarning]) -> [RowWarning] {
    let names = [item.avatar] + item.pictures.map(\.url) + item.inlineImages.map(\.name)
    var seen: Set<String> = []
    var failures: [ImageError] = []
    for case let name? in names where !name.isEmpty && assets.mayHave(name) {
      guard seen.insert(name).inserted, let cause = cause(of: name) else { continue }
      let words = "“\(name.shown())”"
      guard !known.contains(where: { $0.kind == .image && $0.message.contains(words) }) else {
        continue
      }
      failures.append(ImageError(name: name, cause: cause))
    }
    return .about(failures, of: item)
  }

  private mutating func cause(of name: String) -> ImageError.Cause? {
    let key = AssetFolder.key(of: name)
    if let known = causes.value(for: key) { return known }
    var cause: ImageError.Cause?
    do throws(ImageError) {
      // A decoder reads all of the file, however few pixels are drawn.
      _ = try ImageReader.image(
        of: try assets.file(named: name), atLeast: PixelSize(width: 1, height: 1))
    } catch { cause = error.cause }
    causes.insert(cause, for: key, cost: 1)
    return cause
  }
}
