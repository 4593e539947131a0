// swift-tools-version: 6.2
import PackageDescription

// Targets stand in the order of the pipeline; each may import only what stands above it.
// `make build` passes --explicit-target-dependency-import-check error, so an undeclared import fails.

/// Structures of hand-written storage check their invariants after each step in builds of `make invariants`.
let invariants: [SwiftSetting] =
  Context.environment["GALLEY_INVARIANTS"] == nil ? [] : [.define("GALLEY_INVARIANTS")]

let strict: [SwiftSetting] =
  invariants + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]

/// A C library, mostly found by pkg-config; only owners of C objects may import it, `GalleyLibraryVersions` and `GalleyPeers`.
func system(_ name: String, _ pkgConfig: String?, apt: String, brew: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([apt]), .brew([brew])])
}

/// Dependencies, with spaces between their names: stages without their prefix, other targets and products as they are.
func named(_ names: String) -> [Target.Dependency] {
  let products = [
    "ArgumentParser": "swift-argument-parser", "HeapModule": "swift-collections",
    "Logging": "swift-log", "Yams": "Yams", "_RopeModule": "swift-collections",
  ]
  return names.split { $0 == " " || $0 == "\n" }.map { name in
    let name = String(name)
    if let package = products[name] { return .product(name: name, package: package) }
    let isC = name.hasPrefix("C") && name.dropFirst().first?.isUppercase == true
    let others = ["Galley", "TestCalls", "RasterOracle", "TestSupport"]
    return .target(name: isC || others.contains(name) ? name : "Galley\(name)")
  }
}

/// A stage of the pipeline: target `Galley<name>` in `Sources/<name>`.
func stage(_ name: String, _ dependencies: String = "", files: [String] = []) -> Target {
  .target(
    name: "Galley\(name)", dependencies: named(dependencies), path: "Sources/\(name)",
    resources: files.map { .embedInCode($0) }, swiftSettings: strict)
}

