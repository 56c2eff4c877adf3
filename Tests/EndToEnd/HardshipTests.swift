import Foundation
import Subprocess
import Testing

/// What a door must survive: bad input, bad disks, wrong clocks, power cuts.
@Suite struct HardshipTests {
    /// Runs a shell script in its own mount namespace (unshare(1)), where it may mount anything.
    private func inNamespace(_ script: String) async throws -> Programs.Result {
        try await Programs.run("unshare", ["--map-root-user", "--mount", "sh", "-c", script])
    }

    // MARK: - Input

    @Test func `a line of ten megabytes, a NUL and broken UTF-8 are invalid, and the next ticket is admitted`()
        async throws
    {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let good = try #require(try sample.answers().first?.code)
        var input = [UInt8](repeating: UInt8(ascii: "x"), count: 10 << 20)
        input += [10, 0, 10, 0xFF, 0xFE, 10] + Array("{\"code\":\n\(good)\n".utf8)
        let result = try await Programs.run("usherd", ["--stdin", "--state", state], input: input)
        #expect(result.status == 0)
        let verdicts = try result.lines.map(PrintedVerdict.read)
        #expect(verdicts.map(\.reason) == ["invalid", "invalid", "invalid", "invalid", nil])
        #expect(verdicts.last?.verdict == "admitted")
    }

