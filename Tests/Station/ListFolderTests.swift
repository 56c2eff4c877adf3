import Foundation
import TestSupport
import Testing

@testable import Station

@Suite struct ListFolderTests {
    @Test func `a list is found however its suffix is written, as sticks have it`() throws {
        let folder = try TemporaryFolder()
        for name in ["OTHER.USHER", "gala.usher", "Mixed.Usher", ".hidden.USHER", "gala.usher.bak", "usher"] {
            try folder.write("x", to: name)
        }
        let names = try ListFolder(url: folder.url).files().map(\.file.lastPathComponent)
        #expect(names == ["Mixed.Usher", "OTHER.USHER", "gala.usher"])
    }
}
