import Devices
import Foundation
import Messages
import NFCReaders
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

@Suite struct NFCReaderTests {
    private func read(_ yaml: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let file = try folder.write(yaml, to: "usher.yaml")
        return try Configuration.read(file: file.path, environment: [:]).nfcReaders
    }

    @Test func `usher yaml names readers, and none is used otherwise`() throws {
        #expect(try read("{}") == [])
        #expect(
            try read("nfc_readers: [ACS ACR122U PICC Interface, Other]\n") == ["ACS ACR122U PICC Interface", "Other"])
        #expect(throws: (any Error).self) { try read("nfc_readers: auto\n") }
        #expect(throws: (any Error).self) { try read("nfc_readers: [{device: x}]\n") }
    }

    @Test func `pcscd is asked only where a reader is named`() async throws {
        let fixture = try StationFixture()
        do {
            let station = try await fixture.open()
            #expect(!station.readers.wants(NFCReaders.service))
        }
        let station = try await fixture.open { $0.nfcReaders = ["ACS ACR122U"] }
        #expect(station.readers.wants(NFCReaders.service))
    }

    @Test func `says that pcscd cannot be reached, and which reader is missing`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open { $0.nfcReaders = ["ACS ACR122U"] }
        station.readers.board.activate()
        let error = DeviceError(.failed, "ask", "pcscd", "it does not run")
        station.readers.note(
            DeviceReport(device: NFCReaders.service, event: .failed(error, retry: nil), shouldLog: false))
        #expect(try await Set(station.codes()).isSuperset(of: [.nfcUnavailable, .readerMissing]))
        station.readers.board.remove(NFCReaders.service)
        let reader = Device(kind: .nfc, node: "ACS ACR122U 00 00", name: "ACS ACR122U", links: ["ACS ACR122U"])
        station.readers.board.note(reader, is: .reading, manner: "NFC")
        #expect(try await Set(station.codes()).isDisjoint(with: [.nfcUnavailable, .readerMissing]))
    }
}
