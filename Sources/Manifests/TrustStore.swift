internal import Files
public import Foundation
public import Tickets

/// An organizer's key that this station trusts.
public struct TrustedKey: Hashable, Sendable {
    /// Lists signed with it are accepted.
    public let key: VerificationKey
    /// The `.pub` file it was found in.
    public let file: URL

    /// See ``VerificationKey/id``.
    public var id: String { key.id }
}

/// The organizers that a station trusts: the `*.pub` files of some folders.
///
/// Folders are read at every use: there are few keys, and one that was removed must not be accepted a moment longer.
public struct TrustStore: Sendable {
    private let folders: [URL]
    private let own: URL

    /// - Parameters:
    ///   - folders: `/etc/usher/keys`; only read, and need not exist.
    ///   - own: where ``trust(_:)`` puts keys.
    public init(folders: [URL], own: URL) {
        self.folders = folders
        self.own = own
    }

    /// Every trusted key, and what is wrong with `.pub` files that hold no usable one.
    public func keys() -> (trusted: [TrustedKey], faults: [any ExplainedError]) {
        var trusted: [TrustedKey] = []
        var faults: [any ExplainedError] = []
        func noting(_ read: () throws -> Void) {
            do { try read() } catch let error as any ExplainedError { faults.append(error) } catch {
                faults.append(FileError.system("read", "keys", because: error))
            }
        }
        for folder in folders + [own] {
            noting {
                for file in try publicFiles(in: folder) {
                    noting {
                        let found = try trustedKey(at: file)
                        if !trusted.contains(where: { $0.key == found.key }) { trusted.append(found) }
                    }
                }
            }
        }
        return (trusted, faults)
    }

    /// Trusts the key of a `.pub` file from now on.
    public func trust(_ file: URL) throws -> TrustedKey {
        try add(KeyFile.verificationKey(at: file, for: .manifest))
    }

    /// Trusts the key in the text of a `.pub` file from now on.
    /// - Parameter name: its name in errors.
    public func trust(contents text: String, named name: String) throws -> TrustedKey {
        try add(KeyFile.verificationKey(in: text, named: name, for: .manifest))
    }

    /// Stops trusting a key. Its lists stay until ``ManifestStore/withdrawKey(_:)``.
    public func remove(_ keyID: String) throws {
        let subject = "key \(keyID.withoutControls)"
        guard keys().trusted.contains(where: { $0.id == keyID }) else {
            throw ManifestError(
                .untrustedKey, "remove", subject, "no key with this id is trusted",
                hint: "`usher key list` shows those that are.")
        }
        for file in try publicFiles(in: own) where (try? trustedKey(at: file))?.id == keyID {
            try Folder.remove(file)
            try Folder.synchronize(own)
        }
        if let left = keys().trusted.first(where: { $0.id == keyID }) {
            throw ManifestError(
                .system, "remove", subject, "it is also in \(left.file.path), which only the administrator changes",
                hint: "Remove that file.")
        }
    }

    private func publicFiles(in folder: URL) throws -> [URL] {
        try Folder.names(in: folder).filter { $0.hasSuffix(".pub") }.map { folder.appending(path: $0) }
    }

    private func trustedKey(at file: URL) throws -> TrustedKey {
        TrustedKey(key: try KeyFile.verificationKey(at: file, for: .manifest), file: file)
    }

    private func add(_ key: VerificationKey) throws -> TrustedKey {
        if let known = keys().trusted.first(where: { $0.key == key }) { return known }
        try Folder.create(own)
        let file = own.appending(path: "\(key.id).pub")
        var pending = try PendingFile(in: own)
        try pending.write(KeyFile.publicText(of: key, for: .manifest))
        try pending.commit(to: file)
        try Folder.synchronize(own)
        return TrustedKey(key: key, file: file)
    }
}
