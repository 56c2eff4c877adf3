public import Backends
internal import Crypto
internal import Files
public import Foundation
internal import Messages
public import Publishing
public import Tickets

/// Sends tickets to the guests' addresses: one mail for each ticket, or for each order.
public struct HandoutMailer {
    /// A mail that can be sent.
    public struct Letter {
        public let address: String
        let group: HandoutGroup

        /// References, as people know the tickets, or the lines of the file.
        public var name: String { HandoutMailer.name(of: group.tickets) }
        public var ticketCount: Int { group.tickets.count }
    }

    /// What cannot be sent, or was not.
    public struct Failure: Sendable, Hashable {
        /// References of the tickets, or lines of the file: no name and no address.
        public let tickets: String
        /// A clause.
        public let reason: String
    }

    /// What came of sending.
    public struct Outcome: Sendable {
        public internal(set) var sent = 0
        public internal(set) var failures: [Failure] = []
        /// Why the rest was not tried; `nil` when all were.
        public internal(set) var stopped: String?

        /// Nothing yet.
        public init() {}
    }

    /// After so many failures in a row that have nothing to do with the address, the rest is not tried.
    static let mostFailuresInARow = 3

    private let printer: HandoutPrinter
    private let template: MailTemplate
    private let from: String

    /// - Parameters:
    ///   - printer: of PDF files.
    ///   - template: that of the design's language unless given.
    ///   - from: the sender's address; guests read the organizer's name with it.
    public init(_ printer: HandoutPrinter, template: MailTemplate?, from: String) throws {
        precondition(printer.layout != .png, "a mail has a PDF")
        self.printer = printer
        self.template =
            try template ?? MailTemplate(printer.style.words.label("handouts.mail"), named: "the text of the mail")
        self.from = from
    }

    // MARK: - Who gets what

    /// Sorts out what is to be sent.
    /// - Parameter log: tickets that it has are left out.
    /// - Returns: the mails; how many tickets were sent before; those whose address is missing or no address.
    public func letters(
        for tickets: [SoldTicket], by grouping: HandoutGrouping, log: SentLog?
    ) throws -> (letters: [Letter], alreadySent: Int, failures: [Failure]) {
        var (letters, alreadySent, failures) = ([Letter](), 0, [Failure]())
        for group in try HandoutGroup.all(of: tickets, by: grouping) {
            // Everybody in an order may have an address, or only the one who ordered.
            let fallback = group.tickets.lazy.compactMap(\.email).first
            var byAddress: [(address: String, tickets: [SoldTicket])] = []
            for ticket in group.tickets {
                guard let address = ticket.email ?? fallback, MailClient.isAddress(address) else {
                    let reason = (ticket.email ?? fallback) == nil ? "it has no email" : "its email is not an address"
                    failures.append(Failure(tickets: Self.name(of: [ticket]), reason: reason))
                    continue
                }
                guard log?.has(ticket, to: address) != true else {
                    alreadySent += 1
                    continue
                }
                if let place = byAddress.firstIndex(where: { $0.address.lowercased() == address.lowercased() }) {
                    byAddress[place].tickets.append(ticket)
                } else {
                    byAddress.append((address, [ticket]))
                }
            }
            letters += byAddress.enumerated().map { number, part in
                let name = number == 0 ? group.name : "\(group.name)-\(number + 1)"
                return Letter(address: part.address, group: HandoutGroup(name: name, tickets: part.tickets))
            }
        }
        return (letters, alreadySent, failures)
    }

    private static func name(of tickets: [SoldTicket]) -> String {
        tickets.map { $0.row.reference?.referenceForPeople ?? "line \($0.line)" }.joined(separator: ", ")
    }

    // MARK: - Mails

    /// The mail with its PDF. Its Message-ID is the same whenever the same tickets are sent to the same address.
    public func message(_ letter: Letter, at time: Timestamp) throws -> MailMessage {
        let (subject, body) = template.filled(for: letter.group.tickets, event: printer.style.event)
        let identity = ([letter.address.lowercased()] + letter.group.tickets.map(SentLog.number)).joined(
            separator: "\n")
        return MailMessage(
            id: Data(SHA256.hash(data: Data(identity.utf8)).prefix(16)).hex, date: time, from: from,
            sender: printer.style.event.organizer, to: [letter.address], subject: subject, body: body,
            attachments: [
                .init(
                    name: "\(letter.group.name).pdf", type: "application/pdf",
                    bytes: try printer.pdfFile(of: letter.group))
            ])
    }

    /// Writes each mail as a file that mail programs open, instead of sending it.
    public func write(_ letters: [Letter], into folder: URL, at time: Timestamp, progress: (Int) -> Void) throws {
        try Folder.create(folder)
        try Folder.sweepAbandoned(folder)
        for (number, letter) in letters.enumerated() {
            let file = folder.appending(path: "\(letter.group.name).eml")
            try DurableFile.write(Data(try message(letter, at: time).text.utf8), to: file)
            progress(number + 1)
        }
    }

    /// Sends the mails one after the other. A mail that fails does not keep the others back, unless the server takes none
    /// at all.
    /// - Parameters:
    ///   - perMinute: how many are sent in a minute at most.
    ///   - now: the time; the log and the mails have it.
    ///   - pause: waits so long.
    ///   - send: returns when the server has taken the mail.
    ///   - progress: called with the number of mails that were tried.
    /// - Throws: when a mail cannot be drawn, or the log cannot be written: then nothing more is sent.
    public func send(
        _ letters: [Letter], log: SentLog, perMinute: Int, now: () -> Timestamp,
        pause: (Duration) async throws -> Void, send: (MailMessage) async throws(BackendError) -> Void,
        progress: (Int) -> Void
    ) async throws -> Outcome {
        var outcome = Outcome()
        var failuresInARow = 0
        let step = Duration.seconds(60) / perMinute
        var next = now()
        for (number, letter) in letters.enumerated() {
            let time = now()
            if next > time { try await pause(next - time) }
            next = max(next, time) + step
            let message = try message(letter, at: now())
            do throws(BackendError) {
                try await send(message)
                failuresInARow = 0
            } catch {
                outcome.failures.append(Failure(tickets: letter.name, reason: error.reason))
                if error.code != .unexpected { failuresInARow += 1 }
                guard failuresInARow < Self.mostFailuresInARow, !error.concernsEveryMail else {
                    outcome.stopped = error.description
                    return outcome
                }
                progress(number + 1)
                continue
            }
            try log.add(letter.group.tickets, to: letter.address, at: now())
            outcome.sent += 1
            progress(number + 1)
        }
        return outcome
    }
}

extension BackendError {
    /// No other mail would be taken either.
    fileprivate var concernsEveryMail: Bool {
        [.misconfigured, .untrusted, .unauthorised, .revoked].contains(code)
    }
}
