import Foundation
import TestSupport
import Testing
import Tickets

@testable import Journal

@Suite struct IdentityTests {
    private func code(_ error: any Error) -> JournalFailure? { (error as? JournalError)?.code }

    private func permissions(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    @Test func `the same machine finds the same key`() throws {
        let folder = try TemporaryFolder()
        let made = try StationIdentity.openOrCreate(folder: folder.url, machineID: "machine one\n")
        let found = try StationIdentity.openOrCreate(folder: folder.url, machineID: "machine one")
        #expect(found.signingKey.seed == made.signingKey.seed)
        #expect(try permissions(folder.file("station.json")) == 0o600)
        let stored = try String(contentsOf: folder.file("station.json"), encoding: .utf8)
        #expect(!stored.contains("machine one"))
    }

    @Test func `a missing state folder is made, for the station alone`() throws {
        let folder = try TemporaryFolder()
        _ = try StationIdentity.openOrCreate(folder: folder.file("state"), machineID: nil)
        #expect(try permissions(folder.file("state")) == 0o700)
    }

    @Test(arguments: ["machine two", nil])
    func `a copied state folder is refused`(elsewhere: String?) throws {
        let folder = try TemporaryFolder()
        _ = try StationIdentity.openOrCreate(folder: folder.url, machineID: "machine one")
        #expect {
            try StationIdentity.openOrCreate(folder: folder.url, machineID: elsewhere)
        } throws: { code($0) == .cloned && "\($0)".contains("usher station new-identity") }
    }

