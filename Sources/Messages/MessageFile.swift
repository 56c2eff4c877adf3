internal import CMessages
internal import Foundation

// Messages: every text that a person reads, by its key, in the languages there are.

/// One message file, as it is compiled into the program.
public struct MessageFile: Sendable {
    /// ISO 639-1: `de`.
    public let language: String
    /// The file as the page gets it: JSON in UTF-8.
    public let bytes: [UInt8]
    /// What its speakers call the language: `Deutsch`.
    public let name: String

    /// Also for the file of a test, which is not in the program.
    package init(language: String, bytes: [UInt8]) {
        self.language = language
        self.bytes = bytes
        name = (try? JSONDecoder().decode(Heading.self, from: Data(bytes)))?.language ?? language
    }

    private struct Heading: Decodable {
        let language: String
    }

    /// The languages there are: English, then the others.
    public static let languages = all.map(\.language)

    /// One for each language, English first.
    public static let all: [MessageFile] = {
        var files: [MessageFile] = []
        while true {
            let file = unsafe message_file_at(files.count)
            guard let language = unsafe file.language else { return files }
            files.append(
                MessageFile(
                    language: unsafe String(cString: language),
                    bytes: unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))))
        }
    }()
}
