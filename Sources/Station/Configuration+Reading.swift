internal import Alerts
internal import Backends
internal import CheckedYAML
internal import Foundation
internal import Logging
internal import Messages
internal import Tickets

/// How the keys of usher.yaml are read. A key that a file does not have keeps its value, also one of `policy`, `screen` and
/// `manifests`; of `backends` each name is a key of its own. Everything else counts as a whole.
extension Configuration {
    mutating func read(_ root: YAMLMapping) {
        if let name = root.optionalString("station") {
            station = name
            isStationNamed = true
            if let problem = Self.problem(withName: name) { root.fault("station", problem) }
        }
        gate = root.optionalString("gate") ?? gate
        direction = root.optionalValue("direction", Direction.expectation, parse: Direction.init) ?? direction
        events = root.strings("events") ?? events
        readLanguage(root)
        readSymbologies(root)
        if root.shape(of: "cameras") != nil { cameras = Self.readCameras(root) }
        if root.shape(of: "scanners") != nil { scanners = Self.readScanners(root) }
        if root.shape(of: "serial_scanners") != nil { serialScanners = Self.readSerialScanners(root) }
        nfcReaders = root.strings("nfc_readers") ?? nfcReaders
        readScreen(root)
        readMetrics(root)
        readHooks(root)
        ticketPrinter =
            root.optionalValue("ticket_printer", "default, or the name of a printer of CUPS") {
                $0.wholeMatch(of: /[!-.0-~]{1,127}/) != nil && !$0.hasPrefix("-") ? $0 : nil
            } ?? ticketPrinter
        policy = Self.readPolicy(root.mapping("policy"), default: policy)
        permissions = Self.readPermissions(root) ?? permissions
        let named = Self.readBackends(root)
        backends = backends.filter { known in !named.contains { $0.name == known.name } } + named
        alerts = AlertSettings(of: root) ?? alerts
        ordersKey = Self.readOrdersKey(root) ?? ordersKey
        if root.shape(of: "venue") != nil { venue = VenueSettings(root.mapping("venue")) }
        readManifests(root)
        logLevel = root.optionalValue("log", Logger.Level.expectation) { Logger.Level(rawValue: $0) } ?? logLevel
    }

    mutating func readLanguage(_ root: YAMLMapping) {
        language =
            root.optionalValue("language", "one of \(MessageFile.languages.joined(separator: ", "))") {
                MessageFile.languages.contains($0) ? $0 : nil
            } ?? language
    }

    mutating func readSymbologies(_ root: YAMLMapping) {
        symbologies = root.words("symbologies", of: Symbology.allCases) ?? symbologies
    }

    private mutating func readHooks(_ root: YAMLMapping) {
        guard let mappings = root.mappings("hooks") else { return }
        hooks = mappings.map(Hook.init)
        if hooks.count > Hook.mostHooks {
            root.fault("hooks", "must not have more than \(Hook.mostHooks) commands")
        }
    }

    private mutating func readManifests(_ root: YAMLMapping) {
        let mapping = root.mapping("manifests")
        keepLists = mapping.duration("keep_after_end", in: .zero ... .seconds(400 * 86_400), default: keepLists)
        lists.read(mapping)
    }

    static func readBackends(_ root: YAMLMapping) -> [BackendSettings] {
        (root.namedMappings("backends") ?? []).map { name, mapping in
            if !Event.isValidID(name) { mapping.fault(nil, "is not a name a backend can have") }
            return BackendSettings(name: name, mapping)
        }
    }

    /// As the second line of the file NAME.pub has it.
    static func readOrdersKey(_ root: YAMLMapping) -> VerificationKey? {
        root.optionalValue("orders_key", "the second line of a .pub file that usher key generate --for orders wrote") {
            Data(base64Encoded: $0).flatMap(VerificationKey.init(raw:))
        }
    }

    /// - Parameter known: what counts where a key is missing.
    static func readPolicy(_ mapping: YAMLMapping, default known: Policy) -> Policy {
        func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String, default fallback: Word) -> Word {
            mapping.optionalValue(key, Word.expectation, parse: Word.init(rawValue:)) ?? fallback
        }
        return Policy(
            afterExpiry: word("after_expiry", default: known.afterExpiry),
            clockUntrusted: word("clock_untrusted", default: known.clockUntrusted),
            withoutDisplay: word("faceless", default: known.withoutDisplay),
            returns: word("returns", default: known.returns),
            graceAfterEnd: mapping.duration(
                "grace_after_end", in: .zero ... .seconds(7 * 86_400), default: known.graceAfterEnd))
    }

    private static func readPermissions(_ root: YAMLMapping) -> Set<Permission>? {
        root.strings("permissions").map { words in
            Set(
                words.enumerated().compactMap { index, word in
                    let permission = Permission(rawValue: word)
                    if permission == nil { root.fault("permissions", item: index, "must be \(Permission.expectation)") }
                    return permission
                })
        }
    }
}
