internal import CMessages

// Messages: every text that a person reads, by its key, in the languages there are.

/// One message file, as it is compiled into the program.
public struct MessageFile: Sendable {
    /// ISO 639-1: `de`.
    public let language: String
    /// The file as the page gets it: JSON in UTF-8.
    public let bytes: [UInt8]

    /// A file that is not in the program, for tests.
    package init(language: String, bytes: [UInt8]) {
        self.language = language
        self.bytes = bytes
    }

    /// The languages there are: English, then the others.
    public static let languages = all.map(\.language)

    /// One for each language, English first.
    public static let all: [MessageFile] = {
        var files: [MessageFile] = []
        while let file = unsafe message_file_at(files.count)?.pointee {
            files.append(
                MessageFile(
                    language: unsafe String(cString: file.language),
                    bytes: unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))))
        }
        return files
    }()
}
