internal import Files
public import Foundation
public import Tickets

/// Key files: a comment line that says what the key is for, and its 32 bytes in base64.
///
/// ```
/// # usher manifest public key 6a1f0c9be3d27784
/// p1mEr3...=
/// ```
public enum KeyFile {
    /// What a key may sign. A ticket key can make tickets and nothing else, so that a box office does not need the key
    /// that every station trusts; and who gives stations orders makes no tickets.
    public enum Purpose: String, Sendable, CaseIterable {
        /// `manifest`: lists. `tickets`: codes. `orders`: what stations are to do, and who works at them.
        case manifest, tickets, orders

        /// What it signs, in English.
        var signs: String {
            switch self {
            case .manifest: "lists"
            case .tickets: "tickets"
            case .orders: "orders and rosters"
            }
        }
    }

    /// Writes `NAME.key`, readable by its owner only, and `NAME.pub`. Never writes over a file.
    /// - Parameter name: the path without an ending.
    public static func generate(
        named name: URL, for purpose: Purpose, key: SigningKey = SigningKey()
    ) throws -> VerificationKey {
        let (secretFile, publicFile) = (name.appendingPathExtension("key"), name.appendingPathExtension("pub"))
        for file in [secretFile, publicFile] where FileManager.default.fileExists(atPath: file.path) {
            throw ManifestError(
                .keyExists, "write", file.path, "it exists", hint: "Choose another name, or move the old key away.")
        }
        let verificationKey = key.verificationKey
        try write(comment(purpose, .secret, verificationKey), key.seed, to: secretFile, mode: 0o600)
        do {
            try write(comment(purpose, .public, verificationKey), verificationKey.raw, to: publicFile, mode: 0o644)
        } catch {
            try? Folder.remove(secretFile)
            throw error
        }
        return verificationKey
    }

    /// The text of a `.pub` file.
    public static func publicText(of key: VerificationKey, for purpose: Purpose) -> String {
        "\(comment(purpose, .public, key))\n\(key.raw.base64EncodedString())\n"
    }

    /// Reads a `.key` file.
    /// - Parameter purpose: what the key is needed for; a key made for something else is refused, and so is a file that
    ///   other users may read.
    public static func signingKey(at file: URL, for purpose: Purpose) throws -> SigningKey {
        let content = try Content(of: file)
        guard content.half == .secret, let key = SigningKey(seed: content.bytes) else {
            throw ManifestError(
                .badKeyFile, "use", file.path, "it is not a secret key",
                hint: "Give the .key file that `usher key generate` wrote.")
        }
        try content.check(key.verificationKey, for: purpose)
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        guard let mode = attributes?[.posixPermissions] as? Int, mode & 0o077 == 0 else {
            throw ManifestError(
                .exposedKey, "use", file.path, "other users of this machine may read it",
                hint: "Run `chmod 600` on it; if others had access, make a new key.")
        }
        return key
    }

    /// Reads the text of a `.key` file.
    /// - Parameter name: its name in errors.
    public static func signingKey(
        in text: String, named name: String, for purpose: Purpose
    ) throws -> SigningKey {
        let content = try Content(text, name: name)
        guard content.half != .public, let key = SigningKey(seed: content.bytes) else {
            throw ManifestError(
                .badKeyFile, "use", name, "it is not a secret key",
                hint: "Give the .key file that `usher key generate` wrote.")
        }
        try content.check(key.verificationKey, for: purpose)
        return key
    }

    /// Reads a `.pub` file.
    /// - Parameter purpose: what the key is needed for; a key that says it is for something else is refused.
    public static func verificationKey(at file: URL, for purpose: Purpose) throws -> VerificationKey {
        try Content(of: file).verificationKey(for: purpose)
    }

    /// Reads the text of a `.pub` file.
    /// - Parameter name: its name in errors.
    public static func verificationKey(
        in text: String, named name: String, for purpose: Purpose
    ) throws -> VerificationKey {
        try Content(text, name: name).verificationKey(for: purpose)
    }

