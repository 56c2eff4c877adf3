internal import Crypto
internal import Files
public import Foundation
internal import Publishing
internal import Tickets

/// Which tickets have been sent to whom: a text file with a line for each, on the disk before the next mail is sent. So at
/// most the mail during which the machine failed can be sent twice.
/// See docs/decisions/118-tickets-look-is-not-signed.md.
public final class SentLog {
    private static let header = "# usher ticket mail has sent: time, ticket, address, reference\n"

    private let file: URL
    private let descriptor: Int32
    private var sent: Set<String> = []

    /// Opens the file, or makes it. What a crash has left of a line is removed.
    /// - Throws: `FileError`, and ``HandoutError`` when another program sends by this file now.
    public init(_ file: URL) throws {
        self.file = file
        descriptor = unsafe open(file.path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError.system("open", file.path) }
        do {
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw HandoutError(
                    "send", "the tickets", "another usher ticket mail sends them at the moment",
                    hint: "Wait until it has ended.")
            }
            try read()
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    private func read() throws {
        let bytes = try Data(contentsOf: file)
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        guard ftruncate(descriptor, off_t(end)) == 0 else { throw FileError.system("write", file.path) }
        guard end > 0 else { return try append(Self.header) }
        let text = String(decoding: bytes[..<end], as: UTF8.self)
        guard text.hasPrefix(Self.header) else {
            throw HandoutError(
                "use", file.path, "it is not a record of mails that were sent", hint: "Name another file.")
        }
        for line in text.split(separator: "\n").dropFirst() {
            let words = line.split(separator: " ", maxSplits: 3)
            guard words.count >= 3 else { continue }
            sent.insert(Self.key(email: String(words[2]), number: String(words[1])))
        }
    }

    /// Whether this ticket was sent to its address.
    func has(_ ticket: SoldTicket, to address: String) -> Bool {
        sent.contains(Self.key(email: address, number: Self.number(of: ticket)))
    }

    /// Returns when the lines are on the disk.
    func add(_ tickets: [SoldTicket], to address: String, at time: Timestamp) throws {
        try append(
            tickets.map { ticket in
                let reference = ticket.row.reference?.referenceForPeople.withoutControls ?? "-"
                return "\(time) \(Self.number(of: ticket)) \(address) \(reference)\n"
            }.joined())
        for ticket in tickets { sent.insert(Self.key(email: address, number: Self.number(of: ticket))) }
    }

    private func append(_ text: String) throws {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw FileError.system("write", file.path) }
            bytes = bytes.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw FileError.system("write", file.path) }
    }

    private static func key(email: String, number: String) -> String { email.lowercased() + " " + number }

    /// A ticket by its code and type, without telling the code: 64 bits of a hash.
    static func number(of ticket: SoldTicket) -> String {
        Data(SHA256.hash(data: Data("\(ticket.row.code)\n\(ticket.type.slug)".utf8)).prefix(8)).hex
    }
}
