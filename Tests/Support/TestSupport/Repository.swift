package import Foundation

/// The folder that holds the package, for files that tests read from it.
package enum Repository {
  package static let url = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../..").standardized

  /// The file or folder at `path` in the repository.
  package static func url(_ path: String) -> URL { url.appendingPathComponent(path) }

  /// The path of the file or folder at `path` in the repository.
  package static func path(_ path: String) -> String { url(path).path }

  /// The path of the sample feed `name`.
  package static func feed(_ name: String) -> String { path("Samples/Feeds/" + name) }

  /// The folder with the images of the sample feeds.
  package static let assets = path("Samples/Assets")

  /// The folder with the pictures of the documentation.
  package static let documentedPictures = url("Sources/Galley/Galley.docc/Resources")
}
