import ArgumentParser
import Foundation
import Manifests
import Messages
import Publishing
import Station
import Tickets

struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Makes the signed lists of an organizer anew and puts them where stations look.",
        discussion: """
            Meant for a timer, every few minutes, on the organizer's machine. Each list is made whole, signed, and put in \
            its place in one step: stations never see half of one, and see by its time how old it is. A list in which \
            nothing has changed stays, unless it begins to grow old. One that cannot be made, or has lost a tenth of its \
            tickets, leaves the one before in place and holds up none of the others; the exit code is 1. docs/BACKENDS.md \
            describes \
            publish.yaml.
            """)

    @Argument(help: ArgumentHelp("What to publish, and where.", valueName: "publish.yaml")) var file: String
    @Flag(help: "Publish although much of the lists before is gone: a tenth of the tickets, or an admission list.")
    var acceptLoss = false
    @Flag(help: "Print JSON, one object for each list.") var json = false

    func run() async throws {
        var hasFailed = false
        var published: [ManifestClaims] = []
        // All at once: a server that takes its time, or has no end, holds up its own list and no other.
        let publications = try Publication.read(contentsOf: URL(filePath: file))
        let publisher = Publisher(now: StationClock.system.now)
        let acceptsLoss = acceptLoss
        await withTaskGroup { group in
            for publication in publications {
                let name = publication.event.lastPathComponent
                group.addTask {
                    do {
                        let result = try await publisher.publish(publication, acceptingLoss: acceptsLoss) {
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
                    Output.complain("Error: \(publication.event.lastPathComponent): \(error)")
                }
            }
        }
        for overlap in publisher.overlaps(among: published) { Output.complain("attention: \(overlap)") }
        if hasFailed { throw ExitCode(1) }
    }

    private func report(_ result: Publisher.Result, of publication: Publication) {
        let claims = result.claims
        for note in result.notes { Output.complain("attention: \(note)") }
        guard !json else {
            return Output.line(
                JSONValue.object([
                    ("event", .string(claims.event.id)), ("seq", .integer(claims.sequence)),
                    ("tickets", .integer(claims.body.tickets)), ("bytes", .integer(claims.body.bytes)),
                    ("unchanged", .bool(result.isUnchanged)), ("changes", result.difference?.json ?? .null),
                    ("notes", .array(result.notes.map(JSONValue.string))),
                ]).text)
        }
        Output.line(
            "\(claims.event.name): \(claims.body.tickets) tickets, seq \(claims.sequence), \(publication.place)")
        Output.line(result.isUnchanged ? "nothing has changed: the list before stays" : result.changeLine)
        for note in claims.loudNotes { Output.complain("attention: \(Condition(note, of: claims.event).says)") }
    }
}

extension Publication {
    fileprivate var place: String {
        switch target {
        case .file(let file): file.path
        case .address(let address, _): address
        }
    }
}
