internal import Backends
internal import Foundation
internal import Tickets

extension RelayKey {
    /// The key of the relay in a state folder, made when there is none.
    /// - Throws: ``RelayError``, ``BackendError``
    init(in folder: URL) throws {
        let file = folder.appending(path: "relay.key")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let text = Data((RelayKey().secretText + "\n").utf8)
            let draft = folder.appending(path: "relay.key.new")
            if !FileManager.default.fileExists(atPath: file.path) {
                try? FileManager.default.removeItem(at: draft)
                guard
                    FileManager.default.createFile(
                        atPath: draft.path, contents: text, attributes: [.posixPermissions: 0o600])
                else { throw CocoaError(.fileWriteUnknown) }
                let written = try FileHandle(forWritingTo: draft)
                try written.synchronize()
                try written.close()
                // Whoever was faster has made it: that one holds.
                try? FileManager.default.linkItem(at: draft, to: file)
                try FileManager.default.removeItem(at: draft)
            }
        } catch {
            throw RelayError(
                "make", file.path, "it cannot be written", hint: "Let the relay's user write in this folder.")
        }
        guard let key = RelayKey(secretText: try SecretFile.read(file)) else {
            throw RelayError(
                "use", file.path, "it does not hold a key",
                hint:
                    "Restore the file from a backup, or remove it: then stations need the new key, which usher relay "
                    + "--key prints.")
        }
        self = key
    }
}
