import Foundation
import Testing

/// Gives each test a folder of its own, gone after the test.
struct TemporaryFolder: SuiteTrait, TestTrait, TestScoping {
    @TaskLocal fileprivate static var path = ""

    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("usher-test-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await Self.$path.withValue(folder.path, operation: function)
    }
}

extension Trait where Self == TemporaryFolder {
    static var temporaryFolder: Self { Self() }
}

/// A new folder inside the test's own.
func temporaryFolder() throws -> String {
    try #require(TemporaryFolder.path != "", "the suite needs the trait .temporaryFolder")
    let folder = TemporaryFolder.path + "/" + UUID().uuidString.prefix(4)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
}
