public import ArgumentParser
public import Backends
import Foundation
import Manifests
import Messages
import Publishing
import Station
import StationAPI
import Tickets
import TimeZones
import Web

struct ManifestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manifest", abstract: "Signed ticket lists: build, inspect, compare, install.",
        subcommands: [
            Build.self, Inspect.self, Diff.self, Install.self, List.self, Remove.self, Offers.self, Accept.self,
        ])
}

extension ManifestCommand {
    struct Build: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a signed list from an event and its tickets.",
            discussion: """
                Every fault of the event, or else of the tickets, is reported, and then nothing is written. Keys and \
                columns are described in docs/EVENT.md; usher sample writes a complete example. The list holds no ticket code: \
                stations know a ticket by a keyed hash of its code. For an event of privacy "staff" the key that opens \
                names is written next to the list as OUT.staff-key, for the stations that may search by name. What \
                changed since the previous list is shown; a list that has lost too much is not written.
                """)

        @Option(help: ArgumentHelp("The event.", valueName: "event.yaml")) var event: String
        @Option(help: ArgumentHelp("Its tickets.", valueName: "tickets.csv")) var tickets: String?
        @Option(
            help: ArgumentHelp(
                "Pull the tickets from this ticketing server instead (docs/BACKENDS.md).", valueName: "source.yaml"))
        var source: String?
        @Option(help: ArgumentHelp("The organizer's secret key.", valueName: "name.key")) var key: String
        @Option(help: ArgumentHelp("The list to write.", valueName: "name.usher")) var out: String
        @Option(
            help: ArgumentHelp(
                "The previous list, which it is compared with; without it, the one in NAME.usher.",
                valueName: "old.usher"))
        var previous: String?
        @Option(help: ArgumentHelp("The sequence number instead of the time in seconds.", valueName: "number"))
        var seq: Int64?
        @Flag(help: "Build although the codes could be guessed.") var acceptGuessableCodes = false
        @Flag(help: "Build although much of the previous list is gone: a tenth of its tickets, or an admission list.")
        var acceptLoss = false
        @Flag(help: "Leave out the rules of the server's admission lists.")
        var ignoreRules = false
        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            guard (tickets == nil) != (source == nil) else { throw ValidationError("give --tickets or --source") }
        }

        func run() async throws {
            let signingKey = try KeyFile.signingKey(at: URL(filePath: key), for: .manifest)
            let result = try await build(with: signingKey)
            let claims = result.claims
            if claims.privacy == .staff { try writeStaffKey(of: claims.event.id, key: signingKey) }
            report(result)
        }

        private func build(with signingKey: SigningKey) async throws -> Publisher.Result {
            defer { Output.endProgress() }
            let output = URL(filePath: out)
            let source = try source.map { try ListSource(contentsOf: URL(filePath: $0)) }
            let options = BuildOptions(
                previous: previous.map { .list(URL(filePath: $0)) } ?? .anyIn(output), sequence: seq,
                ignoresRules: ignoreRules || source?.ignoresRules == true, acceptsGuessableCodes: acceptGuessableCodes,
                acceptsLoss: acceptLoss,
                sequences: SequenceFile(nextToKey: URL(filePath: key)))
            guard let source else {
                return try Publisher(now: StationClock.system.now).build(
                    event: URL(filePath: event), tickets: URL(filePath: tickets ?? ""), key: signingKey, to: output,
                    options: options
                ) { Output.progress("\($0) tickets") }
            }
            return try await Publisher(now: StationClock.system.now).build(
                event: URL(filePath: event), from: source, key: signingKey, to: output, options: options
            ) { Output.progress("\($0) tickets") }
        }

        private func writeStaffKey(of event: String, key: SigningKey) throws {
            let path = out + ".staff-key"
            let text = ManifestBuilder.staffKey(for: event, key: key).base64EncodedString() + "\n"
            guard
                FileManager.default.createFile(
                    atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
            else {
                throw CommandError(
                    "write", path, "the file cannot be created", hint: "Check that you may write in its folder.")
            }
            if !json {
                Output.line("\(path) decrypts names; give it to stations that search, as the credential staff-\(event)")
            }
        }

        private func report(_ result: Publisher.Result) {
            let (claims, notes) = (result.claims, result.notes)
            if json {
                let members: [(name: String, value: JSONValue)] = [
                    ("file", .string(out)), ("event", .string(claims.event.id)), ("seq", .integer(claims.sequence)),
                    ("tickets", .integer(claims.ticketCount)), ("bytes", .integer(claims.body.bytes)),
                    ("changes", result.difference?.json ?? .null), ("notes", .array(notes.map(JSONValue.string))),
                    ("tzdata", .string(ZoneFolder.system.version)),
                ]
                Output.line(JSONValue.object(members).text)
            } else {
                for note in notes + (result.difference?.notes ?? []) { Output.printError("attention: \(note)") }
                Output.line("\(out): \(claims.ticketCount) tickets of \(claims.event.name), seq \(claims.sequence)")
                Output.line(result.changeLine)
                Output.line(claims.zoneLine)
                for note in claims.urgentNotes {
                    Output.printError("attention: \(Condition(note, of: claims.event).says)")
                }
            }
        }
    }

    struct Install: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Installs a list if its signature and content are valid; otherwise the current one stays.")

        @Argument(help: ArgumentHelp("The list.", valueName: "name.usher")) var file: String
        @Flag(help: "Install it although much of the list in force is not in it.") var acceptLoss = false
        @OptionGroup var station: StationOptions

        func run() async throws {
            let query = acceptLoss ? ["accept_loss": "true"] : [:]
            let request = ControlRequest(
                "PUT", "manifests", query: query, body: .stream(try FileBytes.pieces(of: file)))
            let (list, json) = try await station.ask(request, as: ManifestSummary.self, creating: true)
            guard !station.json else { return Output.line(json) }
            Output.line("\(list.name) (\(list.event)) is in force: \(list.tickets) tickets, seq \(list.seq)")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows the lists a station has.")

        @OptionGroup var station: StationOptions

        func run() async throws {
            let (answer, json) = try await station.ask(
                ControlRequest("GET", "manifests"), as: Items<ManifestSummary>.self)
            guard !station.json else { return Output.line(json) }
            Output.table(
                ["EVENT", "NAME", "TICKETS", "SEQ", "ISSUED", "SERVED", "KEY"],
                answer.items.map { list in
                    [
                        list.event, list.name + (list.isTest ? " (TEST)" : ""), String(list.tickets), String(list.seq),
                        list.issued.description, list.isServed ? "yes" : "no", list.kid,
                    ]
                })
        }
    }

    struct Offers: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows the lists on USB sticks that are plugged in.")

        @OptionGroup var station: StationOptions

        func run() async throws {
            let (answer, json) = try await station.ask(ControlRequest("GET", "offers"), as: Items<ListOffer>.self)
            guard !station.json else { return Output.line(json) }
            guard !answer.items.isEmpty else { return Output.line("No USB stick with a list is plugged in.") }
            Output.table(
                ["FILE", "EVENT", "NAME", "TICKETS", "SEQ", "ISSUED", "FAULT"],
                answer.items.map { offer in
                    [
                        offer.file, offer.event ?? "", offer.name ?? "", offer.tickets.map(String.init) ?? "",
                        offer.seq.map(String.init) ?? "", offer.issued?.description ?? "", offer.fault ?? "",
                    ]
                })
        }
    }

    struct Accept: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Installs a list from a USB stick if it is valid; otherwise the current one stays.")

        @Argument(help: ArgumentHelp("As usher manifest offers shows it.", valueName: "stick/name.usher"))
        var file: String
        @Flag(help: "Install it although much of the list in force is not in it.") var acceptLoss = false
        @OptionGroup var station: StationOptions

        func run() async throws {
            let request = AcceptRequest(file: file, acceptsLoss: acceptLoss ? true : nil)
            let (list, json) = try await station.ask(
                .post("offers", "accept", body: request), as: ManifestSummary.self)
            guard !station.json else { return Output.line(json) }
            Output.line("\(list.name) (\(list.event)) is in force: \(list.tickets) tickets, seq \(list.seq)")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Removes an event's list from a station.")

        @Argument(help: ArgumentHelp("The event's id.", valueName: "event")) var event: String
        @OptionGroup var station: StationOptions

        func run() async throws {
            try await station.open().send(ControlRequest("DELETE", "manifests", event))
            if !station.json { Output.line("the list of \(event) is removed") }
        }
    }
}

