import Foundation
import Pictures
import TestSupport
import Testing
import Tickets

struct PictureFileTests {
    @Test(arguments: [
        ("/missing/picture.png", ENOENT, "No such file or directory"),
        ("/", EISDIR, "Is a directory"),
    ])
    func `names the file and the system's reason when it cannot be read`(
        path: String, number: Int32, reason: String
    ) throws {
        let error = try #require(throws: PictureError.self) { try GreyImage(readingFile: path) }
        #expect(error.code == .file)
        #expect(error.errno == number)
        #expect(error.description == "cannot read \(path): \(reason)")
    }

    @Test(arguments: [("/missing/picture.png", ENOENT), ("/dev/full", ENOSPC)])
    func `names the file and the system's reason when it cannot be written`(path: String, number: Int32) throws {
        let error = try #require(throws: PictureError.self) { try PictureFile.write([1, 2, 3], to: path) }
        #expect(error.errno == number)
        #expect(error.description.hasPrefix("cannot write \(path): "))
    }

    @Test func `reads back what it wrote, over something longer too`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("file").path
        for bytes in [[UInt8](repeating: 7, count: 200_000), [1, 2, 3], []] {
            try PictureFile.write(bytes, to: path)
            #expect(try PictureFile.read(path) == bytes)
        }
    }

    @Test func `reads no file above 64 MiB, not even an endless one`() throws {
        let error = try #require(throws: PictureError.self) { try GreyImage(readingFile: "/dev/zero") }
        #expect(error.code == .tooLarge)
        #expect(error.reason == "it is larger than 64 MiB")
    }
}
