internal import Crypto
internal import Files
public import Foundation
public import Publishing
internal import Tickets

/// Which tickets were drawn into a folder, and with what on them: `printed.txt`, a line for each.
public struct PrintLog {
    private static let header = "# usher ticket print has drawn: ticket, reference\n"

    private let file: URL
    /// By what is drawn of a ticket: its line.
    private var lines: [String: String] = [:]

    /// - Throws: `CocoaError` when the file cannot be read, and ``HandoutError`` when it is another one.
    public init(in folder: URL) throws {
        file = folder.appending(path: "printed.txt")
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        guard text.hasPrefix(Self.header) else {
            throw HandoutError(
                "use", file.path, "it is not a record of tickets that were drawn", hint: "Name another folder.")
        }
        for line in text.split(separator: "\n").dropFirst() {
            lines[String(line.prefix { $0 != " " })] = String(line)
        }
    }

    /// Whether this ticket was drawn with all that is on it now.
    public func has(_ ticket: SoldTicket) -> Bool { lines[Self.number(of: ticket)] != nil }

    /// Returns when the record is on the disk.
    /// - Throws: `FileError`
    public func add(_ tickets: [SoldTicket]) throws {
        var lines = lines
        for ticket in tickets {
            let number = Self.number(of: ticket)
            lines[number] = "\(number) \(ticket.row.reference?.referenceForPeople.withoutControls ?? "-")"
        }
        let text = Self.header + lines.values.sorted().map { $0 + "\n" }.joined()
        try DurableFile.write(Data(text.utf8), to: file)
    }

    /// The code and the texts of a ticket, without telling them: 64 bits of a hash.
    private static func number(of ticket: SoldTicket) -> String {
        let row = ticket.row
        let texts: [String?] = [
            row.code, ticket.type.name, row.holder, row.seat, ticket.price, String(row.admits),
            row.notBefore.map { "\($0)" }, row.notAfter.map { "\($0)" }, row.reference,
        ]
        let joined = texts.map { $0 ?? "" }.joined(separator: "\u{0}")
        return Data(SHA256.hash(data: Data(joined.utf8)).prefix(8)).hex
    }
}
