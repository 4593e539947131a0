// swift-tools-version: 6.2
import PackageDescription

// A table that scrolls on the main queue while workers draw; built and tested by `make test`.

let galley: Target.Dependency = .product(name: "Galley", package: "galley")

let package = Package(
  name: "ScrollFrames",
  dependencies: [.package(name: "galley", path: "../..")],
  targets: [
    .target(name: "ScrollFrames", dependencies: [galley]),
    .executableTarget(
      name: "scroll-frames", dependencies: ["ScrollFrames"], path: "Sources/Command"),
    .testTarget(name: "ScrollFramesTests", dependencies: ["ScrollFrames", galley]),
  ],
  swiftLanguageModes: [.v6]
)
