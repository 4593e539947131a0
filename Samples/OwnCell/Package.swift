// swift-tools-version: 6.2
import PackageDescription

// Cells of types of its own, as pictures, in a table and in a bench; tested by `make test`.

let galley: Target.Dependency = .product(name: "Galley", package: "galley")

let package = Package(
  name: "OwnCell",
  dependencies: [.package(name: "galley", path: "../..")],
  targets: [
    .target(name: "Timeline", dependencies: [galley]),
    .executableTarget(name: "own-cell", dependencies: ["Timeline"], path: "Sources/Command"),
    .testTarget(
      name: "TimelineTests",
      dependencies: [
        "Timeline", galley, .product(name: "GalleySnapshots", package: "galley"),
      ], exclude: ["__Snapshots__"]),
  ],
  swiftLanguageModes: [.v6]
)
