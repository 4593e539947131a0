// swift-tools-version: 6.2
import PackageDescription

// Cells of types of its own, as pictures and in a table; tested by `make samples`.

let galley: Target.Dependency = .product(name: "Galley", package: "galley")

let package = Package(
  name: "OwnCell",
  dependencies: [.package(name: "galley", path: "../..")],
  targets: [
    .target(name: "Timeline", dependencies: [galley]),
    .executableTarget(name: "own-cell", dependencies: ["Timeline"], path: "Sources/Command"),
    .testTarget(name: "TimelineTests", dependencies: ["Timeline", galley]),
  ],
  swiftLanguageModes: [.v6]
)
