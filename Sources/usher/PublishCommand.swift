import ArgumentParser
import Foundation
import Manifests
import Messages
import Publishing
import Station
import Tickets
import TimeZones

struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Builds an organizer's signed lists again and puts them where stations fetch them.",
        discussion: """
            Meant for a timer, on the organizer's machine. Each list is built, signed and replaced \
            in one step: stations never see part of one, and its time says how old it is. A list in which nothing has \
            changed stays, unless it is getting old. Beside a file that is replaced stands what has changed, for \
            stations that have one of the lists before. If a list cannot be built, or has lost a tenth of its tickets, \
            the previous one stays and the others are still published; the exit code is 1. docs/BACKENDS.md describes \
            publish.yaml.
            """)

    @Argument(help: ArgumentHelp("What to publish, and where.", valueName: "publish.yaml")) var file: String
    @Flag(help: "Publish although much of the previous lists is gone: a tenth of the tickets, or an admission list.")
    var acceptLoss = false
    @Option(
        help: ArgumentHelp(
            "Close the doors of an event that its server does not have any more: publish its last list as cancelled.",
            valueName: "event"))
    var cancel: [String] = []
    @Flag(help: "Print JSON, one object for each list.") var json = false

    func run() async throws {
        var hasFailed = false
        var published: [ManifestClaims] = []
        // In parallel: a slow server, or one whose answer never ends, delays only its own list.
        let publications = try Publication.read(contentsOf: URL(filePath: file))
        let publisher = Publisher(now: StationClock.system.now)
        let (acceptsLoss, cancelled) = (acceptLoss, Set(cancel))
        await withTaskGroup { group in
            for publication in publications {
                let name = publication.name
                group.addTask {
                    do {
                        let result = try await publisher.publish(
                            publication, acceptingLoss: acceptsLoss, cancelling: cancelled
                        ) {
                            Output.progress("\(name): \($0) tickets")
                        }
                        return (publication, Result<Publisher.Result, any Error>.success(result))
                    } catch {
                        return (publication, .failure(error))
                    }
                }
            }
            for await (publication, result) in group {
                Output.endProgress()
                switch result {
                case .success(let result):
                    report(result, of: publication)
                    published.append(result.claims)
                case .failure(let error):
                    hasFailed = true
                    Output.printError("Error: \(publication.name): \(error)")
                }
            }
        }
        for event in cancelled.sorted() where !published.contains(where: { $0.isCancelled(event) }) {
            hasFailed = true
            Output.printError("Error: \(event) is not cancelled: only an event that its server has deleted can be.")
        }
        for overlap in publisher.overlaps(among: published) { Output.printError("attention: \(overlap)") }
        if hasFailed { throw ExitCode(1) }
    }

    private func report(_ result: Publisher.Result, of publication: Publication) {
        let claims = result.claims
        for note in result.notes + (result.difference?.notes ?? []) { Output.printError("attention: \(note)") }
        guard !json else {
            return Output.line(
                JSONValue.object([
                    ("event", .string(claims.event.id)), ("seq", .integer(claims.sequence)),
                    ("tickets", .integer(claims.ticketCount)), ("bytes", .integer(claims.body.bytes)),
                    ("unchanged", .bool(result.isUnchanged)),
                    ("changes_bytes", result.changesByteCount.map(JSONValue.integer) ?? .null),
                    ("changes", result.difference?.json ?? .null),
                    ("notes", .array(result.notes.map(JSONValue.string))),
                    ("tzdata", .string(ZoneFolder.system.version)),
                ]).text)
        }
        Output.line(
            "\(claims.event.name): \(claims.ticketCount) tickets, seq \(claims.sequence), \(publication.place)")
        Output.line(result.isUnchanged ? "nothing has changed: the previous list stays" : result.changeLine)
        Output.line(claims.zoneLine)
        if let bytes = result.changesByteCount {
            Output.line("changes for stations with the previous list: \(bytes) bytes; the list: \(claims.body.bytes)")
        } else if !result.isUnchanged, result.difference != nil {
            Output.line("no changes beside it: stations fetch the whole list, \(claims.body.bytes) bytes")
        }
        for note in claims.urgentNotes { Output.printError("attention: \(Condition(note, of: claims.event).says)") }
    }
}

extension ManifestClaims {
    /// By which rules wall times became instants.
    var zoneLine: String { "times in \(event.timeZone.name), by the rules of tzdata \(ZoneFolder.system.version)" }

    fileprivate func isCancelled(_ id: String) -> Bool { event.id == id && event.status == .cancelled }
}

extension Publication {
    fileprivate var place: String {
        switch target {
        case .file(let file): file.path
        case .address(let address, _): address.origin
        }
    }
}
