internal import Files
public import Foundation
internal import Manifests
public import Tickets

/// Gives the rows of a tickets.csv that have no code one, and changes nothing else in the file.
public struct CodeIssuer {
    /// What was done.
    public struct Outcome: Sendable, Hashable {
        /// Lines of the rows that have a new code, counting from 1.
        public let newLines: [Int]
        /// How many rows had a code.
        public let kept: Int
    }

    private let definition: EventDefinition?
    private let key: SigningKey?
    private let validUntil: Timestamp?

    /// - Parameters:
    ///   - definition: checks the types of the rows.
    ///   - key: makes codes that are signed; needs `definition`, whose `ticket_keys` has its public half. Otherwise codes
    ///     are random.
    ///   - validUntil: until when signed codes admit whose row does not say; the end of the event unless given.
    public init(definition: EventDefinition? = nil, key: SigningKey? = nil, validUntil: Timestamp? = nil) {
        precondition(key == nil || definition != nil, "a signed code names a type of the event")
        self.definition = definition
        self.key = key
        self.validUntil = validUntil
    }

    /// Reads the whole file, and replaces it if a row has no code. A file without the column `code` gets one, the last.
    /// - Throws: `ManifestError` with every bad row, and `FileError`; then the file is as it was.
    public func fill(_ file: URL) throws -> Outcome {
        // Behind a link, the file itself is replaced.
        let file = file.resolvingSymlinksInPath()
        try Self.checkIsClosed(file)
        var reader = try CSVReader(file)
        let header = try reader.next()
        let columns = try TicketCSV.columns(of: header, file: file, needsCode: false)
        var edits: [Edit] = []
        let codeColumn = columns.firstIndex(of: .code)
        if codeColumn == nil, let end = header?.places.last?.upperBound {
            edits.append(Edit(place: end..<end, text: ",code"))
        }

        var (newLines, kept, faults) = ([Int](), 0, RowFaults())
        while let record = try reader.next() {
            do throws(RowFault) {
                guard let code = try newCode(for: TicketCSV.cells(of: record, columns: columns)) else {
                    kept += 1
                    continue
                }
                newLines.append(record.line)
                if let codeColumn {
                    edits.append(Edit(place: record.places[codeColumn], text: code))
                } else if let end = record.places.last?.upperBound {
                    edits.append(Edit(place: end..<end, text: ",\(code)"))
                }
            } catch {
                faults.add(error, to: "line \(record.line)")
            }
        }
        try faults.check(file.path)
        if !newLines.isEmpty { try Self.apply(edits, to: file) }
        return Outcome(newLines: newLines, kept: kept)
    }

    /// `nil` when the row has a code.
    private func newCode(for cells: [TicketCSV.Column: String]) throws(RowFault) -> String? {
        var cells = cells
        let hadCode = cells[.code] != nil
        if !hadCode { cells[.code] = RandomCode.make() }
        let row = try TicketCSV.row(cells, zone: definition?.zone ?? .utc)
        if row.status == .revoked {
            guard hadCode else { throw RowFault("it revokes a code, but has no code") }
            return nil
        }
        let type = try definition?.type(row.type)
        guard !hadCode else { return nil }
        guard let key, let definition, let type else { return row.code }
        do {
            return try SignedCode.issue(
                item: type.id, validUntil: row.notAfter ?? validUntil ?? definition.event.ends,
                seed: SignedCode.randomSeed(), with: key)
        } catch {
            throw RowFault("its code cannot be signed")
        }
    }

    // MARK: - The file

    private struct Edit {
        /// Bytes of the file that are replaced; none where text is only added.
        let place: Range<Int>
        let text: String
    }

    /// Everything outside of the edits stays as it is, to the byte: line ends, quotation marks, empty lines.
    private static func apply(_ edits: [Edit], to file: URL) throws {
        let bytes = try Data(contentsOf: file, options: .mappedIfSafe)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        let folder = file.deletingLastPathComponent()
        var pending = try PendingFile(in: folder, mode: 0o600)
        var position = 0
        for edit in edits {
            guard edit.place.upperBound <= bytes.count else {
                throw FileError(
                    .failed, "write", file.path, "somebody else has changed it just now", hint: "Try again.")
            }
            // Bytes have no padding that could be read.
            try pending.write(unsafe bytes[position..<edit.place.lowerBound].span.bytes)
            try pending.write(edit.text)
            position = edit.place.upperBound
        }
        try pending.write(unsafe bytes[position...].span.bytes)
        if let mode {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: pending.file.path)
        }
        try pending.commit(to: file)
        try Folder.synchronize(folder)
    }

    /// A spreadsheet that has the file open would write it back later without the codes.
    private static func checkIsClosed(_ file: URL) throws {
        let name = file.lastPathComponent
        let lock = file.deletingLastPathComponent().appending(path: ".~lock.\(name)#")
        guard !FileManager.default.fileExists(atPath: lock.path) else {
            throw FileError(
                .failed, "write", file.path, "LibreOffice has it open, and would save it without the new codes",
                hint: "Close it there. If it is not open, delete \(lock.lastPathComponent).")
        }
    }
}
