import Foundation
import Testing

@testable import Station

@Suite struct ListFolderTests {
    @Test func `a list is found however its suffix is written, as sticks have it`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-lists-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["OTHER.USHER", "gala.usher", "Mixed.Usher", ".hidden.USHER", "gala.usher.bak", "usher"] {
            try Data("x".utf8).write(to: folder.appending(path: name))
        }
        let names = try ListFolder(url: folder).files().map(\.file.lastPathComponent)
        #expect(names == ["Mixed.Usher", "OTHER.USHER", "gala.usher"])
    }
}
