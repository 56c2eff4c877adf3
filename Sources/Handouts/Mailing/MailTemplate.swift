internal import CheckedYAML
internal import Foundation
internal import Publishing
internal import Tickets

/// The text of the mails: a first line `Subject: …`, an empty line, and the body. `{holder}` and other fields stand for
/// what is different for each guest.
public struct MailTemplate: Sendable {
    enum Field: String, CaseIterable {
        case holder, event, organizer, date, time, doors, place, address, type, seat, price, ref
    }

    /// A text between two fields, or a field.
    private enum Piece: Sendable {
        case text(String)
        case field(Field)
    }

    private let subject: [Piece]
    private let body: [Piece]

    /// - Parameter name: of the text, in errors.
    /// - Throws: ``HandoutError`` for a text without a subject, or with a field that there is not.
    public init(_ text: String, named name: String) throws {
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first, let match = first.wholeMatch(of: /Subject:(.*)/), !match.output.1.isBlank,
            lines.count > 2, lines[1].isBlank
        else {
            throw HandoutError(
                "use", name, "it has no subject",
                hint: "Its first line must be like \"Subject: Your ticket: {event}\", and the second one empty.")
        }
        subject = try Self.pieces(match.output.1.trimmingCharacters(in: .whitespaces), name: name)
        body = try Self.pieces(lines.dropFirst(2).joined(separator: "\n"), name: name)
    }

    private static func pieces(_ text: String, name: String) throws -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let match = rest.firstMatch(of: /\{([A-Za-z_]+)\}/) {
            guard let field = Field(rawValue: String(match.output.1)) else {
                let names = Field.allCases.map(\.rawValue)
                throw HandoutError(
                    "use", name,
                    "there is no {\(match.output.1)}\(Spelling.suggestion(for: String(match.output.1), among: names))",
                    hint: "There are {\(names.joined(separator: "}, {"))}.")
            }
            pieces += [.text(String(rest[..<match.range.lowerBound])), .field(field)]
            rest = rest[match.range.upperBound...]
        }
        return pieces + [.text(String(rest))]
    }

    /// Subject and body for the tickets of one mail.
    func filled(for tickets: [SoldTicket], event: HandoutEvent) -> (subject: String, body: String) {
        func fill(_ pieces: [Piece]) -> String {
            pieces.reduce(into: "") { text, piece in
                switch piece {
                case .text(let part): text += part
                case .field(let field):
                    let value = Self.value(field, tickets, event).withoutControls
                    // For a guest without a name "Hello {holder}," is "Hello,", and "Вітаємо, {holder}!" is "Вітаємо!".
                    if value.isEmpty, text.hasSuffix(" ") { text.removeLast(text.hasSuffix(", ") ? 2 : 1) }
                    text += value
                }
            }
        }
        return (fill(subject), fill(body))
    }

    private static func value(_ field: Field, _ tickets: [SoldTicket], _ event: HandoutEvent) -> String {
        /// Of all tickets, each once.
        func all(_ part: (SoldTicket) -> String?) -> String {
            var values: [String] = []
            for value in tickets.compactMap(part) where !values.contains(value) { values.append(value) }
            return values.joined(separator: ", ")
        }
        return switch field {
        // The first is the one who ordered.
        case .holder: tickets.lazy.compactMap(\.row.holder).first ?? ""
        case .event: event.name
        case .organizer: event.organizer
        case .date: event.day
        case .time: event.clock
        case .doors: event.doors ?? ""
        case .place: event.place?.name ?? ""
        case .address: event.place?.address ?? ""
        case .type: all(\.type.name)
        case .seat: all(\.row.seat)
        case .price: all(\.price)
        case .ref: all { $0.row.reference?.referenceForPeople }
        }
    }
}

extension Substring {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
