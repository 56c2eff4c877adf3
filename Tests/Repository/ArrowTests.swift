import Foundation
import Testing

/// Which module may use which: the arrows of the design, each with its reason.
@Suite struct ArrowTests {
    /// Modules that may use those of the layers before them, and never each other.
    struct Layer {
        let modules: Set<String>
        let because: String
    }

    /// From the ground up.
    static let layers = [
        Layer(
            modules: ["Tickets"],
            because: "Tickets is pure and stands on nothing, so that a table can test every rule"),
        Layer(
            modules: ["ZBar", "ZXing"],
            because: "QR codes and barcodes are read by two tools, which give pictures to the libraries of others"),
        Layer(
            modules: [
                "CheckedYAML", "Spreadsheets", "Pictures", "QRReader", "BarcodeReader", "Devices", "Web", "Messages",
                "Files", "Threads", "TimeZones",
            ],
            because: "a tool does one thing for the parts above it and knows nothing of stations"),
        Layer(
            modules: [
                "QRWriter", "Manifests", "Journal", "Backends", "Venue", "Cameras", "Wedges", "SerialScanners",
                "HIDScanners", "NFCReaders", "StationAPI",
            ],
            because: "parts share only the types of Tickets and meet in Station, so that each is read and tested alone"),
        Layer(
            modules: ["DoorScreen", "Fleet", "Reports", "Alerts"],
            because: """
                the page, the fleet and the reports know a station by the messages of its API, like every other program; \
                alerts are sent over the connections of Backends, by stations, relays and venues alike
                """),
        Layer(
            modules: ["Station", "Publishing", "Relay", "Evening"],
            because: """
                Station is where the parts meet, at the door; Publishing, Relay and Evening work on the organizer's machine, \
                and no kiosk needs them
                """),
        Layer(
            modules: ["Handouts"],
            because: """
                tickets for guests are made of the organizer's event.yaml and tickets.csv, which Publishing reads; no                 station draws or sends one
                """),
        Layer(
            modules: ["Daemon"],
            because: "Daemon is the command line of usherd, which two programs have: usherd, and usher under that name"),
        Layer(
            modules: ["usherd", "usher"],
            because: "a program is a door to the modules, and nothing can be built on it"),
    ]

    /// A library that is some modules' business and nobody else's.
    struct Library: CustomTestStringConvertible {
        let name: String
        let modules: Set<String>
        let because: String

        var testDescription: String { name }
    }

    static let libraries = [
        Library(
            name: "GRDB", modules: ["Manifests", "Journal", "Relay"],
            because: "SQL stays beside the three files it belongs to; others ask them in words of the domain"),
        Library(
            name: "Yams", modules: ["CheckedYAML"],
            because: "every YAML file is checked whole, with all its faults listed, in one way"),
        Library(
            name: "Spreadsheets", modules: ["Publishing", "usher"],
            because: "spreadsheets are read and written on the organizer's machine; no station opens one"),
        Library(
            name: "HummingbirdCore", modules: ["Web"],
            because: "how requests come over a connection is one module's business; others see requests and answers"),
        Library(
            name: "SwiftProtobuf", modules: ["Tickets"],
            because: "it reads the payload of signed codes and is no format of ours"),
        Library(
            name: "ArgumentParser", modules: ["Daemon", "usher"],
            because: "what a module does must not depend on how a command line spells it"),
    ]

    @Test func `every module has its layer`() async throws {
        let placed = Self.layers.reduce(into: Set()) { $0.formUnion($1.modules) }
        let existing = Set(try RepositoryTree.modules())
        #expect(existing.subtracting(placed) == [], "a new module in Sources needs a layer in ArrowTests.layers")
        #expect(placed.subtracting(existing) == [], "ArrowTests.layers names modules that Sources does not have")
    }

    @Test func `arrows point down only`() async throws {
        for arrow in try await Arrow.all() {
            guard let from = Self.level(of: arrow.from), let to = Self.level(of: arrow.to) else { continue }
            #expect(
                to < from,
                "\(arrow.place): \(arrow.from) must not use \(arrow.to): \(Self.layers[from].because)")
        }
    }

    @Test(arguments: libraries)
    func `a library stays with its modules`(library: Library) async throws {
        let arrows = try await Arrow.all().filter { $0.to == library.name }
        for arrow in arrows {
            #expect(
                library.modules.contains(arrow.from),
                "\(arrow.place): \(arrow.from) must not use \(library.name): \(library.because)")
        }
        #expect(
            Set(arrows.map(\.from)) == library.modules,
            "ArrowTests.libraries names modules for \(library.name) that do not use it")
    }

    @Test func `a C library is imported by exactly one module`() async throws {
        let arrows = try await Arrow.all()
        let libraries = Set(
            try RepositoryTree.files(under: "Sources/CLibraries").map { String($0.path.split(separator: "/")[2]) })
        #expect(!libraries.isEmpty)
        for library in libraries.sorted() {
            let declaring = Set(arrows.filter { $0.to == library && $0.place == "Package.swift" }.map(\.from))
            let importing = Set(arrows.filter { $0.to == library && $0.place != "Package.swift" }.map(\.from))
            #expect(
                importing.count == 1 && declaring == importing,
                """
                \(library): declared by \(declaring.sorted()), imported by \(importing.sorted()). One module owns a C \
                library: its pointers and return codes are turned into Swift in one place
                """)
        }
    }

    @Test(arguments: [
        ("ServerDoubles", "a door must never talk to a stand-in"),
        ("TestSupport", "what helps the tests never comes to a door"),
    ])
    func `what stands in for something stays with the tests`(target: String, reason: String) async throws {
        // Benchmarks are no product either.
        for arrow in try await Arrow.all() where arrow.from != "benchmarks" {
            #expect(arrow.to != target, "\(arrow.place): \(arrow.from) must not use \(target): \(reason)")
        }
    }

    @Test func `the help of all tests knows nothing of Swift Testing`() throws {
        for file in try RepositoryTree.files(under: "Tests/Support") {
            for line in try file.lines() {
                let isOfTests = line.text.contains(/\bimport\s+Testing\b/)
                #expect(!isOfTests, "\(line.place): benchmarks and the simulation use TestSupport, and are no tests")
            }
        }
    }

    @Test func `Tickets stays pure`() throws {
        let allowed: Set = ["Foundation", "Crypto", "CryptoExtras", "SwiftProtobuf"]
        for arrow in try Arrow.imported() where arrow.from == "Tickets" {
            #expect(
                allowed.contains(arrow.to),
                "\(arrow.place): Tickets must not import \(arrow.to): it does no I/O, so that a rule needs no station")
        }
    }

    private static func level(of module: String) -> Int? {
        layers.firstIndex { $0.modules.contains(module) }
    }
}
