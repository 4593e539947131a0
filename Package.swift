// swift-tools-version: 6.2
import PackageDescription

// Targets stand in the order of the pipeline; each may import only what stands above it.
// `make build` passes --explicit-target-dependency-import-check error, so an undeclared import fails.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A C library found by pkg-config; only `GalleyHandles` may import it, and `GalleyPeers`.
func system(_ name: String, _ pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([apt]), .brew([brew])])
}

/// A stage of the pipeline: target `Galley<name>` in `Sources/<name>`.
func stage(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: "Galley\(name)", dependencies: dependencies, path: "Sources/\(name)",
    swiftSettings: strict)
}

/// The tests of a stage, in `Tests/<name>`.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "Galley\(name)Tests", dependencies: dependencies, path: "Tests/\(name)",
    exclude: name == "Feed" ? ["Recordings"] : [], swiftSettings: strict)
}

let package = Package(
  name: "galley",
  products: [
    .library(name: "Galley", targets: ["Galley"]),
    .library(name: "GalleySnapshots", targets: ["GalleySnapshots"]),
    .executable(name: "galley", targets: ["GalleyCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    system("CCairo", "cairo", apt: "libcairo2-dev", brew: "cairo"),
    system("CPango", "pangoft2", apt: "libpango1.0-dev", brew: "pango"),
    system("CHarfBuzz", "harfbuzz", apt: "libharfbuzz-dev", brew: "harfbuzz"),
    system(
      "CHarfBuzzSubset", "harfbuzz-subset", apt: "libharfbuzz-dev", brew: "harfbuzz"),
    system("CFreeType", "freetype2", apt: "libfreetype-dev", brew: "freetype"),
    system("CPixman", "pixman-1", apt: "libpixman-1-dev", brew: "pixman"),
    system("CISAL", "libisal", apt: "libisal-dev", brew: "isa-l"),
    system("CDeflate", "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
    system("CZlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),
    system("CZstd", "libzstd", apt: "libzstd-dev", brew: "zstd"),
    system("CICU", "icu-uc", apt: "libicu-dev", brew: "icu4c"),
    system("CXML2", "libxml-2.0", apt: "libxml2-dev", brew: "libxml2"),
    system("CSPNG", "spng", apt: "libspng-dev", brew: "libspng"),
    system("CTurboJPEG", "libturbojpeg", apt: "libturbojpeg0-dev", brew: "jpeg-turbo"),
    system("CWebP", "libwebp", apt: "libwebp-dev", brew: "webp"),
    system("CMarkdown", "libcmark-gfm", apt: "libcmark-gfm-dev", brew: "cmark-gfm"),
    system("CXXHash", "libxxhash", apt: "libxxhash-dev", brew: "xxhash"),
    system("CLCMS", "lcms2", apt: "liblcms2-dev", brew: "little-cms2"),
    // giflib has no file for pkg-config; libheif and libcurl are loaded when they are needed.
    .systemLibrary(
      name: "CGIF", path: "Sources/System/CGIF",
      providers: [.apt(["libgif-dev"]), .brew(["giflib"])]),
    .systemLibrary(
      name: "CHEIF", path: "Sources/System/CHEIF",
      providers: [.apt(["libheif-dev"]), .brew(["libheif"])]),
    .systemLibrary(
      name: "CCurl", path: "Sources/System/CCurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(name: "CPixelRows", path: "Sources/System/CPixelRows"),
    .systemLibrary(name: "CLinux", path: "Sources/System/CLinux"),

    stage("Primitives", []),
    stage("Boxes", ["GalleyPrimitives"]),
    stage("Constraints", ["GalleyPrimitives"]),
    stage("Files", ["GalleyPrimitives", "CLinux"]),
    stage("Archives", ["GalleyPrimitives", "GalleyFiles"]),
    stage(
      "Handles",
      [
        "GalleyPrimitives", "GalleyFiles", "CCairo", "CPango", "CHarfBuzz", "CHarfBuzzSubset",
        "CFreeType", "CPixman",
        "CISAL", "CDeflate", "CZlib", "CZstd", "CICU", "CXML2", "CMarkdown", "CSPNG", "CTurboJPEG",
        "CWebP", "CGIF", "CHEIF", "CLCMS", "CXXHash", "CPixelRows", "CLinux",
      ]),
    stage("Itemization", ["GalleyPrimitives", "GalleyHandles"]),
    stage("Shaping", ["GalleyPrimitives", "GalleyHandles"]),
    stage("Workers", ["GalleyPrimitives"]),
    stage("Feed", ["GalleyPrimitives", "GalleyFiles", "GalleyHandles"]),
    // The only code that opens a connection: nothing but the command `fetch` imports it.
    stage(
      "Fetching",
      [
        "GalleyPrimitives", "GalleyFiles", "GalleyHandles", "GalleyWorkers", "GalleyFeed", "CCurl",
      ]),
    stage("Text", ["GalleyPrimitives", "GalleyHandles"]),
    stage(
      "Layout",
      [
        "GalleyPrimitives", "GalleyHandles", "GalleyItemization", "GalleyShaping", "GalleyText",
      ]),
    stage(
      "Elements",
      ["GalleyPrimitives", "GalleyText", "GalleyLayout", "GalleyBoxes", "GalleyConstraints"]),
    stage(
      "Cells",
      [
        "GalleyPrimitives", "GalleyHandles", "GalleyText", "GalleyLayout", "GalleyBoxes",
        "GalleyConstraints", "GalleyElements",
      ]),
    stage("RowHeights", ["GalleyPrimitives"]),
    stage(
      "Table", ["GalleyPrimitives", .product(name: "_RopeModule", package: "swift-collections")]),
    stage("Raster", ["GalleyPrimitives", "GalleyHandles", "GalleyText", "GalleyLayout"]),
    stage("PNG", ["GalleyPrimitives", "GalleyFiles", "GalleyHandles"]),
    stage("Encoders", ["GalleyPrimitives", "GalleyHandles", "GalleyPNG"]),
    stage(
      "Vector",
      ["GalleyPrimitives", "GalleyHandles", "GalleyRaster", "GalleyPNG", "GalleyEncoders"]),
    // Golden pictures for tests of clients: a product of its own.
    stage("Snapshots", ["GalleyPrimitives", "GalleyHandles", "GalleyPNG"]),
    stage("Compositing", ["GalleyPrimitives"]),
    .target(
      name: "GalleyFrames",
      dependencies: ["GalleyPrimitives", "GalleyWorkers", "GalleyTable", "GalleyCompositing"],
      path: "Sources/Frames",
      resources: [.embedInCode("CostModel.json")], swiftSettings: strict),
    stage(
      "ThemeFiles",
      [
        .product(name: "Yams", package: "Yams"), "GalleyPrimitives", "GalleyFiles", "GalleyText",
        "GalleyCells",
      ]),
    .target(
      name: "GalleyTemplates",
      dependencies: [
        .product(name: "Yams", package: "Yams"), "GalleyPrimitives", "GalleyFiles", "GalleyBoxes",
        "GalleyConstraints", "GalleyFeed", "GalleyText", "GalleyLayout", "GalleyElements",
        "GalleyCells", "GalleyThemeFiles",
      ],
      path: "Sources/Templates",
      resources: [
        .embedInCode("BuiltIn/card.yaml"), .embedInCode("BuiltIn/chat.yaml"),
        .embedInCode("BuiltIn/eink.yaml"), .embedInCode("BuiltIn/fd.yaml"),
        .embedInCode("BuiltIn/quote.yaml"), .embedInCode("BuiltIn/social.yaml"),
        .embedInCode("BuiltIn/timeline.yaml"),
      ], swiftSettings: strict),
    stage(
      "CellRendering",
      [
        .product(name: "Logging", package: "swift-log"), "GalleyPrimitives", "GalleyFiles",
        "GalleyHandles", "GalleyFeed", "GalleyText", "GalleyLayout", "GalleyBoxes",
        "GalleyConstraints", "GalleyElements", "GalleyCells",
        "GalleyRowHeights", "GalleyRaster", "GalleyPNG", "GalleyEncoders", "GalleyVector",
      ]),
    stage(
      "Measuring",
      [
        "GalleyPrimitives", "GalleyFiles", "GalleyHandles", "GalleyWorkers", "GalleyFeed",
        "GalleyText", "GalleyLayout", "GalleyCells", "GalleyRowHeights", "GalleyCellRendering",
      ]),
    stage(
      "Rendering",
      [
        .product(name: "Logging", package: "swift-log"),
        .product(name: "HeapModule", package: "swift-collections"), "GalleyPrimitives",
        "GalleyFiles", "GalleyArchives", "GalleyHandles", "GalleyWorkers", "GalleyFeed",
        "GalleyText", "GalleyLayout", "GalleyElements", "GalleyCells", "GalleyRowHeights",
        "GalleyRaster", "GalleyPNG", "GalleyEncoders", "GalleyVector", "GalleyCellRendering",
      ]),
    stage(
      "Pictures",
      [
        "GalleyPrimitives", "GalleyHandles", "GalleyWorkers", "GalleyFeed", "GalleyLayout",
        "GalleyCells", "GalleyRowHeights", "GalleyRaster", "GalleyPNG", "GalleyFrames",
        "GalleyCellRendering",
      ]),
    stage(
      "FrameAssembly",
      [
        "GalleyPrimitives", "GalleyFiles", "GalleyHandles", "GalleyFeed", "GalleyText",
        "GalleyLayout", "GalleyCells", "GalleyTable", "GalleyRaster", "GalleyPNG",
        "GalleyCompositing", "GalleyFrames", "GalleyCellRendering", "GalleyPictures",
      ]),
    stage(
      "Live",
      [
        "GalleyPrimitives", "GalleyHandles", "GalleyWorkers", "GalleyFeed", "GalleyLayout",
        "GalleyCells", "GalleyRowHeights", "GalleyTable", "GalleyCompositing", "GalleyFrames",
        "GalleyCellRendering", "GalleyPictures", "GalleyFrameAssembly",
      ]),
    stage(
      "Scrolling",
      [
        "GalleyPrimitives", "GalleyFiles", "GalleyWorkers", "GalleyFeed", "GalleyText",
        "GalleyLayout",
        "GalleyCells", "GalleyRowHeights", "GalleyTable", "GalleyPNG", "GalleyCompositing",
        "GalleyFrames", "GalleyCellRendering", "GalleyPictures", "GalleyFrameAssembly",
        "GalleyLive",
      ]),
    // The front doors, and the one import of a client.
    .target(
      name: "Galley",
      dependencies: [
        .product(name: "Logging", package: "swift-log"), "GalleyPrimitives", "GalleyFiles",
        "GalleyArchives", "GalleyHandles", "GalleyWorkers", "GalleyFeed", "GalleyText",
        "GalleyLayout", "GalleyBoxes", "GalleyConstraints", "GalleyElements", "GalleyCells",
        "GalleyRowHeights", "GalleyTable", "GalleyRaster", "GalleyPNG", "GalleyEncoders",
        "GalleyCompositing", "GalleyFrames", "GalleyTemplates", "GalleyThemeFiles", "GalleyVector",
        "GalleyCellRendering", "GalleyMeasuring", "GalleyRendering", "GalleyFrameAssembly",
        "GalleyLive", "GalleyScrolling",
      ], swiftSettings: strict),
    // Programs that Galley is measured against.
    stage("Peers", ["GalleyHandles", "CCairo", "CPango"]),
    stage(
      "Lab",
      [
        "Galley", "GalleyPeers", "GalleyHandles", "GalleyItemization", "GalleyShaping",
        "GalleyPrimitives", "GalleyFeed", "GalleyLayout",
        "GalleyCells", "GalleyRowHeights", "GalleyTable", "GalleyText", "GalleyCompositing",
        "GalleyFrames", "GalleyLive", "GalleyPNG", "GalleyPictures", "GalleyRaster",
        "GalleyWorkers",
      ]),
    .executableTarget(
      name: "GalleyCommand",
      dependencies: [
        "Galley", "GalleyFetching", "GalleyFiles", "GalleyHandles", "GalleyLayout",
        "GalleyPrimitives", "GalleyRendering", "GalleyTemplates", "GalleyWorkers", "GalleyLab",
        "GalleyPNG", "GalleySnapshots",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ], path: "Sources/Command", swiftSettings: strict),

    // PangoLayout, on the same fonts: the oracle of the tests; and the texts that it is asked about.
    .target(
      name: "GalleyPangoOracle",
      dependencies: ["GalleyPrimitives", "GalleyLayout", "GalleyText", "GalleyHandles", "CPango"],
      path: "Tests/Oracle", swiftSettings: strict),
    // Folders, sample files, decoders and runs of the command, for all tests.
    .target(
      name: "TestSupport", dependencies: ["CSPNG", "CZlib"], path: "Tests/Support/TestSupport",
      swiftSettings: strict),
    // A fault of the disk, for a process that a test starts.
    .target(name: "FileSyncFault", path: "Tests/Support/FileSyncFault"),
    // Functions that accept any bytes: libFuzzer runs them, and a test with the committed corpus.
    .target(
      name: "GalleyFuzzTargets",
      dependencies: [
        "GalleyCells", "GalleyFeed", "GalleyHandles", "GalleyLab", "GalleyLayout", "GalleyPNG",
        "GalleyPrimitives", "GalleyRaster", "GalleyRowHeights", "GalleyTable", "GalleyText",
        "GalleyElements", "GalleyTemplates", "GalleyThemeFiles",
      ], path: "Fuzz/Sources/Targets", swiftSettings: strict),
    // What Cairo and HarfBuzz do with the same input, for tests of Raster.
    .target(
      name: "RasterOracle", dependencies: ["CCairo", "CFreeType", "CHarfBuzz"],
      path: "Tests/Support/RasterOracle"),

    tests("Primitives", ["GalleyPrimitives"]),
    .testTarget(
      name: "GalleyBoxesTests",
      dependencies: [
        "GalleyBoxes", "GalleyCells", "GalleyElements", "GalleyHandles", "GalleyLayout",
        "GalleyPrimitives", "GalleyText", "TestSupport",
      ], path: "Tests/Boxes", exclude: ["Cases"], swiftSettings: strict),
    .testTarget(
      name: "GalleyConstraintsTests",
      dependencies: ["GalleyConstraints", "GalleyPrimitives", "TestSupport"],
      path: "Tests/Constraints", exclude: ["Cases"], swiftSettings: strict),
    .testTarget(
      name: "GalleyFaultTests", dependencies: ["GalleyCommand", "TestSupport"], path: "Tests/Fault",
      exclude: ["Shim"], swiftSettings: strict),
    tests(
      "Live",
      [
        "GalleyCellRendering", "GalleyCells", "GalleyCompositing", "GalleyFeed", "GalleyFrames",
        "GalleyLive", "GalleyPictures", "GalleyPrimitives", "GalleyTable", "GalleyWorkers",
        "TestSupport",
      ]),
    tests("Fuzz", ["GalleyFuzzTargets", "TestSupport"]),
    tests("Files", ["GalleyFiles", "GalleyPrimitives", "TestSupport"]),
    tests("Archives", ["GalleyArchives", "GalleyFiles", "GalleyPrimitives", "TestSupport"]),
    tests("Workers", ["GalleyWorkers", "GalleyPrimitives"]),
    tests("Feed", ["GalleyFeed", "GalleyHandles", "GalleyPrimitives", "TestSupport"]),
    tests("Fetching", ["GalleyFetching", "GalleyFeed"]),
    tests(
      "Text",
      ["GalleyText", "GalleyHandles", "GalleyPrimitives", "GalleyPangoOracle", "TestSupport"]),
    tests(
      "Layout",
      [
        "GalleyFeed", "GalleyLayout", "GalleyText", "GalleyPrimitives", "GalleyHandles",
        "GalleyItemization", "GalleyPangoOracle", "TestSupport",
      ]),
    tests("Handles", ["GalleyHandles", "GalleyLayout", "GalleyPrimitives", "TestSupport"]),
    tests(
      "Itemization",
      [
        "GalleyItemization", "GalleyShaping", "GalleyHandles", "GalleyLayout", "GalleyPangoOracle",
        "TestSupport",
      ]),
    tests(
      "Rendering",
      [
        "Galley", "GalleyRendering", "GalleyFiles", "GalleyHandles", "GalleyPrimitives",
        "TestSupport",
      ]),
    tests("RowHeights", ["GalleyRowHeights", "GalleyPrimitives"]),
    tests("Table", ["Galley", "GalleyTable", "GalleyLab", "GalleyPrimitives", "TestSupport"]),
    tests(
      "Raster",
      [
        "GalleyRaster", "GalleyPrimitives", "GalleyHandles", "GalleyLayout", "RasterOracle",
        "TestSupport",
      ]),
    tests("Compositing", ["GalleyCompositing", "GalleyPrimitives"]),
    tests(
      "Frames",
      ["GalleyFrames", "GalleyCompositing", "GalleyTable", "GalleyWorkers", "GalleyPrimitives"]),
    tests("PNG", ["GalleyPNG", "GalleyHandles", "GalleyPrimitives", "TestSupport"]),
    tests("Vector", ["Galley", "GalleyPNG", "GalleyVector", "TestSupport"]),
    tests("Snapshots", ["GalleySnapshots", "GalleyPNG", "GalleyPrimitives", "TestSupport"]),
    tests(
      "Encoders",
      ["GalleyEncoders", "GalleyPNG", "GalleyHandles", "GalleyPrimitives", "TestSupport"]),
    tests(
      "Scroll",
      [
        "GalleyCellRendering", "GalleyFrameAssembly", "GalleyLive", "GalleyPictures",
        "GalleyScrolling", "Galley", "GalleyCommand", "GalleyPrimitives", "GalleyHandles",
        "GalleyWorkers", "GalleyLab",
        "GalleyFeed", "GalleyCells", "GalleyTable", "GalleyRaster", "GalleyPNG", "GalleyFrames",
        "GalleyCompositing", "TestSupport",
      ]),
    tests(
      "Templates",
      [
        .product(name: "Yams", package: "Yams"), "GalleyTemplates", "GalleyBoxes",
        "GalleyConstraints", "GalleyElements", "GalleyCells", "GalleyLayout", "GalleyText",
        "GalleyPrimitives", "TestSupport",
      ]),
    tests(
      "Elements",
      [
        "GalleyElements", "GalleyBoxes", "GalleyConstraints", "GalleyText", "GalleyLayout",
        "GalleyPrimitives",
      ]),
    tests(
      "OwnCells",
      [
        "Galley", "GalleyCells", "GalleyCellRendering", "GalleyFiles", "GalleyScrolling",
        "TestSupport",
      ]),
    tests(
      "Cells",
      [
        "GalleyCells", "GalleyElements", "GalleyBoxes", "GalleyConstraints", "GalleyText",
        "GalleyLayout", "GalleyPrimitives",
      ]),
    tests(
      "Lab",
      [
        "GalleyLab", "Galley", "GalleyCells", "GalleyFeed", "GalleyHandles", "GalleyPrimitives",
        "GalleyRowHeights", "GalleyFrames",
      ]),
    tests(
      "Command",
      [
        "Galley", "GalleyCommand", "GalleyLab", "GalleyFrames", "GalleyPrimitives", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "GalleyTests",
      dependencies: [
        "GalleyCellRendering", "GalleyMeasuring", "Galley", "GalleyFeed", "GalleyHandles",
        "GalleyItemization",
        "GalleyShaping", "GalleyLayout", "GalleyPrimitives",
        "GalleyRaster", "GalleyRowHeights", "GalleyWorkers", "GalleyCells", "TestSupport",
        "FileSyncFault",
      ],
      path: "Tests/Galley", exclude: ["Goldens"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// libFuzzer's program exists in builds of `make fuzz` alone, which have the flags to link it.
if Context.environment["GALLEY_FUZZ"] != nil {
  package.products.append(.executable(name: "galley-fuzz", targets: ["GalleyFuzz"]))
  package.targets.append(
    .executableTarget(
      name: "GalleyFuzz", dependencies: ["GalleyFuzzTargets"], path: "Fuzz/Sources/Command",
      swiftSettings: strict))
}
