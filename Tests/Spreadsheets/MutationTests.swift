import Foundation
import Publishing
import Spreadsheets
import Subprocess
import TestSupport
import Testing

/// Files that something has happened to: no crash, no endless reading, and no row that is lost without a word.
/// `USHER_FUZZ_SEED` tries other ones, `USHER_FUZZ_ROUNDS` more of each.
@Suite struct MutationTests {
    private static let environment = ProcessInfo.processInfo.environment
    static let seed = environment["USHER_FUZZ_SEED"].flatMap(UInt64.init) ?? 117
    static let rounds = environment["USHER_FUZZ_ROUNDS"].flatMap(Int.init) ?? 8

    private static func files() throws -> [(name: String, bytes: [UInt8])] {
        try FileManager.default.contentsOfDirectory(atPath: Files.folder.path).sorted().filter {
            $0 != "README.md" && !$0.hasPrefix(".")
        }
        .map { ($0, Array(try Data(contentsOf: Files.folder.appending(path: $0)))) }
    }

    @Test func `a file whose bytes have changed is read or refused`() throws {
        var random = SplitMix64(seed: Self.seed)
        var read: [Bool] = []
        for (name, bytes) in try Self.files() {
            for round in 0..<Self.rounds {
                let changed = Self.changed(bytes, &random)
                read.append(try check(Data(changed), "\(name), round \(round)"))
            }
        }
        #expect(read.contains(true) && read.contains(false), "seed \(Self.seed)")
    }

    /// The checksums fit: what has changed comes to the readers of XML.
    @Test func `an archive whose parts have changed, or changed places, is read or refused`() async throws {
        var random = SplitMix64(seed: Self.seed)
        var read: [Bool] = []
        for (name, bytes) in try await Self.stored() {
            let archive = try #require(Archive(stored: bytes), "\(name)")
            for round in 0..<Self.rounds {
                var changed = archive
                let victim = random.below(changed.members.count)
                if round % 4 == 3 {
                    let other = random.below(changed.members.count)
                    let kept = changed.members[victim].bytes
                    changed.members[victim].bytes = changed.members[other].bytes
                    changed.members[other].bytes = kept
                } else {
                    let parts = changed.members.indices.filter { changed.members[$0].name.hasSuffix(".xml") }
                    let part = parts.randomElement(using: &random) ?? victim
                    changed.members[part].bytes = Self.changed(changed.members[part].bytes, &random)
                }
                read.append(try check(changed.bytes, "\(name), round \(round)"))
            }
        }
        #expect(read.contains(true) && read.contains(false), "seed \(Self.seed)")
    }

    /// The archives among the files, with their parts as they are, not packed.
    private static func stored() async throws -> [(name: String, bytes: [UInt8])] {
        let folder = try TemporaryFolder()
        let script = """
            import pathlib, sys, zipfile
            for file in pathlib.Path(sys.argv[1]).iterdir():
                if not zipfile.is_zipfile(file): continue
                with zipfile.ZipFile(file) as old, zipfile.ZipFile(pathlib.Path(sys.argv[2]) / file.name, 'w') as new:
                    for name in old.namelist(): new.writestr(name, old.read(name))
            """
        let result = try await Subprocess.run(
            .name("python3"), arguments: ["-c", script, Files.folder.path, folder.path], output: .discarded,
            error: .string(limit: 1 << 16))
        #expect(result.terminationStatus.isSuccess, "\(result.standardError)")
        return try folder.names().map { ($0, Array(try Data(contentsOf: folder.file($0)))) }
    }

    /// Bytes that are others, a piece that is gone, twice there or in another place, or an end that is missing.
    private static func changed(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        guard !bytes.isEmpty else { return bytes }
        var bytes = bytes
        let start = random.below(bytes.count)
        let end = min(bytes.count, start + 1 + random.below(64))
        switch random.below(6) {
        case 0: bytes.removeSubrange(start...)
        case 1: bytes.removeSubrange(start..<end)
        case 2: bytes.insert(contentsOf: bytes[start..<end], at: random.below(bytes.count))
        case 3: for place in start..<end { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
        case 4:
            // Numbers are what files are made of.
            let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
            for _ in 0..<4 {
                if let place = digits.randomElement(using: &random) { bytes[place] = 0x30 + UInt8(random.below(10)) }
            }
        default: bytes[start] ^= 1 << UInt8(random.below(8))
        }
        return bytes
    }

    /// - Returns: whether there was something to read.
    private func check(_ bytes: Data, _ place: String) throws -> Bool {
        do {
            let workbook = try Workbook(bytes, named: "changed")
            for sheet in workbook.sheets {
                let numbers = sheet.rows.map(\.number)
                #expect(numbers == numbers.sorted(), "\(place), seed \(Self.seed)")
            }
            let reading = try Files.reading(of: workbook)
            let accounted = reading.rightTicketCount + reading.leftOut.count + reading.faultyRowCount
            #expect(reading.rowCount == accounted, "\(place), seed \(Self.seed)")
            let below = reading.table.sheet.rows.count { $0.number > reading.table.headerRow }
            #expect(reading.rowCount >= below, "\(place), seed \(Self.seed)")
            if reading.faults.isEmpty { #expect(TicketTable(reading).rows.count == reading.tickets.count) }
            return true
        } catch  where error is SpreadsheetError || error is EncodingQuestion {
            return false
        }
    }
}