    private func copy(_ folder: TemporaryFolder) throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        try FileManager.default.removeItem(at: copy.url)
        try FileManager.default.copyItem(at: folder.url, to: copy.url)
        return copy
    }

    @Test(arguments: ["machine one", nil])
    func `a copy on the same machine is refused until it gets an identity of its own`(machine: String?) throws {
        let folder = try TemporaryFolder()
        let made = try StationIdentity.openOrCreate(folder: folder.url, machineID: machine)
        let copy = try copy(folder)
        #expect {
            try StationIdentity.openOrCreate(folder: copy.url, machineID: machine)
        } throws: { code($0) == .cloned && "\($0)".contains("usher station new-identity") }
        let renewed = try StationIdentity.renew(folder: copy.url, machineID: machine)
        #expect(renewed.signingKey.seed != made.signingKey.seed)
        let again = try StationIdentity.openOrCreate(folder: copy.url, machineID: machine)
        #expect(again.signingKey.seed == renewed.signingKey.seed)
        // The one it was copied from is none the worse.
        let found = try StationIdentity.openOrCreate(folder: folder.url, machineID: machine)
        #expect(found.signingKey.seed == made.signingKey.seed)
    }

    @Test func `a folder that came back from a backup says so`() throws {
        let folder = try TemporaryFolder()
        _ = try StationIdentity.openOrCreate(folder: folder.url, machineID: "machine one")
        let backup = try copy(folder)
        // As a file system does that gives a number away again: the old file is still there while the new one comes.
        let aside = try TemporaryFolder()
        try FileManager.default.moveItem(at: folder.file("station.json"), to: aside.file("station.json"))
        try FileManager.default.copyItem(at: backup.file("station.json"), to: folder.file("station.json"))
        #expect {
            try StationIdentity.openOrCreate(folder: folder.url, machineID: "machine one")
        } throws: { code($0) == .cloned && "\($0)".contains("backup") }
    }

    @Test func `a folder that was moved goes on`() throws {
        let folder = try TemporaryFolder()
        let made = try StationIdentity.openOrCreate(folder: folder.url, machineID: "machine one")
        let moved = try TemporaryFolder()
        try FileManager.default.removeItem(at: moved.url)
        try FileManager.default.moveItem(at: folder.url, to: moved.url)
        let found = try StationIdentity.openOrCreate(folder: moved.url, machineID: "machine one")
        #expect(found.signingKey.seed == made.signingKey.seed)
    }

    @Test func `a folder of a version that did not look is bound at its next start`() throws {
        let folder = try TemporaryFolder()
        let made = try StationIdentity.openOrCreate(folder: folder.url, machineID: "machine one")
        let text = try String(contentsOf: folder.file("station.json"), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.contains("\"file\"") }
        #expect(lines.count == text.split(separator: "\n").count - 1)
        try Data(lines.joined(separator: "\n").utf8).write(to: folder.file("station.json"))
        let found = try StationIdentity.openOrCreate(folder: folder.url, machineID: "machine one")
        #expect(found.signingKey.seed == made.signingKey.seed)
        let copy = try copy(folder)
        #expect { try StationIdentity.openOrCreate(folder: copy.url, machineID: "machine one") } throws: {
            code($0) == .cloned
        }
    }

    @Test func `an identity without a machine is bound by the first one`() throws {
        let folder = try TemporaryFolder()
        let made = try StationIdentity.openOrCreate(folder: folder.url, machineID: nil)
        let unbound = try StationIdentity.openOrCreate(folder: folder.url, machineID: " \n")
        let bound = try StationIdentity.openOrCreate(folder: folder.url, machineID: "machine one")
        #expect(made.signingKey.seed == unbound.signingKey.seed)
        #expect(made.signingKey.seed == bound.signingKey.seed)
        #expect { try StationIdentity.openOrCreate(folder: folder.url, machineID: "machine two") } throws: {
            code($0) == .cloned
        }
    }

    @Test func `a new identity keeps the journal and what the old one signed`() throws {
        let folder = try TemporaryFolder()
        let old = try Station(in: folder)
        try old.record(.passing())
        let oldHead = try old.journal.signHead(now: .minute(1))
        try old.journal.markExported(try old.journal.exportLines(.jsonLines, now: .minute(1)) { _ in })
        _ = try old.journal.purge(events: [Station.event], now: .minute(2))
        try old.record(.passing(event: "tomorrow"))
        try old.journal.close()

        let identity = try StationIdentity.renew(folder: folder.url, machineID: "machine two")
        #expect(identity.signingKey.seed != old.identity.signingKey.seed)
        #expect(identity.formerKeys.map(\.key) == [old.identity.signingKey.verificationKey])
        #expect(identity.formerKeys.map(\.lastSequence) == [2])

        let found = try StationIdentity.openOrCreate(folder: folder.url, machineID: "machine two")
        let journal = try Journal(folder: folder.url, identity: found, reserveBytes: 1 << 16)
        #expect(try journal.verify(head: oldHead.line).isWhole)
        try journal.transaction { _ = try $0.append(.passing(event: "tomorrow")) }
        #expect(try journal.verify(head: journal.signHead(now: .minute(3)).line).isWhole)

        // The machine it was copied from goes on with the old key: that is another journal's head by now.
        let theirs = try JournalHead(
            ChainTip(sequence: 3, hash: JournalEntry.beginning), station: "kiosk-3", at: .minute(3),
            by: old.identity.signingKey)
        #expect { try journal.verify(head: theirs.line) } throws: { code($0) == .badHead }
    }

    @Test func `a lost key is not replaced in silence`() throws {
        let folder = try TemporaryFolder()
        try Station(in: folder).journal.close()
        try FileManager.default.removeItem(at: folder.file("station.json"))
        #expect { try Station(in: folder) } throws: { code($0) == .identity }
        _ = try StationIdentity.renew(folder: folder.url, machineID: Station.machine)
        _ = try Station(in: folder)
    }

    @Test(arguments: ["", "{}", #"{"version":1,"seed":"AAAA","former":[]}"#, #"{"version":2}"#])
    func `a damaged key file is an error with a way out`(content: String) throws {
        let folder = try TemporaryFolder()
        try Data(content.utf8).write(to: folder.file("station.json"))
        #expect { try StationIdentity.openOrCreate(folder: folder.url, machineID: nil) } throws: {
            code($0) == .identity && "\($0)".contains("backup")
        }
    }

    @Test func `an identity is not renewed under a running station`() throws {
        let station = try Station()
        #expect { try StationIdentity.renew(folder: station.folder.url, machineID: nil) } throws: { code($0) == .inUse }
    }
}