extension ManifestCommand {
    struct Inspect: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows what is in a list, and whether it is signed and complete.",
            discussion: "Exit code 1 when its bytes are not those that were signed, or the given key did not sign it.")

        @Argument(help: ArgumentHelp("The list.", valueName: "name.usher")) var file: String
        @Option(help: ArgumentHelp("The key that should have signed it.", valueName: "name.pub")) var key: String?
        @Flag(help: "Print JSON.") var json = false

        func run() throws {
            let keys = try key.map { [try KeyFile.verificationKey(at: URL(filePath: $0), for: .manifest)] } ?? []
            let inspection = try ManifestInspection(of: URL(filePath: file), keys: keys)
            json ? Output.line(inspection.json.text) : show(inspection)
            if inspection.bodyFault != nil { throw ExitCode(1) }
            switch inspection.signature {
            case .valid: return
            case .unknownKey: if key != nil { throw ExitCode(1) }
            case .wrong: throw ExitCode(1)
            }
        }

        private func show(_ inspection: ManifestInspection) {
            let claims = inspection.claims
            let event = claims.event
            let place = event.place.map { ([$0.name] + [$0.address].compactMap(\.self)).joined(separator: ", ") }
            var rows: [(String, String)] = [
                ("event", "\(event.name) (\(event.id)), \(event.status.rawValue)"),
                ("place", (place ?? "") + (event.place?.movedFrom.map { ", moved from \($0)" } ?? "")),
                ("organizer", claims.organizer),
                ("doors open", wallTime(event.doorsOpen, of: event)),
                ("starts", "\(wallTime(event.starts, of: event)), ends \(wallTime(event.ends, of: event))"),
                ("issued", "\(wallTime(claims.issued, of: event)), expires \(wallTime(claims.expires, of: event))"),
                ("seq", String(claims.sequence)),
                ("signature", inspection.signatureText),
                ("body", inspection.bodyFault?.reason ?? "\(claims.body.bytes) bytes, as they were signed"),
                ("tickets", "\(claims.ticketCount), names \(claims.privacy.rawValue)"),
                ("backend", claims.backend ?? ""),
                ("symbologies", claims.terms.symbologies.map(\.rawValue).sorted().joined(separator: ", ")),
            ]
            for list in inspection.plan?.lists ?? [] {
                let gates = inspection.plan?.gates.filter { $0.list == list.slug }.map(\.nameAndSlug) ?? []
                let name = list.name == list.slug ? list.slug : "\(list.name.withoutControls) (\(list.slug))"
                let limits: [String?] = [
                    list.capacity.map { ", room for \($0)" },
                    list.rule == nil ? nil : ", with a rule",
                    list.asksUnpaid ? ", asks about unpaid tickets" : nil,
                    list.takesOneLine ? ", a code for several tickets lets in on none of them" : nil,
                    list.date.map { ", date \($0) only" },
                    list.exitTime.map { ", everyone out at \($0)" },
                    list.slug == claims.terms.walkInList ? ", counts guests without a ticket" : nil,
                ]
                let limit = limits.compactMap(\.self).joined()
                rows.append(
                    (
                        "list",
                        "\(name), re-entry \(list.reentry.word)\(limit), gates " + gates.joined(separator: ", ")
                    ))
                let words = inspection.plan.flatMap { list.rule?.words(in: $0) } ?? []
                for line in words { rows.append(("", "  " + line)) }
            }
            if let plan = inspection.plan, !plan.dates.isEmpty {
                let slots = plan.slots.map { slots in
                    let (early, late) = (slots.early.components.seconds / 60, slots.late.components.seconds / 60)
                    return ", let in from \(early) minutes before to \(late) minutes after"
                }
                rows.append(("dates", "\(plan.dates.count)\(slots ?? "")"))
            }
            for (slug, age) in claims.terms.ages.sorted(by: { $0.key < $1.key }) {
                let asked = claims.terms.asksAge.contains(slug) ? ", asked for at the door" : ""
                rows.append(("age", "\(slug): \(age)\(asked)"))
            }
            for question in claims.terms.questions {
                let needed = question.isRequired ? ", needed" : ""
                let options =
                    question.options.isEmpty ? "" : ": " + question.options.map(\.text).joined(separator: ", ")
                rows.append(
                    (
                        "asked",
                        "\(question.text) (\(question.types.sorted().joined(separator: ", "))\(needed))\(options)"
                    ))
            }
            for (name, text) in rows where !text.isEmpty {
                Output.line(name.padding(toLength: 12, withPad: " ", startingAt: 0) + text)
            }
            for group in inspection.counts?.groups ?? [] {
                Output.line("            \(group.type.name), \(group.status.word): \(group.lines)")
            }
            for note in claims.notes(now: StationClock.system.now()) {
                Output.line(Ink.amber.paint("attention") + "   \(Condition(note, of: claims.event).says)")
            }
        }
    }
}

