/// What has been found in a file so far: the faults, and the mappings whose keys must still be compared with those that
/// were asked for.
final class YAMLNotes {
    private(set) var faults: [YAMLFault] = []
    private var mappings: [YAMLMapping] = []

    func add(_ fault: YAMLFault) {
        faults.append(fault)
    }

    func watch(_ mapping: YAMLMapping) {
        mappings.append(mapping)
    }

    func reportUnknownKeys() {
        for mapping in mappings { mapping.reportUnknownKeys() }
    }
}
