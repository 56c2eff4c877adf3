// swift-tools-version: 6.2
import PackageDescription

// The arrows between modules point down only; Tests/Repository holds them and says why.
// Libraries are pinned exactly because Package.resolved is not kept.

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let protobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")
let sqlite = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
/// SQLite's own calls, for limits that GRDB does not set.
let sqliteCalls = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let yaml = Target.Dependency.product(name: "Yams", package: "Yams")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let web: [Target.Dependency] = [
    // Not the product Hummingbird: it brings tracing, metrics and a file system, which nothing here uses.
    .product(name: "HummingbirdCore", package: "hummingbird"),
    .product(name: "HTTPTypes", package: "swift-http-types"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
]
let connections: [Target.Dependency] = [
    .product(name: "HummingbirdCore", package: "hummingbird"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
]
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let signals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let processes = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")

func cLibrary(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func module(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], settings: [SwiftSetting] = []
) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict + settings)
}

/// For what touches every pixel of every frame, fifty times slower otherwise: a debug build must keep up with a camera.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"])]

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: dependencies + ["TestSupport"], path: "Tests/\(name)", exclude: exclude,
        swiftSettings: strict)
}

let package = Package(
    name: "usher",
    products: [
        .executable(name: "usherd", targets: ["usherd"]),
        .executable(name: "usher", targets: ["usher"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
    ],
    targets: [
        cLibrary("CZBar", pkgConfig: "zbar", apt: "libzbar-dev"),
        cLibrary("CQREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),
        // With pango, which sets text on it.
        cLibrary("CCairo", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),
        cLibrary("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
        cLibrary("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        .systemLibrary(name: "CLinux", path: "Sources/CLibraries/CLinux"),
        .systemLibrary(name: "CTimex", path: "Sources/CLibraries/CTimex"),
        .systemLibrary(name: "CV4L2", path: "Sources/CLibraries/CV4L2"),
        .systemLibrary(name: "CHIDRaw", path: "Sources/CLibraries/CHIDRaw"),
        cLibrary("CUDev", pkgConfig: "libudev", apt: "libudev-dev"),
        cLibrary("CEvdev", pkgConfig: "libevdev", apt: "libevdev-dev"),
        cLibrary("CXKBCommon", pkgConfig: "xkbcommon", apt: "libxkbcommon-dev"),
        cLibrary("CSystemd", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
        cLibrary("CPQ", pkgConfig: "libpq", apt: "libpq-dev"),
        cLibrary("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
        // libzip, which is opened at run time: its name is another one on each release of Debian.
        .target(name: "CZip", path: "Sources/CLibraries/CZip"),
        // zxing-cpp, which is opened at run time, too: Debian has it with an interface for C from 13 on.
        .target(name: "CZXing", path: "Sources/CLibraries/CZXing"),
        // libpcsclite, which is opened at run time: most stations have no NFC reader.
        .target(name: "CPCSC", path: "Sources/CLibraries/CPCSC"),
        // The files of the door screen, embedded by the C compiler.
        .target(name: "CDoorAssets", path: "Sources/CLibraries/CDoorAssets", exclude: ["assets"]),
        // The texts, in all languages.
        .target(name: "CMessages", path: "Sources/CLibraries/CMessages", exclude: ["messages"]),

        // The domain.
        module("Tickets", [crypto, cryptoExtras, protobuf], exclude: ["SignedCodePayload.proto"]),

        // Tools of the parts above them.
        module("CheckedYAML", ["Tickets", yaml]),
        module("Pictures", ["Tickets", "CCairo", "CTurboJPEG"]),
        module("Spreadsheets", ["Tickets", "CZip", "CExpat"]),
        module("ZBar", ["Tickets", "CZBar"]),
        module("ZXing", ["Tickets", "CZXing"]),
        module("QRReader", ["Tickets", "ZBar"], settings: optimised),
        module("BarcodeReader", ["Tickets", "ZBar", "ZXing"], settings: optimised),
        module("Devices", ["Tickets", "CLinux", "CUDev"]),
        module("Web", ["Tickets", lifecycle, logging] + web),
        module("Files", ["Tickets"]),
        module("TimeZones", ["Tickets"]),
        module("Threads", []),
        module("Messages", ["Tickets", "CMessages"]),

        // The parts of a station: they share only the types of Tickets and meet in Station.
        module("QRWriter", ["Tickets", "Pictures", "CQREncode"]),
        module("Manifests", ["Tickets", "TimeZones", "Files", "CheckedYAML", crypto, sqlite, sqliteCalls]),
        module("Journal", ["Tickets", "Files", crypto, sqlite]),
        module("Backends", ["Tickets", "TimeZones", "Threads", "CheckedYAML", "CCurl", crypto, logging]),
        module("Venue", ["Tickets", "Threads", "CPQ", crypto]),
        module(
            "Cameras", ["Tickets", "Devices", "Pictures", "QRReader", "BarcodeReader", "CV4L2"], settings: optimised),
        module("Wedges", ["Tickets", "Devices", "CEvdev", "CXKBCommon"]),
        module("SerialScanners", ["Tickets", "Devices"]),
        module("HIDScanners", ["Tickets", "Devices", "CHIDRaw"]),
        module("NFCReaders", ["Tickets", "Devices", "CPCSC"]),
        module("StationAPI", ["Tickets", "Messages", "Web", lifecycle, logging]),
        module("Alerts", ["Tickets", "TimeZones", "Messages", "Files", "CheckedYAML", "Backends"]),
        module("Reports", ["Tickets", "Messages", "Pictures", "StationAPI"]),
        module(
            "DoorScreen",
            ["Tickets", "Messages", "CheckedYAML", "Web", "StationAPI", "CDoorAssets", crypto, lifecycle, logging]),
        module("Fleet", ["Tickets", "Messages", "StationAPI"]),

        // Where they meet.
        module(
            "Station",
            [
                "Tickets", "TimeZones", "Messages", "Files", "Threads", "CheckedYAML", "Pictures", "QRReader",
                "QRWriter", "Manifests", "Journal", "Backends", "Alerts", "Venue", "Devices", "BarcodeReader",
                "Cameras", "Wedges",
                "SerialScanners", "HIDScanners", "NFCReaders", "Web", "StationAPI", "Reports", "DoorScreen", "Fleet",
                "CSystemd", "CTimex", lifecycle, signals, logging,
            ]),

        // On the organizer's machine: lists on their way to the stations.
        module(
            "Publishing",
            [
                "Tickets", "TimeZones", "Files", "CheckedYAML", "Spreadsheets", "Manifests", "Backends", "Fleet",
                crypto,
            ]),
        // Tickets on their way to the guests.
        module(
            "Handouts",
            ["Tickets", "Messages", "CheckedYAML", "Files", "Pictures", "QRWriter", "Backends", "Publishing", crypto]),
        // And a station's check-ins on their way to the ticketing server.
        module(
            "Relay",
            [
                "Tickets", "TimeZones", "Messages", "CheckedYAML", "Web", "Backends", "StationAPI", "Alerts",
                "DoorScreen",
                "Fleet", crypto, sqlite, lifecycle, signals, logging,
            ]),

        // After the event: the journals of all stations as one.
        module("Evening", ["Tickets", "Journal", "Manifests", "StationAPI", "Reports"]),

        // The daemon's command line, which both programs have: the package installs usher alone, under both names.
        module("Daemon", ["Station", "Tickets", arguments]),
        program("usherd", ["Daemon"]),
        program(
            "usher",
            [
                "Daemon", "Station", "Reports", "Publishing", "Handouts", "Relay", "Tickets", "TimeZones", "Messages",
                "Files", "Pictures", "Spreadsheets", "QRReader", "BarcodeReader", "QRWriter", "Manifests", "Backends",
                "Alerts",
                "Venue", "Devices", "Cameras", "Wedges", "SerialScanners", "HIDScanners", "NFCReaders", "Web",
                "StationAPI", "DoorScreen", "Fleet", "Evening", "CheckedYAML", crypto, arguments, lifecycle, signals,
                logging,
            ]),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Station", "StationAPI", "DoorScreen", "Fleet", "Journal", "Manifests", "Tickets", "Devices", "Cameras",
                "Wedges",
                "Pictures", "QRReader", "BarcodeReader",
                "QRWriter", "ServerDoubles", "TestSupport", "Venue", logging, processes,
            ], path: "Benchmarks", exclude: ["reading"], swiftSettings: strict),
        // What every test may use; it knows nothing of Swift Testing, and no product depends on it.
        .target(
            name: "TestSupport", dependencies: ["Tickets", "TimeZones", "Messages", logging], path: "Tests/Support",
            swiftSettings: strict),
        // Proxies in the environment of every test, which must not be used.
        .target(name: "CTestProxies", path: "Tests/Proxies"),
        // Servers that tests talk to; no product depends on it.
        .target(
            name: "ServerDoubles", dependencies: ["Tickets", "Web", lifecycle, logging] + web, path: "Tests/Doubles",
            swiftSettings: strict),

        // Random histories of real stations beside a model of what the documents promise: docs/SIMULATION.md.
        .target(
            name: "StationSimulation",
            dependencies: [
                "Station", "StationAPI", "Web", "Journal", "Manifests", "Publishing", "Backends", "Venue", "Relay",
                "Tickets", "TestSupport", processes,
            ],
            path: "Tests/Simulation/Machine", swiftSettings: strict),
        .executableTarget(
            name: "simulation", dependencies: ["StationSimulation"], path: "Tests/Simulation/Program",
            swiftSettings: strict),
        // Rules as pretix decides them and as we do: Tests/Servers/tests/rule_tests.py.
        .executableTarget(
            name: "rule-cases", dependencies: ["Tickets", "TimeZones"], path: "Tests/Servers/Rules",
            swiftSettings: strict),
        .testTarget(
            name: "SimulationTests", dependencies: ["StationSimulation"], path: "Tests/Simulation/Histories",
            swiftSettings: strict),

        tests("Tickets", ["Tickets", "Messages", crypto]),
        tests("TimeZones", ["TimeZones", "Tickets", processes]),
        tests("Messages", ["Messages", "Tickets"]),
        tests("CheckedYAML", ["CheckedYAML", "Tickets"]),
        tests("Pictures", ["Pictures", "Tickets"]),
        tests("QRReader", ["QRReader", "QRWriter", "Pictures", "Tickets"]),
        tests("BarcodeReader", ["BarcodeReader", "Pictures", "Tickets"]),
        tests("QRWriter", ["QRWriter", "QRReader", "Pictures", "Tickets", processes]),
        tests("Manifests", ["Manifests", "Publishing", "Files", "TimeZones", "Tickets", crypto, sqlite, processes]),
        tests("Journal", ["Journal", "Tickets", crypto, sqlite, sqliteCalls, processes]),
        tests(
            "Web",
            [
                "Web", .product(name: "NIOEmbedded", package: "swift-nio"),
            ] + connections),
        tests("Threads", ["Threads"]),
        tests("Publishing", ["Publishing", "Fleet", "Tickets"]),
        tests("Spreadsheets", ["Spreadsheets", "Publishing", "Tickets", processes], exclude: ["files", "strangers"]),
        tests("Devices", ["Devices", "Tickets"]),
        tests("Wedges", ["Wedges", "Devices", "Tickets"]),
        tests("SerialScanners", ["SerialScanners", "Devices", "Tickets"]),
        tests("HIDScanners", ["HIDScanners", "Devices", "Tickets", processes]),
        tests("NFCReaders", ["NFCReaders", "Devices", "Tickets"]),
        tests("Cameras", ["Cameras", "Devices", "QRReader", "QRWriter", "Pictures", "Tickets", "CTurboJPEG"]),
        tests(
            "Backends", ["Backends", "ServerDoubles", "CTestProxies", "Tickets", crypto, processes],
            exclude: ["tls_server.py"]),
        tests(
            "Alerts", ["Alerts", "Backends", "CheckedYAML", "ServerDoubles", "Tickets", processes],
            exclude: ["smtp_server.py"]),
        tests("Reports", ["Reports", "Messages"]),
        tests("Venue", ["Venue", "Threads", "Tickets", processes], exclude: ["cluster", "network", "run", "tests"]),
        tests(
            "Handouts",
            [
                "Handouts", "Messages", "Publishing", "Backends", "Pictures", "QRReader", "QRWriter", "Files",
                "Tickets",
                processes,
            ]),
        tests("Fleet", ["Fleet", "StationAPI", "Messages", "Tickets"]),
        tests(
            "Evening",
            ["Evening", "Journal", "Manifests", "Messages", "Publishing", "Reports", "StationAPI", "Tickets"]),
        tests("Relay", ["Relay", "Fleet", "StationAPI", "Web", "Backends", "ServerDoubles", "Tickets", sqlite]),
        tests(
            "DoorScreen",
            ["DoorScreen", "StationAPI", "Messages", "Web", "Backends", "Tickets", lifecycle, logging, yaml, processes]),
        tests(
            "Station",
            [
                "Station", "TimeZones", "Messages", "Reports", "Files", "Manifests", "Journal", "Backends", "Alerts",
                "Venue", "Devices", "Cameras", "Wedges", "SerialScanners", "NFCReaders", "StationAPI",
                "Web", "Publishing", "Relay", "ServerDoubles", "Threads", "Tickets", lifecycle, logging, sqlite,
                processes,
            ]),
        // What commands print.
        tests("Commands", ["usher", "Messages", "StationAPI", "Devices", "Wedges", "Tickets"]),
        tests("EndToEnd", ["Station", "ServerDoubles", "Tickets", "Journal", "Manifests", processes]),
        tests("Repository", ["Messages", processes]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x
)