    @Test func `a picture without a code is told and the others go on`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let pictures = sample.path("pictures")
        try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: sample.path("sample/codes/001-valid.png"), toPath: pictures + "/b.png")
        try Data("P5 4 4 255 0123456789abcdef".utf8).write(to: URL(filePath: pictures + "/a.pgm"))
        try Data("not a picture".utf8).write(to: URL(filePath: pictures + "/c.png"))
        let result = try await Programs.run("usherd", ["--images", pictures, "--state", state])
        #expect(result.status == 1)
        #expect(result.lines.count == 1)
        #expect(result.errors.contains("a.pgm"))
        #expect(result.errors.contains("c.png"))
    }

    // MARK: - Disks

    @Test func `on a full disk nobody sees green, and a list that does not fit changes nothing`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station(other: false)
        let codes = try sample.answers().filter { $0.verdict == "admitted" }.map(\.code)
        let input = sample.path("codes.txt")
        try Data((codes.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: input))
        // Deleting the reserve makes room first, so the disk is filled again after that.
        let result = try await inNamespace(
            """
            set -e
            mkdir \(sample.path("disk")); mount -t tmpfs -o size=24m tmpfs \(sample.path("disk"))
            cp -r \(state)/. \(sample.path("disk")); cd \(sample.path("disk")); rm -f reserve
            usher station new-identity --state . >&2
            dd if=/dev/zero of=filler bs=4k 2>/dev/null || true
            usherd --stdin --state . < \(input)
            usher manifest install \(sample.path("sample/other.usher")) --state . && exit 9
            rm filler
            usher manifest list --state . --json
            usherd --stdin --state . < \(input)
            usher journal verify --state . >&2
            """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("free space, which the disk does not have"), "\(result.errors)")
        let lists = try #require(result.lines.firstIndex { $0.contains("items") })
        #expect(!result.lines[lists].contains("sample-matinee"))
        let verdicts = try result.lines.filter { !$0.contains("items") }.map(PrintedVerdict.read)
        let (full, healed) = (verdicts.prefix(codes.count), verdicts.dropFirst(codes.count))
        #expect(full.allSatisfy { $0.reason == "notRecorded" && $0.seq == nil }, "\(full.map(\.verdict))")
        #expect(healed.first?.verdict == "admitted")
        #expect(healed.first?.seq == 1)
    }

    @Test
    func `with NOT RECORDED on, guests pass once on a full disk, and are in the journal when there is room`()
        async throws
    {
        let sample = try await SampleFolder()
        let state = try await sample.station(other: false)
        let codes = try sample.answers().filter { $0.verdict == "admitted" }.map(\.code)
        let disk = sample.path("disk")
        let result = try await inNamespace(
            """
            set -e
            mkdir \(disk); mount -t tmpfs -o size=24m tmpfs \(disk)
            cp -r \(state)/. \(disk); cd \(disk); rm -f reserve
            usher station new-identity --state . >&2
            mkfifo \(sample.path("codes")) \(sample.path("verdicts")); export RUNTIME_DIRECTORY=\(sample.path(""))
            usherd --stdin --state . < \(sample.path("codes")) > \(sample.path("verdicts")) &
            exec 3> \(sample.path("codes")) 4< \(sample.path("verdicts"))
            show() { echo "$1" >&3; read -r verdict <&4; echo "$verdict"; }
            show 'nobody-has-this-code'
            usher not-recorded on --state . && exit 8
            dd if=/dev/zero of=filler bs=4k 2>/dev/null || true
            show '\(codes[0])'
            usher not-recorded on --state . --operator Grace >&2
            show '\(codes[0])'; show '\(codes[0])'
            usher undo --state . >&2 && exit 9
            rm filler
            usher undo --state . >&2
            show '\(codes[0])'
            exec 3>&-; wait
            usher journal list --state . --json; usher journal verify --state . >&2
            """)
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.lines
        let verdicts = try lines.prefix(5).map(PrintedVerdict.read)
        #expect(verdicts.map(\.reason) == ["invalid", "notRecorded", nil, "alreadyScanned", nil])
        #expect(verdicts.map(\.seq) == [1, nil, nil, nil, 5])
        #expect(lines[2].contains(#""unrecorded":true"#))
        #expect(
            lines[6].contains(#""operator":"Grace""#) && lines[6].contains("not recorded at the time"), "\(lines[6])")
        #expect(lines[8].contains(#""kind":"undo""#), "\(lines[8])")
    }

    @Test func `a list that finds no room where it is built is told in words and leaves nothing`() async throws {
        let sample = try await SampleFolder()
        let result = try await inNamespace(
            """
            mkdir \(sample.path("disk")); mount -t tmpfs -o size=16k tmpfs \(sample.path("disk"))
            usher manifest build --event \(sample.path("sample/event.yaml")) --tickets \(sample.path("sample/tickets.csv")) \
              --key \(sample.path("sample/organizer.key")) --out \(sample.path("disk/list.usher")) || ls -A \(sample.path("disk"))
            """)
        #expect(result.status == 0)
        #expect(result.output == "")
        #expect(result.errors.contains("Free some space"), "\(result.errors)")
        #expect(!result.errors.contains("COMMIT"))
    }

    @Test func `a picture that finds no room is an error and leaves nothing`() async throws {
        let sample = try await SampleFolder()
        let result = try await inNamespace(
            """
            mkdir \(sample.path("disk")); mount -t tmpfs -o size=16k tmpfs \(sample.path("disk")); cd \(sample.path("disk"))
            dd if=/dev/zero of=filler bs=4k 2>/dev/null
            usher ticket render a-code --module 64 --out full || ls
            """)
        #expect(result.output == "filler\n")
        #expect(result.errors.contains("No space left on device"), "\(result.errors)")
    }

    @Test func `the reserve keeps the journal writable when the disk fills up`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let input = sample.path("sample/answers.jsonl")
        let result = try await inNamespace(
            """
            set -e
            mkdir \(sample.path("disk")); mount -t tmpfs -o size=40m tmpfs \(sample.path("disk"))
            cp -r \(state)/. \(sample.path("disk")); cd \(sample.path("disk"))
            usher station new-identity --state . >&2
            dd if=/dev/zero of=filler bs=4k 2>/dev/null || true
            test -e reserve
            usherd --stdin --state . < \(input)
            """)
        #expect(result.status == 0, "\(result.errors)")
        let verdicts = try result.lines.map(PrintedVerdict.read)
        #expect(!verdicts.contains { $0.reason == "notRecorded" })
        #expect(verdicts.first?.verdict == "admitted")
    }

    @Test func `a read-only state folder is one clear error`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let result = try await inNamespace(
            "mount --bind \(state) \(state) && mount -o remount,bind,ro \(state) && usherd --stdin --state \(state) < /dev/null"
        )
        #expect(result.status == 1)
        #expect(result.errors.contains("Read-only file system"))
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }

    // MARK: - Identity, clock, chain

    @Test func `a state folder copied to another machine says so until it gets an identity of its own`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let other =
            "echo 0123456789abcdef0123456789abcdef > \(sample.path("id")); "
            + "mount --bind \(sample.path("id")) /etc/machine-id; "
        let first = try await Programs.run("usherd", ["--stdin", "--state", state])
        #expect(first.status == 0)
        let cloned = try await inNamespace(other + "usherd --stdin --state \(state) < /dev/null")
        #expect(cloned.status == 1)
        #expect(cloned.errors.contains("new-identity"))
        let renewed = try await inNamespace(
            other + "usher station new-identity --state \(state) && usherd --stdin --state \(state) < /dev/null")
        #expect(renewed.status == 0, "\(renewed.errors)")
    }

    @Test func `one changed byte in the journal is found`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        _ = try await Programs.run(
            "usherd", ["--stdin", "--state", state], input: try sample.text("sample/answers.jsonl"))
        try await Programs.usher("journal", "verify", "--state", state)
        let file = URL(filePath: state + "/journal.sqlite")
        var bytes = try Data(contentsOf: file)
        let place = try #require(bytes.range(of: Data("S-0005".utf8)))
        bytes[place.lowerBound] = UInt8(ascii: "T")
        try bytes.write(to: file)
        let result = try await Programs.run("usher", ["journal", "verify", "--state", state])
        #expect(result.status == 1)
        #expect(result.output.contains("NOT intact"))
    }

    // MARK: - Power cuts

    /// One round of many: `make soak` runs two hundred.
    @Test(arguments: 0..<3)
    func `what was printed as admitted is in the journal after kill -9, once`(round: Int) async throws {
        let sample = try await SampleFolder(tickets: 300)
        let state = try await sample.station()
        let codes = try sample.answers().map(\.code)
        let stopAt = [3, 47, 130][round]
        let killed = try await Subprocess.run(
            .name("usherd"), arguments: ["--stdin", "--state", state], environment: Programs.environment(),
            input: .string(codes.joined(separator: "\n")), output: .sequence, error: .discarded
        ) { execution in
            var printed: [PrintedVerdict] = []
            for try await line in execution.standardOutput.strings() {
                printed.append(try PrintedVerdict.read(line))
                if printed.count == stopAt { try execution.send(signal: .kill) }
            }
            return printed
        }
        let admitted = killed.closureResult.filter { $0.verdict == "admitted" }
        #expect(!admitted.isEmpty)
        let verify = try await Programs.run("usher", ["journal", "verify", "--state", state])
        #expect(verify.status == 0, "\(verify.output)")
        let list = try await Programs.usher("journal", "list", "--json", "--state", state)
        let journalled = try list.lines.map(PrintedVerdictOfJournal.read)
        #expect(Set(journalled.map(\.seq)).count == journalled.count)
        for verdict in admitted {
            #expect(journalled.contains { $0.seq == verdict.seq && $0.ref == verdict.ref && $0.verdict == "admitted" })
        }
    }

    private struct PrintedVerdictOfJournal: Decodable {
        var seq: Int64
        var verdict: String
        var ref: String?

        static func read(_ line: String) throws -> PrintedVerdictOfJournal {
            try JSONDecoder().decode(PrintedVerdictOfJournal.self, from: Data(line.utf8))
        }
    }
}
