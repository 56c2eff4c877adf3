public import ArgumentParser
import Files
import Foundation
public import Publishing
import Spreadsheets
import Station
import Tickets
import TimeZones

extension DateOrder: ExpressibleByArgument {}

extension TicketCommand {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a tickets.csv, and begins an event.yaml, from a spreadsheet.",
            discussion: """
                Reads .xlsx, .ods, and CSV with any separator in any encoding. Columns are recognised by their names in \
                fifteen languages; on a terminal it asks what others are, and keeps the answers beside FILE, in \
                FILE.usher-map.yaml. What each column is read as is shown. Everything that is wrong is reported with its \
                cell, and then nothing is written. A row is never lost silently: those that are no tickets are named. A \
                column that may say who must not come in is never left out silently, either.

                A FIELD is one of \(ImportField.allCases.map(\.rawValue).joined(separator: ", ")).

                With --list and --key it gives codes to the tickets that have none, as usher ticket issue does, and goes on \
                to the signed list, as usher manifest build does.
                """)

        @Argument(help: ArgumentHelp("The spreadsheet.", valueName: "file")) var file: String
        @Option(help: ArgumentHelp("The sheet with the tickets, if there are several.", valueName: "name"))
        var sheet: String?
        @Option(
            name: .customLong("map"), parsing: .singleValue,
            help: ArgumentHelp(
                "What a column is, like 'Kartennummer=code'; 'Remark=' leaves it out. May be repeated.",
                valueName: "column=field"))
        var maps: [String] = []
        @Option(
            name: .customLong("map-value"), parsing: .singleValue,
            help: ArgumentHelp(
                "What a word in a column for the status means, like 'Attendee status: Attending=valid'. May be repeated.",
                valueName: "column: word=status"))
        var values: [String] = []
        @Option(
            parsing: .singleValue,
            help: ArgumentHelp(
                "Of several events or dates in a file, the one to read, like 'Event name=Winter Gala'. May be repeated.",
                valueName: "column=text"))
        var only: [String] = []
        @Option(help: ArgumentHelp("How a CSV spells its letters, like windows-1251.", valueName: "name"))
        var encoding: String?
        @Option(help: "Whether 5/12/2026 is in December (day-first) or in May (month-first).") var dates: DateOrder?
        @Flag(help: "Take codes of digits that are shorter than most.") var acceptShortCodes = false
        @Flag(help: "Take codes and references with signs that are invisible or look like others.") var acceptSigns =
            false
        @Option(help: ArgumentHelp("The folder for tickets.csv and event.yaml.", valueName: "dir")) var out = "."
        @Flag(help: "Replace tickets.csv. Tickets keep the codes and references that they have there.") var force =
            false
        @Flag(help: "With --force: a ref says whose ticket it is, also where name and address are others.")
        var acceptOtherNames = false
        @OptionGroup(title: "A new event.yaml") var newEvent: NewEventOptions
        @Option(help: ArgumentHelp("Also make this signed list.", valueName: "name.usher")) var list: String?
        @Option(help: ArgumentHelp("The organizer's secret key, for the list.", valueName: "name.key"))
        var key: String?
        @Flag(help: "Make the list although its codes could be guessed.") var acceptGuessableCodes = false
        @Flag(help: "Go on although many people who could enter cannot any more.") var acceptLoss = false
        @Flag(help: "Print JSON, and ask nothing.") var json = false

        private var tickets: URL { URL(filePath: out).appending(path: "tickets.csv") }
        private var event: URL { URL(filePath: out).appending(path: "event.yaml") }

        func validate() throws {
            guard (list == nil) == (key == nil) else { throw ValidationError("give --list and --key together") }
            guard !file.isEmpty, !out.isEmpty else { throw ValidationError("a file or a folder has no name") }
            var settings = ImportSettings()
            let problem =
                maps.lazy.compactMap { settings.map($0) }.first ?? values.lazy.compactMap { settings.mapValue($0) }
                .first
                ?? only.lazy.compactMap { settings.choose($0) }.first
            if let problem { throw ValidationError(problem) }
            if let encoding, TextEncoding(named: encoding) == nil {
                throw ValidationError(
                    "--encoding: \"\(encoding)\" is not one that this system can read, like UTF-8 or windows-1251")
            }
        }

        func run() async throws {
            try refuseToReplace()
            let spreadsheet = URL(filePath: file)
            var settings = try ImportSettings(keptBeside: spreadsheet)
            try take(&settings)
            let workbook = try open(spreadsheet, &settings)
            let reading = try ImportReader(workbook, file: file, event: usableEvent(), asks: asks).read(&settings)
            let report = ImportReport(reading, of: workbook, file: spreadsheet.lastPathComponent)
            if !json { report.show() }
            try refuseFaults(of: reading)
            var (table, changes, acceptsLoss) = try write(reading, settings, beside: spreadsheet)
            if list != nil, table.codelessCount > 0 {
                let new = try CodeIssuer().fill(tickets).newLines.count
                say("\(tickets.path): \(HandoutOptions.text(new, "new code"))")
                table = try TicketTable(contentsOf: tickets)
            }
            if json {
                Output.line(report.json(table, changes: changes, tickets: tickets.path, event: event.path).text)
            }
            try await goOn(table, acceptsLoss: acceptsLoss)
        }

        private func take(_ settings: inout ImportSettings) throws {
            for map in maps { _ = settings.map(map) }
            for value in values { _ = settings.mapValue(value) }
            settings.forgetChoices(of: Set(only.compactMap { $0.split(separator: "=").first.map(String.init) }))
            for text in only { _ = settings.choose(text) }
            settings.sheet = sheet ?? settings.sheet
            settings.dates = dates ?? settings.dates
            settings.encoding = encoding ?? settings.encoding
            settings.acceptsShortCodes = acceptShortCodes
            settings.acceptsSigns = acceptSigns
        }

        /// Asks on a terminal how a text spells its letters, if they could be several ones.
        private func open(_ spreadsheet: URL, _ settings: inout ImportSettings) throws -> Workbook {
            do {
                return try Workbook(
                    contentsOf: spreadsheet, encoding: settings.encoding.flatMap { TextEncoding(named: $0) })
            } catch let question as EncodingQuestion {
                guard asks, let chosen = ImportQuestions.encoding(of: question) else {
                    let choices = question.choices.map { "--encoding \($0.encoding.name) reads \($0.letters)" }
                    throw CommandError(
                        question.operation, question.subject, question.reason,
                        hint: "Say which it is: \(choices.joined(separator: ", ")). Or save it as UTF-8 or .xlsx.")
                }
                settings.encoding = chosen.name
                return try Workbook(contentsOf: spreadsheet, encoding: chosen)
            }
        }

        private func refuseToReplace() throws {
            guard !force, FileManager.default.fileExists(atPath: tickets.path) else { return }
            throw CommandError(
                "write", tickets.path, "it exists",
                hint: "With --force it is replaced: tickets keep their codes, and those that are gone are voided.")
        }

        /// To check types and times by it; `nil` without one that is complete.
        private func usableEvent() -> EventDefinition? {
            guard FileManager.default.fileExists(atPath: event.path) else { return nil }
            do {
                return try EventDefinition(contentsOf: event)
            } catch {
                Output.printError("attention: types and times are not checked by \(event.path): it cannot be used yet.")
                return nil
            }
        }

        private func refuseFaults(of reading: TicketReading) throws {
            guard !reading.faults.isEmpty else { return }
            let shown = reading.faults.prefix(100).map { "  " + $0 }
            let more = reading.faults.count > 100 ? ["  ... and \(reading.faults.count - 100) more"] : []
            let count = reading.faults.count == 1 ? "1 thing is wrong" : "\(reading.faults.count) things are wrong"
            throw CommandError(
                "import", file, "\(count), and nothing was written\n" + (shown + more).joined(separator: "\n"),
                hint: reading.hint)
        }

        private func write(_ reading: TicketReading, _ settings: ImportSettings, beside spreadsheet: URL) throws
            -> (table: TicketTable, changes: [String], acceptsLoss: Bool)
        {
            var table = TicketTable(reading)
            var (changes, acceptsLoss): ([String], Bool) = ([], acceptLoss)
            if FileManager.default.fileExists(atPath: tickets.path) {
                let merge = try table.takeOver(
                    TicketTable(contentsOf: tickets), in: tickets.path, acceptingOtherNames: acceptOtherNames,
                    event: reading.event, now: StationClock.system.now())
                acceptsLoss = try confirm(merge) || acceptsLoss
                changes = merge.notes
            } else {
                table.giveRefs()
            }
            do {
                try FileManager.default.createDirectory(at: URL(filePath: out), withIntermediateDirectories: true)
            } catch {
                throw FileError.system("make the folder", out, because: error)
            }
            try DurableFile.write(table.csv, to: tickets)
            for change in changes { say(change) }
            say("\(tickets.path): \(HandoutOptions.text(table.rows.count, "ticket"))")
            if let kept = try settings.keep(beside: spreadsheet) {
                say("\(kept.path) keeps what you said of its columns")
            }
            guard !FileManager.default.fileExists(atPath: event.path) else {
                return (table, changes, acceptsLoss)
            }
            let draft = newEvent.draft(asking: asks)
            try DurableFile.write(Data(draft.yaml.utf8), to: event, mode: 0o644)
            say(event.path + (draft.isComplete ? "" : ": fill in what is empty, it is a template"))
            return (table, changes, acceptsLoss)
        }

        /// Asks on a terminal before many people lose their entry: a list may have been cut off, or filtered.
        /// - Returns: whether somebody has confirmed a loss now.
        private func confirm(_ merge: TicketTable.Merge) throws -> Bool {
            guard merge.needsConfirmation, !acceptLoss else { return false }
            let reason =
                merge.isEmptied
                ? "the spreadsheet has no tickets, and this file has some" : "with the spreadsheet, \(merge.loss.words)"
            if asks {
                Output.line("Attention: \(reason).")
                let isRight = Terminal.ask("Replace \(tickets.path) all the same? yes or no", example: "yes") {
                    ["yes": true, "no": false][$0.lowercased()]
                }
                if isRight == true { return true }
            }
            throw CommandError(
                "replace", tickets.path, reason,
                hint:
                    "Nothing was written. Was the list cut off, or filtered? If that is right, confirm it with --accept-loss."
            )
        }

        private var asks: Bool { Terminal.isThere && !json }

        private func say(_ text: String) {
            if !json { Output.line(text) }
        }

        /// To the signed list; otherwise says what the next steps are.
        private func goOn(_ table: TicketTable, acceptsLoss: Bool) async throws {
            let arguments = ["--event", event.path, "--tickets", tickets.path]
            guard let list, let key else {
                let next = "usher manifest build \(arguments.joined(separator: " ")) --key NAME.key --out NAME.usher"
                guard table.codelessCount > 0 else { return say("Next: \(next)") }
                say("Without a code: \(table.codelessCount) of \(HandoutOptions.text(table.rows.count, "ticket")).")
                return say("Next: usher ticket issue --tickets \(tickets.path)\nThen: \(next)")
            }
            try await build(list, key, arguments, acceptsLoss: acceptsLoss)
        }

        private func build(_ list: String, _ key: String, _ files: [String], acceptsLoss: Bool) async throws {
            var arguments = files
            arguments += ["--key", key, "--out", list]
            if acceptGuessableCodes { arguments.append("--accept-guessable-codes") }
            if acceptsLoss { arguments.append("--accept-loss") }
            if json { arguments.append("--json") }
            try await ManifestCommand.Build.parse(arguments).run()
        }
    }

    struct NewEventOptions: ParsableArguments {
        @Option(help: ArgumentHelp("Its name.", valueName: "text")) var name: String?
        @Option(help: ArgumentHelp("Who holds it.", valueName: "text")) var organizer: String?
        @Option(help: ArgumentHelp("The zone of its place, like Africa/Kampala.", valueName: "zone"))
        var timezone: String?
        @Option(help: ArgumentHelp("When doors open, like '2026-12-05 17:00'.", valueName: "time"))
        var doorsOpen: String?
        @Option(help: ArgumentHelp("When it starts.", valueName: "time")) var starts: String?

        func validate() throws {
            for text in [doorsOpen, starts].compactMap(\.self) where EventDraft.time(text) == nil {
                throw ValidationError("'\(text)' is not a time like '2026-12-05 19:00'")
            }
            if let timezone, EventDraft.zone(timezone) == nil {
                throw ValidationError(
                    "'\(timezone)' is not a time zone of the IANA list, like Africa/Kampala"
                        + EventZone.suggestion(for: timezone))
            }
        }

        /// That of this machine, if it is one of a place: many machines are on UTC, hardly an event is.
        private static var zoneHere: String? {
            let name = ZoneFolder.system.local.name
            return name.contains("/") && !name.hasPrefix("Etc/") && EventDraft.isZone(name) ? name : nil
        }

        func draft(asking: Bool) -> EventDraft {
            var draft = EventDraft()
            func value<Value>(
                _ given: String?, _ question: String, default fallback: String? = nil, example: String,
                read: (String) -> Value?
            ) -> Value? {
                if let given { return read(given) }
                return asking ? Terminal.ask(question, default: fallback, example: example, read: read) : nil
            }
            func text(_ given: String?, _ question: String, example: String, maximum: Int) -> String {
                value(given, question, example: example) { $0.utf8.count <= maximum ? $0 : nil } ?? ""
            }
            if asking, [name, organizer, timezone, doorsOpen, starts].contains(nil) {
                Output.line("There is no event.yaml yet. Press Enter to leave out what you do not know.")
            }
            draft.name = text(name, "Name of the event", example: "Winter Gala, in 500 bytes", maximum: 500)
            draft.organizer = text(organizer, "Organizer", example: "Gala Ltd, in 200 bytes", maximum: 200)
            draft.timezone =
                value(
                    timezone, "Time zone of its place", default: Self.zoneHere,
                    example: "Europe/Berlin, a place of the IANA list", read: EventDraft.zone) ?? ""
            let time = "05.12.2026 19:00"
            draft.doorsOpen = value(doorsOpen, "Doors open, like \(time)", example: time, read: EventDraft.time)
            draft.starts = value(starts, "Starts, like \(time)", example: time, read: EventDraft.time)
            for (word, time) in [("Doors open", draft.doorsOpen), ("Starts", draft.starts)] {
                if let time { Output.line("\(word): \(time.words)") }
            }
            return draft
        }
    }
}
