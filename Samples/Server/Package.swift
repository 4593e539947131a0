// swift-tools-version: 6.2
import PackageDescription

// An endpoint that answers with pictures of cards; `make server` builds and tests it, which takes some minutes.

let package = Package(
  name: "Server",
  dependencies: [
    .package(name: "galley", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .target(
      name: "Cards",
      dependencies: [
        .product(name: "Galley", package: "galley"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ]),
    .executableTarget(name: "card-server", dependencies: ["Cards"], path: "Sources/Server"),
    .testTarget(
      name: "CardsTests",
      dependencies: ["Cards", .product(name: "HummingbirdTesting", package: "hummingbird")]),
  ],
  swiftLanguageModes: [.v6]
)