    /// Whether bytes are the beginning of a key file, whatever they were given for.
    package static func isKey(_ beginning: some Collection<UInt8>) -> Bool {
        String(decoding: beginning.prefix(200), as: UTF8.self).prefixMatch(of: #/# usher \w+ \w+ key /#) != nil
    }

    // MARK: - The text

    private enum Half: String {
        case secret, `public`
    }

    private static func comment(_ purpose: Purpose, _ half: Half, _ key: VerificationKey) -> String {
        "# usher \(purpose.rawValue) \(half.rawValue) key \(key.id)"
    }

    private static func write(_ comment: String, _ bytes: Data, to file: URL, mode: mode_t) throws {
        // O_EXCL also refuses a symbolic link to a file that does not exist (open(2)).
        let descriptor = unsafe open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileError.system("write", file.path) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data("\(comment)\n\(bytes.base64EncodedString())\n".utf8))
            try handle.synchronize()
        } catch {
            try? Folder.remove(file)
            throw FileError.system("write", file.path, because: error)
        }
    }

    /// A key file taken apart.
    private struct Content {
        let name: String
        let bytes: Data
        /// From the comment, or else from the ending of the name.
        let half: Half?
        let purpose: Purpose?
        let keyID: String?

        init(of file: URL) throws {
            var beginning = [UInt8](repeating: 0, count: 4096)
            let count = try OwnedFile(reading: file).read(into: &beginning)
            try self.init(String(decoding: beginning.prefix(count), as: UTF8.self), name: file.path)
        }

        init(_ text: String, name: String) throws {
            self.name = name
            guard !ManifestFile.isList(text.utf8) else {
                throw ManifestError(
                    .badKeyFile, "use", name, "it is a ticket list, not a key",
                    hint: "Install it with `usher manifest install FILE`.")
            }
            let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            let data = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
            guard data.count == 1, let bytes = Data(base64Encoded: data[0]), bytes.base64EncodedString() == data[0],
                bytes.count == 32
            else {
                throw ManifestError(
                    .badKeyFile, "use", name, "it is not a key file",
                    hint: "A key file is a comment line and one line of base64 that holds 32 bytes.")
            }
            self.bytes = bytes
            let comments = lines.filter { $0.hasPrefix("# usher ") }.map { $0.split(separator: " ") }
            let words = comments.first { $0.count == 6 && $0[4] == "key" }
            purpose = words.flatMap { Purpose(rawValue: String($0[2])) }
            half = words.flatMap { Half(rawValue: String($0[3])) } ?? (name.hasSuffix(".key") ? .secret : nil)
            keyID = words.map { String($0[5]) }
        }

        func verificationKey(for wanted: Purpose) throws -> VerificationKey {
            guard half != .secret else {
                throw ManifestError(
                    .secretKeyGiven, "use", name, "it is a secret key, which must not leave the machine that signs",
                    hint: "Give the .pub file beside it.")
            }
            guard let key = VerificationKey(raw: bytes) else {
                throw ManifestError(.badKeyFile, "use", name, "it is not a public key")
            }
            try check(key, for: wanted)
            return key
        }

        func check(_ key: VerificationKey, for wanted: Purpose) throws {
            guard keyID == nil || keyID == key.id else {
                throw ManifestError(
                    .badKeyFile, "use", name, "its comment names another key than it holds",
                    hint: "Copy the file again.")
            }
            guard purpose == nil || purpose == wanted else {
                throw ManifestError(
                    .wrongPurpose, "use", name, "it is a key for \(purpose?.signs ?? ""), not for \(wanted.signs)",
                    hint: wanted == .manifest && purpose == .tickets
                        ? "A key for tickets belongs in event.yaml under ticket_keys; stations trust keys for lists."
                        : "Make one with `usher key generate --for \(wanted.rawValue)`.")
            }
        }
    }
}
