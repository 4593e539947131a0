// swift-tools-version: 6.2
import PackageDescription

// A table with a data source of its own, in which rows arrive while it scrolls; tested by `make test`.

let galley: Target.Dependency = .product(name: "Galley", package: "galley")

let package = Package(
  name: "LiveTable",
  dependencies: [.package(name: "galley", path: "../..")],
  targets: [
    .target(name: "Inbox", dependencies: [galley]),
    .executableTarget(name: "live-table", dependencies: ["Inbox"], path: "Sources/Command"),
    .testTarget(name: "InboxTests", dependencies: ["Inbox", galley]),
  ],
  swiftLanguageModes: [.v6]
)
