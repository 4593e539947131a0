// swift-tools-version: 6.2
import PackageDescription

// A package for each job of the manual's tutorials; built and tested by `make test`.

let galley: Target.Dependency = .product(name: "Galley", package: "galley")

let package = Package(
  name: "Jobs",
  dependencies: [.package(name: "galley", path: "../..")],
  targets: [
    .target(name: "SocialCards", dependencies: [galley]),
    .target(name: "InkPages", dependencies: [galley]),
    .target(name: "ScrollLab", dependencies: [galley]),
    .executableTarget(
      name: "jobs", dependencies: ["SocialCards", "InkPages", "ScrollLab"], path: "Sources/Jobs"),
    .testTarget(
      name: "JobsTests",
      dependencies: [
        "SocialCards", "InkPages", "ScrollLab", galley,
        .product(name: "GalleySnapshots", package: "galley"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
