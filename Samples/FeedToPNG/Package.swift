// swift-tools-version: 6.2
import PackageDescription

// What a newcomer writes first, built and tested by `make test`.

let galley: Target.Dependency = .product(name: "Galley", package: "galley")

let package = Package(
  name: "FeedToPNG",
  dependencies: [.package(name: "galley", path: "../..")],
  targets: [
    .target(name: "FeedToPNG", dependencies: [galley]),
    .executableTarget(name: "feed-to-png", dependencies: ["FeedToPNG"], path: "Sources/Command"),
    .target(name: "OneRow", dependencies: [galley]),
    .executableTarget(name: "one-row", dependencies: ["OneRow"], path: "Sources/OneRowCommand"),
    .testTarget(name: "FeedToPNGTests", dependencies: ["FeedToPNG", "OneRow", galley]),
  ],
  swiftLanguageModes: [.v6]
)
