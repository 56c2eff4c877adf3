public import ArgumentParser
import Foundation
public import Manifests
import StationAPI
import Tickets
import Web

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Keys that sign lists, and which of them a station trusts.",
        subcommands: [Generate.self, Trust.self, List.self, Remove.self])
}

extension KeyFile.Purpose: ExpressibleByArgument {}

extension KeyCommand {
    struct Generate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a new key: NAME.key, a secret, and NAME.pub, for everyone.",
            discussion: """
                A key for lists signs them and stays on the organizer's machine. A tickets key signs single \
                tickets, at a box office for example, and can forge nothing else. An orders key signs what stations \
                are told to do (usher order), and who works at them (usher roster).
                """)

        @Option(help: ArgumentHelp("Path without extension.", valueName: "name")) var out: String
        @Option(name: .customLong("for"), help: "manifest, tickets or orders.") var purpose = KeyFile.Purpose.manifest
        @Flag(help: "Print JSON.") var json = false

        func run() throws {
            let key = try KeyFile.generate(named: URL(filePath: out), for: purpose)
            let kid = key.id
            if json {
                Output.line(
                    JSONValue.object([
                        ("kid", .string(kid)), ("key", .string(out + ".key")), ("pub", .string(out + ".pub")),
                    ]).text)
            } else {
                Output.line("\(out).key (keep it secret) and \(out).pub, key id \(kid)")
            }
        }
    }

    struct Trust: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Makes a station trust lists signed with this key.")

        @Argument(help: ArgumentHelp("The organizer's public key.", valueName: "name.pub")) var file: String
        @OptionGroup var station: StationOptions

        func run() async throws {
            let contents = try FileBytes.all(of: file)
            guard !ManifestFile.isList(contents) else {
                throw CommandError(
                    "trust", file, "it is a ticket list, not a key",
                    hint: "Install it with `usher manifest install \(file)`.")
            }
            guard !file.hasSuffix(".staff-key") else {
                throw CommandError(
                    "trust", file, "it opens the names of a list, and signs none",
                    hint: "Trust the organizer's public key, and give this file to the station as a credential.")
            }
            let (key, json) = try await station.ask(
                ControlRequest("POST", "keys", body: .bytes(contents)), as: KeySummary.self, creating: true)
            guard !station.json else { return Output.line(json) }
            Output.line("key \(key.kid) is trusted")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows the keys a station trusts.")

        @OptionGroup var station: StationOptions

        func run() async throws {
            let (answer, json) = try await station.ask(ControlRequest("GET", "keys"), as: Items<KeySummary>.self)
            guard !station.json else { return Output.line(json) }
            Output.table(["KEY ID", "FILE"], answer.items.map { [$0.kid, $0.file] })
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stops trusting a key, and withdraws the lists it signed.")

        @Argument(help: ArgumentHelp("The key id.", valueName: "kid")) var kid: String
        @OptionGroup var station: StationOptions

        func run() async throws {
            let (answer, json) = try await station.ask(ControlRequest("DELETE", "keys", kid), as: KeyRemoval.self)
            guard !station.json else { return Output.line(json) }
            let lists = answer.events.isEmpty ? "" : "; withdrawn: \(answer.events.joined(separator: ", "))"
            Output.line("key \(kid) is no longer trusted\(lists)")
        }
    }
}