extension AdmissionList {
    /// When everybody counts as out: `03:00`; `nil` for never.
    fileprivate var exitTime: String? {
        everyoneOut.map { String(format: "%02d:%02d", $0 / 60, $0 % 60) }
    }
}

/// In the event's own zone, as its visitors read it.
private func wallTime(_ time: Timestamp, of event: Event) -> String {
    // Of another year, so that each time is written with its date.
    let text = DoorClock(zone: event.timeZone, now: .earliest).text(of: time)
    return text + (event.timeZone.isKnown ? " (\(event.timeZone.name))" : " (\(event.timeZone.name) is not known here)")
}

extension ManifestInspection {
    fileprivate var signatureText: String {
        switch signature {
        case .valid(let key): "valid, by key \(key.id)"
        case .unknownKey(let kid): "by key \(kid), which was not given (--key)"
        case .wrong(let kid): "WRONG: it is not by key \(kid)"
        }
    }

    private var signatureWord: String {
        switch signature {
        case .valid: "valid"
        case .unknownKey: "unknownKey"
        case .wrong: "wrong"
        }
    }

    fileprivate var json: JSONValue {
        let groups = (counts?.groups ?? []).map { group in
            JSONValue.object([
                ("type", .string(group.type.slug)), ("status", .string(group.status.word)),
                ("lines", .integer(group.lines)), ("people", .integer(group.people)),
            ])
        }
        return .object([
            ("event", .string(claims.event.id)), ("name", .string(claims.event.name)),
            ("status", .string(claims.event.status.rawValue)), ("place", .init(claims.event.place?.name)),
            ("moved_from", .init(claims.event.place?.movedFrom)), ("backend", .init(claims.backend)),
            ("age", .object(claims.terms.ages.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) })),
            ("ask_age", .array(claims.terms.asksAge.sorted().map(JSONValue.string))),
            (
                "lists",
                .array(
                    (plan?.lists ?? []).map { list in
                        .object([
                            ("id", .string(list.slug)), ("reentry", .string(list.reentry.word)),
                            ("capacity", .init(list.capacity.map(Int64.init))),
                            ("rule", list.rule?.json.value ?? .null), ("asks_unpaid", .bool(list.asksUnpaid)),
                            ("one_line", .bool(list.takesOneLine)),
                            ("date", .init(list.date)),
                            ("everyone_out", .init(list.exitTime)),
                            ("walk_ins", .bool(list.slug == claims.terms.walkInList)),
                        ])
                    })
            ),
            ("dates", .init(plan.map { Int64($0.dates.count) })),
            ("symbologies", .array(claims.terms.symbologies.map(\.rawValue).sorted().map(JSONValue.string))),
            ("questions", .array(claims.terms.questions.map(\.json))),
            ("organizer", .string(claims.organizer)), ("seq", .integer(claims.sequence)),
            ("issued", .string(claims.issued.description)), ("expires", .string(claims.expires.description)),
            ("signature", .string(signatureWord)), ("body_fault", .init(bodyFault?.reason)),
            ("tickets", .integer(claims.ticketCount)), ("privacy", .string(claims.privacy.rawValue)),
            ("test", .bool(claims.isTest)), ("guessable", .bool(claims.hasGuessableCodes)),
            ("counts", .array(groups)), ("revoked", .init(counts?.revoked)),
        ])
    }
}

extension BackendSettings.Kind: ExpressibleByArgument {}
