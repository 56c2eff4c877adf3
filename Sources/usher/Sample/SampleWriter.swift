import Foundation
import Manifests
import Pictures
import Publishing
import QRWriter
import Tickets

/// Writes a sample to a folder. It is written next to it first, so that the folder never holds half a sample.
struct SampleWriter {
    private let folder: URL
    private let partial: URL

    /// - Throws: ``CommandError`` when the folder holds anything.
    init(folder: URL) throws {
        self.folder = folder.standardizedFileURL
        partial = self.folder.deletingLastPathComponent().appending(path: ".\(self.folder.lastPathComponent).partial")
        let content = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        guard content?.isEmpty ?? !FileManager.default.fileExists(atPath: folder.path) else {
            throw CommandError(
                "write", folder.path, "it is not empty", hint: "Give a new folder.")
        }
    }

    /// - Parameter progress: what is being written, for a person who waits.
    func write(_ sample: Sample, now: Timestamp, progress: (String) -> Void) throws {
        let files = FileManager.default
        try? files.removeItem(at: partial)
        try files.createDirectory(at: partial, withIntermediateDirectories: true)
        do {
            let organizer = SigningKey()
            _ = try KeyFile.generate(named: partial.appending(path: "organizer"), for: .manifest, key: organizer)
            _ = try KeyFile.generate(named: partial.appending(path: "tickets"), for: .tickets)
            try write(KeyFile.publicText(of: sample.codesKey, for: .tickets), to: "sample-codes.pub")
            try writeEvents(sample)
            try write(Self.csv(sample.tickets), to: "tickets.csv")
            try write(Self.csv(sample.otherTickets), to: "other-tickets.csv")
            progress("signing the lists")
            try build("event.yaml", "tickets.csv", to: "sample.usher", key: organizer, now: now)
            try build("other-event.yaml", "other-tickets.csv", to: "other.usher", key: organizer, now: now)
            try write(sample.sheet, to: "", progress: progress)
            for extra in sample.extras {
                progress("the list \(extra.name)")
                try write(extra, key: organizer, now: now)
            }
            try? files.removeItem(at: folder)
            try files.moveItem(at: partial, to: folder)
        } catch {
            try? files.removeItem(at: partial)
            throw error
        }
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: partial.appending(path: name))
    }

    // MARK: - Lists

    private func build(_ event: String, _ tickets: String, to name: String, key: SigningKey, now: Timestamp) throws {
        let definition = try EventDefinition(contentsOf: partial.appending(path: event))
        var rows = try TicketCSV(partial.appending(path: tickets), zone: definition.zone)
        let builder = ManifestBuilder(definition: definition, key: key, now: now, isTest: true)
        try builder.build(&rows, to: partial.appending(path: name))
    }

    private func write(_ extra: SampleExtra, key: SigningKey, now: Timestamp) throws {
        let folder = partial.appending(path: extra.name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let definition = try EventDefinition(
            yaml: extra.yaml, named: extra.name, folder: folder, outline: extra.outline)
        var rows = TicketRows(extra.tickets, name: extra.name)
        let builder = ManifestBuilder(definition: definition, key: key, now: now - extra.age, isTest: true)
        try builder.build(&rows, to: folder.appending(path: "list.usher"))
        try write(extra.configuration, to: "\(extra.name)/usher.yaml")
        try write(extra.sheet, to: "\(extra.name)/") { _ in }
    }

    private func writeEvents(_ sample: Sample) throws {
        let schedule = sample.schedule
        try write(
            """
            # A sample: every ticket has a known answer in answers.jsonl.
            id: \(Sample.eventID)
            name: Sample Gala
            organizer: Usher samples
            \(schedule.yaml)
            types:
              - {id: standard, name: Standard, color: "#2563eb"}
              - {id: vip, name: VIP, color: "#9333ea", attention: "Hand out a lanyard"}
              - {id: crew, name: Crew, color: "#475569"}
              - {id: workshop, name: Workshop, color: "#0f766e"}
              - {id: gallery, name: Gallery, color: "#b45309"}
              - {id: club, name: Club night, color: "#be123c", age: 18}
            ask_age: true
            lists:
              - {id: main, name: Hall, types: [standard, vip, crew, club], reentry: none}
              - {id: lounge, name: Lounge, types: [vip], reentry: after_exit}
              - {id: workshop, name: Workshop, types: [workshop], rules: {entries: 2}}
              - {id: gallery, name: Gallery, types: [gallery], capacity: 1}
            gates:
              - {id: A, name: Gate A, list: main}
              - {id: L, name: Lounge door, list: lounge}
              - {id: W, name: Workshop door, list: workshop}
              - {id: G, name: Gallery door, list: gallery}
            # tickets.pub is for trying "usher ticket issue"; sample-codes.pub belongs to the codes of this sample.
            ticket_keys: [tickets.pub, sample-codes.pub]

            """, to: "event.yaml")
        try write(
            """
            # Another event of the same organizer, a month later: its tickets are refused at the sample's doors.
            id: \(Sample.otherEventID)
            name: Sample Matinee
            organizer: Usher samples
            \(schedule.later(by: .seconds(30 * 86_400)).yaml)

            """, to: "other-event.yaml")
    }

    private static func csv(_ tickets: [Sample.Ticket]) -> String {
        let header = "code,ref,type,holder,seat,status,admits,not_before,not_after,attention,notes\r\n"
        return header
            + tickets.map { ticket in
                [
                    ticket.code, ticket.ref, ticket.type, ticket.holder, ticket.seat, ticket.status,
                    String(ticket.admits), ticket.notBefore, ticket.notAfter, ticket.attention, ticket.notes,
                ]
                .map { $0.contains(where: { ",\"\r\n".contains($0) }) ? "\"\($0.replacing("\"", with: "\"\""))\"" : $0 }
                .joined(separator: ",") + "\r\n"
            }.joined()
    }

    // MARK: - Sheets

    /// Pictures, answers, and what a hand scanner types.
    /// - Parameter place: empty, or a folder with a slash at its end.
    private func write(_ sheet: SampleSheet, to place: String, progress: (String) -> Void) throws {
        try FileManager.default.createDirectory(
            at: partial.appending(path: "\(place)codes"), withIntermediateDirectories: true)
        var entries: [QRSheet.Entry] = []
        for (index, picture) in sheet.pictures.enumerated() {
            let matrix = try QRMatrix(encoding: picture.code)
            let file = partial.appending(path: "\(place)codes/\(picture.name).png")
            try PictureFile.write(
                try SamplePicture.drawing(matrix, as: picture.look).pngFile(), to: file.path)
            entries.append(
                QRSheet.Entry(code: matrix, inverted: picture.look == .inverted, caption: [picture.name]))
            progress("\(index + 1) of \(sheet.pictures.count) codes")
        }
        progress("the sheet")
        try PictureFile.write(QRSheet(entries).pdfFile(), to: partial.appending(path: "\(place)sheet.pdf").path)
        try write(sheet.answers.map { $0.json.text + "\n" }.joined(), to: "\(place)answers.jsonl")
        try write(sheet.typedCodes.map { $0 + "\n" }.joined(), to: "\(place)codes.txt")
    }
}

extension SampleSheet.Answer {
    fileprivate var json: JSONValue {
        var members: [(name: String, value: JSONValue)] =
            if let given = presentation.given {
                [("answers", .object(given.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))]
            } else {
                [("file", .string("codes/\(picture).png")), ("code", .string(code))]
            }
        members += [
            ("gate", .string(presentation.gate)), ("direction", .string(presentation.direction.rawValue)),
            ("verdict", .string(presentation.verdict.word)),
            ("reason", .init(presentation.verdict.reason?.rawValue)),
            ("entry", .init(presentation.entry.map(Int64.init))),
        ]
        if let attention = presentation.attention { members.append(("attention", .string(attention))) }
        if let notes = presentation.notes { members.append(("notes", .string(notes))) }
        return .object(members)
    }
}
