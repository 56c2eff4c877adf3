import Pictures
import QRWriter
import StationAPI
import Testing
import Tickets
import Wedges

@testable import Station

/// Pictures of phones that staff hold, at a real station.
@Suite struct PhoneReadersTests {
    private let fixture: StationFixture
    private let station: Station
    private let began = ContinuousClock.now
    private let anne = Staff(name: "Anne", role: .steward)

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open()
        try await fixture.install(["\(code("a")),R-1,standard,Ada,valid,1,,"], in: station)
    }

    private func picture(_ text: String) throws -> [UInt8] {
        try QRMatrix(encoding: text).picture(modulePixels: 4).pngFile()
    }

    private func verdict(_ text: String, by staff: Staff, after wait: Duration = .zero) async throws -> VerdictReport? {
        let announcement = try await station.phones.scan(picture(text), by: staff, at: began + wait)
        guard case .verdict(let report)? = announcement else { return nil }
        return report
    }

    @Test func `a ticket is decided once, however many pictures show it, and a second phone does not open it again`()
        async throws
    {
        let first = try #require(try await verdict(code("a"), by: anne))
        #expect(first.verdict == .admitted && first.how == .phone && !first.isRepeat)
        let again = try #require(try await verdict(code("a"), by: anne, after: .milliseconds(250)))
        #expect(again.verdict == .admitted && again.isRepeat && again.sequence == first.sequence)
        let other = try #require(try await verdict(code("a"), by: Staff(name: "Bo", role: .steward)))
        #expect(other.verdict == .refused(.alreadyScanned))
    }

    @Test func `nothing is in a picture without a code, and a pairing is not for phones`() async throws {
        let blank = try GreyImage(width: 64, height: 64, luma: Array(repeating: 200, count: 64 * 64)).pngFile()
        #expect(try await station.phones.scan(blank, by: anne) == nil)
        let pairing = Pairing.prefix + "x"
        #expect(try await station.phones.scan(picture(pairing), by: anne) == nil)
    }

    @Test func `what is no picture, or too large a one, is refused`() async throws {
        let large = try GreyImage(width: 2048, height: 1100, luma: Array(repeating: 200, count: 2048 * 1100)).pngFile()
        for file in [Array("no picture".utf8), large] {
            await #expect(throws: (any Error).self) { try await station.phones.scan(file, by: anne) }
        }
    }

    @Test func `a person who tries out codes is ignored, and nobody else`() async throws {
        for guess in 0...GuessGuard.allowedCount {
            #expect(try await verdict("unknown code \(guess)", by: anne)?.verdict == .refused(.invalid))
        }
        await #expect(throws: StationError.self) { try await verdict(code("a"), by: anne) }
        #expect(try await verdict(code("a"), by: Staff(name: "Bo", role: .steward))?.verdict == .admitted)
    }

    @Test func `a station that may not scan takes nothing from a phone`() async throws {
        let station = try await StationFixture().open { $0.permissions = [.manualCheckIn] }
        await #expect(throws: StationError.self) { try await station.phones.scan(picture("x"), by: anne) }
    }
}