/// The tests of a stage, in `Tests/<name>`.
func tests(_ name: String, _ dependencies: String, exclude: [String] = []) -> Target {
  .testTarget(
    name: "Galley\(name)Tests", dependencies: named(dependencies), path: "Tests/\(name)",
    exclude: exclude, swiftSettings: strict)
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
    system("CHarfBuzzSubset", "harfbuzz-subset", apt: "libharfbuzz-dev", brew: "harfbuzz"),
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
    system("CGIF", nil, apt: "libgif-dev", brew: "giflib"),
    system("CHEIF", nil, apt: "libheif-dev", brew: "libheif"),
    system("CCurl", nil, apt: "libcurl4-openssl-dev", brew: "curl"),
    .systemLibrary(name: "CPixelRows", path: "Sources/System/CPixelRows"),
    .systemLibrary(name: "CLinux", path: "Sources/System/CLinux"),

    stage("Primitives"),
    stage("Randomness"),
    stage("Boxes", "Primitives"),
    stage("Constraints", "Primitives"),
    stage("Files", "Primitives CLinux"),
    stage("Archives", "Primitives Files"),
    // Owners of C objects, by what they serve: drawing with its fonts and text, and three others.
    stage(
      "Handles",
      """
      Primitives Files CCairo CPango CHarfBuzz CHarfBuzzSubset CFreeType CPixman CICU CXXHash \
      CPixelRows CLinux
      """),
    stage("Compression", "Files CISAL CDeflate CZlib CZstd"),
    stage(
      "Images",
      "Primitives Files Handles Compression CISAL CSPNG CTurboJPEG CWebP CGIF CHEIF CLCMS"),
    stage("Documents", "Yams Primitives CXML2 CMarkdown"),
    stage(
      "LibraryVersions",
      """
      Handles CCairo CPango CHarfBuzz CFreeType CPixman CICU CISAL CDeflate CZlib CZstd CXML2 \
      CMarkdown CSPNG CTurboJPEG CWebP CGIF CHEIF CLCMS CXXHash
      """),
    stage("Itemization", "Primitives Handles"),
    stage("Shaping", "Primitives Handles"),
    stage("Workers", "Primitives"),
    // The model of a feed; its bytes and their syntax; readers of all formats; the writer.
    stage("FeedItems", "Primitives Documents"),
    stage("FeedSyntax", "Yams Primitives Files Compression Documents FeedItems"),
    stage("Feed", "Primitives Files Documents FeedItems FeedSyntax"),
    stage("FeedWriting", "Primitives Documents FeedItems FeedSyntax Feed"),
    // The only code that opens a connection: nothing but the command `fetch` imports it.
    stage("Fetching", "Primitives Files Images Workers FeedItems CCurl"),
    stage("Text", "Primitives Handles"),
    // Parsers of emoticons, Markdown, HTML and Pango's markup, and the writer of HTML.
    stage("Markup", "Primitives Documents Text"),
    stage("Fonts", "Handles Itemization"),
    // Values: containers, layouts, and their queries.
    stage("Layout", "Primitives Handles Text"),
    stage("Paragraphs", "Primitives Handles Itemization Shaping Text Fonts Layout"),
    stage("Typesetting", "Primitives Handles Shaping Text Fonts Layout Paragraphs"),
    stage("Elements", "Primitives Text Layout Boxes Constraints"),
    stage(
      "Cells",
      """
      Primitives Handles Text Markup Fonts Layout Paragraphs Typesetting Boxes Constraints Elements
      """),
    stage("RowHeights", "Primitives"),
    stage("Table", "Primitives _RopeModule"),
    stage("Shapes", "Primitives Handles"),
    stage("Glyphs", "Primitives Handles"),
    stage("Raster", "Primitives Handles Images Text Layout Shapes Glyphs"),
    stage("PNG", "Primitives Files Handles Compression"),
    stage("Encoders", "Primitives Handles Images PNG"),
    stage("Vector", "Primitives Handles Compression Raster PNG Encoders"),
    // Golden pictures for tests of clients: a product of its own.
    stage("Snapshots", "Primitives Handles Images PNG"),
    stage("Compositing", "Primitives"),
    stage("Frames", "Primitives Workers Table Compositing", files: ["Costs/CostModel.json"]),
    stage("ThemeFiles", "Yams Primitives Files Documents Text Cells"),
    stage(
      "Templates",
      """
      Yams Primitives Files Boxes Constraints FeedItems Text Markup Layout Elements Cells \
      ThemeFiles
      """,
      files: ["card", "chat", "eink", "fd", "quote", "social", "timeline"].map {
        "BuiltIn/\($0).yaml"
      }),
    stage(
      "CellRendering",
      """
      Logging Primitives Files Handles Images Feed Text Fonts Layout Typesetting Boxes Constraints \
      Elements Cells RowHeights Shapes Glyphs Raster PNG Encoders Vector FeedItems
      """),
    stage(
      "Measuring",
      """
      Primitives Files Handles LibraryVersions Workers Feed Text Fonts Layout Typesetting Cells \
      RowHeights CellRendering FeedItems
      """),
    stage(
      "Rendering",
      """
      Logging HeapModule Primitives Files Archives Handles Images LibraryVersions Workers Feed Text \
      Fonts Layout Elements Cells RowHeights Raster PNG Encoders Vector CellRendering FeedItems
      """),
    // What a bench puts into a scroll: the measuring of heights, and faults.
    stage("Trials", "Primitives Cells CellRendering"),
    stage(
      "Pictures",
      """
      Primitives Handles Images Workers Layout Cells RowHeights Shapes Raster PNG Frames FeedItems \
      CellRendering Trials
      """),
    stage(
      "FrameAssembly",
      """
      Primitives Files Handles Text Layout Typesetting Cells Table Shapes Raster PNG Compositing \
      Frames CellRendering Pictures
      """),
    stage(
      "Live",
      """
      Primitives Handles Workers Feed Fonts Elements Cells RowHeights Table Compositing Frames \
      CellRendering Trials Pictures FrameAssembly FeedItems
      """),
    stage("Simulation", "Primitives Workers Table Compositing Frames Trials"),
    stage(
      "Scrolling",
      """
      Primitives Files Workers Feed Text Fonts Cells RowHeights Table PNG Compositing Frames \
      CellRendering Trials Pictures FrameAssembly Live Simulation FeedItems
      """),
    .target(
      name: "Galley",
      dependencies: named(
        """
        Logging Primitives Files Archives Handles Workers Feed Text Fonts Layout Typesetting Boxes \
        Constraints Elements Cells RowHeights Table Raster PNG Encoders Compositing Frames Templates \
        ThemeFiles Vector CellRendering Measuring Rendering FrameAssembly Live Scrolling Markup \
        Images FeedItems FeedWriting
        """), swiftSettings: strict),
    stage("Peers", "Handles CCairo CPango"),
    // Each stage alone, beside peers and lower bounds; and what the other benches share.
    stage(
      "StageBenches",
      """
      Galley Peers Primitives Randomness Handles Compression Itemization Shaping Workers Feed Text \
      Fonts Layout Paragraphs Typesetting Cells RowHeights Table Raster PNG Compositing Frames \
      CellRendering Trials Pictures Live FeedItems
      """),
    // Scripts of changes, and the reference table that they are played against.
    stage(
      "Replay",
      """
      Galley StageBenches Primitives Randomness Handles FeedItems Text Cells RowHeights Table PNG \
      FrameAssembly Live
      """),
    // The baseline of async: a table that does all work on the main queue.
    stage(
      "SyncTable",
      """
      Galley StageBenches Primitives Handles FeedItems Feed Layout Cells RowHeights Table Frames \
      Trials Pictures Live Scrolling
      """),
    stage(
      "Lab",
      """
      Galley StageBenches SyncTable Primitives Randomness FeedItems Text Cells RowHeights Table \
      Compositing Frames Trials Pictures Live Scrolling
      """),
    stage(
      "BenchArticles",
      """
      Galley StageBenches SyncTable Lab Primitives Workers FeedItems Feed Cells RowHeights Table \
      Frames Trials Live Scrolling
      """),
    // What commands share: options, files, records, and the run of a process.
    stage(
      "CommandLine",
      """
      ArgumentParser Logging Galley Primitives Files Handles Images Workers Fonts Frames Templates \
      Rendering Text PNG Live
      """),
    stage(
      "TextCommands",
      """
      ArgumentParser CommandLine Galley Primitives Handles Text Markup Layout PNG CellRendering \
      Rendering
      """),
    stage(
      "LabCommands",
      """
      ArgumentParser CommandLine Galley Primitives Handles LibraryVersions Frames Trials Live \
      CellRendering Rendering StageBenches Replay Lab BenchArticles
      """),
    .executableTarget(
      name: "GalleyCommand",
      dependencies: named(
        """
        ArgumentParser CommandLine TextCommands LabCommands Galley Primitives Files Archives \
        Handles Images LibraryVersions Workers Feed Fetching Fonts RowHeights PNG Snapshots Frames \
        Templates CellRendering Rendering FeedItems FeedWriting Live
        """), path: "Sources/Command", swiftSettings: strict),

    // PangoLayout, on the same fonts: the oracle of the tests; and the texts that it is asked about.
    .target(
      name: "GalleyPangoOracle",
      dependencies: named("Primitives Randomness Fonts Text Handles CPango"),
      path: "Tests/Oracle", swiftSettings: strict),
    // Folders, sample files, decoders and runs of the command, for all tests.
    .target(
      name: "TestSupport", dependencies: named("CSPNG CZlib CZstd"),
      path: "Tests/Support/TestSupport", swiftSettings: strict),
    // For processes that a test starts: a fault of the disk, and calls that a sandbox refuses.
    .target(name: "TestCalls", path: "Tests/Support/TestCalls"),
    // Functions that accept any bytes: libFuzzer runs them, and a test with the committed corpus.
    .target(
      name: "GalleyFuzzTargets",
      dependencies: named(
        """
        Cells Feed Handles Images Replay Fonts Layout Typesetting PNG Primitives Raster RowHeights \
        Table Text Markup Elements Templates ThemeFiles FeedItems FeedSyntax FeedWriting
        """), path: "Fuzz/Sources/Targets", swiftSettings: strict),
    // What Cairo and HarfBuzz do with the same input, for tests of Raster.
    .target(
      name: "RasterOracle", dependencies: named("CCairo CFreeType CHarfBuzz"),
      path: "Tests/Support/RasterOracle"),

    tests("Primitives", "Primitives Randomness TestSupport"),
    tests(
      "Boxes", "Boxes Cells Elements Compression Fonts Typesetting Primitives Text TestSupport",
      exclude: ["Cases"]),
    tests("Constraints", "Constraints Primitives TestSupport", exclude: ["Cases"]),
    tests("Fault", "Command TestSupport", exclude: ["Shim"]),
    tests(
      "Live",
      """
      CellRendering Cells Compositing FeedItems Frames Live Pictures Primitives Table Workers \
      Randomness TestSupport
      """),
    tests("Fuzz", "FuzzTargets TestSupport"),
    tests("Files", "Files Primitives Randomness TestCalls TestSupport"),
    tests("Archives", "Archives Files Primitives TestSupport"),
    tests("Workers", "Workers Primitives"),
    tests(
      "Feed",
      "Feed FeedItems FeedSyntax FeedWriting Documents Primitives Randomness Yams TestSupport",
      exclude: ["Recordings"]),
    tests("Fetching", "Fetching FeedItems Feed"),
    tests("Text", "Text Handles Primitives Randomness PangoOracle TestSupport"),
    tests("Markup", "Markup Text Primitives PangoOracle TestSupport"),
    tests(
      "Typesetting",
      """
      FeedItems Feed Fonts Layout Paragraphs Typesetting Text Primitives Handles Itemization \
      PangoOracle TestSupport
      """),
    tests("Handles", "Handles Fonts Primitives Randomness TestSupport"),
    tests("Images", "Images Compression Handles Primitives Randomness TestSupport"),
    tests("Itemization", "Itemization Shaping Handles Fonts Paragraphs PangoOracle TestSupport"),
    tests("Rendering", "Galley Rendering Files Handles Primitives TestSupport"),
    tests("RowHeights", "RowHeights Primitives Randomness"),
    tests("Table", "Galley Table Replay Primitives Randomness TestSupport"),
    tests(
      "Raster", "Shapes Glyphs Raster Primitives Handles Images Layout RasterOracle TestSupport"),
    tests("Compositing", "Compositing Primitives"),
    tests("Frames", "Frames Compositing Table Workers Primitives Randomness"),
    tests("Trials", "Trials Frames Simulation Compositing Table Workers Primitives"),
    tests("Simulation", "Simulation Frames Trials Compositing Table Workers Primitives"),
    tests("PNG", "PNG Handles Primitives Randomness TestSupport"),
    tests("Vector", "Galley PNG Vector Raster Handles Primitives TestSupport"),
    tests("Snapshots", "Snapshots PNG Primitives TestSupport"),
    tests("Encoders", "Encoders PNG Handles Images Primitives TestSupport"),
    tests(
      "Scroll",
      """
      CellRendering FrameAssembly Live Pictures Scrolling Galley Command Primitives Handles Images \
      Workers Replay Feed Cells Table Shapes Glyphs Raster PNG Frames Compositing FeedItems \
      Simulation Trials Randomness TestSupport
      """),
    tests(
      "Templates",
      """
      Yams Templates Boxes Constraints Elements Cells Fonts Layout Typesetting Text Primitives \
      TestSupport
      """),
    tests("Elements", "Elements Boxes Constraints Text Layout Primitives"),
    tests("OwnCells", "Galley Cells CellRendering Files Scrolling TestSupport"),
    tests(
      "Cells",
      "Cells Elements Boxes Constraints Text Fonts Layout Typesetting Primitives Randomness"),
    tests(
      "Lab",
      """
      Lab StageBenches SyncTable BenchArticles Galley Cells FeedItems Feed Primitives RowHeights \
      Frames Compositing Live Trials Workers
      """),
    tests(
      "Command",
      """
      Galley Command CommandLine LabCommands TextCommands Lab BenchArticles Frames Primitives \
      TestSupport ArgumentParser
      """),
    .testTarget(
      name: "GalleyTests",
      dependencies: named(
        """
        CellRendering Measuring Galley Handles Itemization Shaping Text Fonts Layout Paragraphs \
        Typesetting Primitives Raster RowHeights Workers Cells Templates Randomness Markup Images \
        TestSupport TestCalls FeedItems
        """),
      path: "Tests/Galley", exclude: ["Goldens"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// libFuzzer's program exists in builds of `make fuzz` alone, which have the flags to link it.
if Context.environment["GALLEY_FUZZ"] != nil {
  package.products.append(.executable(name: "galley-fuzz", targets: ["GalleyFuzz"]))
  package.targets.append(
    .executableTarget(
      name: "GalleyFuzz", dependencies: named("FuzzTargets"), path: "Fuzz/Sources/Command",
      swiftSettings: strict))
}
