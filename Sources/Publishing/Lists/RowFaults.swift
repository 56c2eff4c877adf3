internal import Manifests
internal import Tickets

/// What is wrong with the rows of a ticket list: reported together, when all of them have been read.
struct RowFaults {
    /// Further faults are only counted.
    static let maximumListed = 100

    private var lines: [String] = []
    private var count = 0
    private var hint: String?

    /// - Parameter row: as people find it: `line 3 (3LXUQ-1)`.
    mutating func add(_ fault: RowFault, to row: String) {
        count += 1
        hint = hint ?? fault.hint
        if lines.count < Self.maximumListed { lines.append("  \(row): \(fault.problem)") }
    }

    /// - Parameter name: of the ticket list.
    /// - Throws: ``ManifestError`` with the code `badTickets`, naming the bad rows.
    func check(_ name: String) throws {
        guard count > 0 else { return }
        let more = count > lines.count ? ["  ... and \(count - lines.count) more"] : []
        let headline = count == 1 ? "1 row is wrong" : "\(count) rows are wrong"
        throw ManifestError(
            .badTickets, "use", name,
            "\(headline), and nothing was written\n" + (lines + more).joined(separator: "\n"), hint: hint)
    }
}
