import Foundation
import HIDScanners
import Subprocess
import TestSupport
import Testing

/// What tells udev that a HID device is a scanner.
@Suite struct UDevProgramTests {
    private static let program = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../udev/usher-hid-pos").standardizedFileURL.path

    @Test(arguments: Descriptors.scanners + [Descriptors.keyboard, Descriptors.service, [], [0x05], [0xFE, 4, 1]])
    func `it finds those that are read`(descriptor: [UInt8]) async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("report_descriptor")
        try Data(descriptor).write(to: file)
        let result = try await Subprocess.run(
            .name("sh"), arguments: [Self.program, file.path], output: .discarded, error: .string(limit: 1 << 12))
        let isScanner = HIDDecoder(reportDescriptor: descriptor, prefix: "", suffix: "") != nil
        #expect(result.terminationStatus.isSuccess == isScanner, "\(result.standardError)")
        #expect(result.standardError == "")
    }
}
