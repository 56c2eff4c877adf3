public import Foundation
internal import Tickets

extension Station {
    /// Everything outside the state folder that a station depends on.
    public struct Environment: Sendable {
        /// The wall clock.
        public var clock: StationClock
        /// The id of machine-id(5) in hexadecimal; `nil` when the machine has none.
        public var machineID: String?
        /// Folders with trusted keys, besides the one in the state folder.
        public var keyFolders: [URL]
        /// Folders with secrets. They come before those in the state folder.
        public var credentialFolders: [URL]
        /// Where USB sticks are mounted, each in a folder of its own.
        public var usbMounts: URL
        /// How long a guest waits while a code that is in no list is asked about.
        public var lookupLimit: Duration
        /// From one look at a station that tries ordered settings to the next: longer than a camera or a page takes after a
        /// start.
        public var trialInterval: Duration
        /// Makes the text of a support bundle; `nil`: the program `usher` does, for the running station.
        public var supportBundle: (@Sendable () throws -> String)?

        public init(
            clock: StationClock, machineID: String?, keyFolders: [URL], credentialFolders: [URL],
            usbMounts: URL = URL(filePath: "/run/usher-sticks"), lookupLimit: Duration = .milliseconds(400),
            trialInterval: Duration = .seconds(5), supportBundle: (@Sendable () throws -> String)? = nil
        ) {
            self.clock = clock
            self.machineID = machineID
            self.keyFolders = keyFolders
            self.credentialFolders = credentialFolders
            self.usbMounts = usbMounts
            self.lookupLimit = lookupLimit
            self.trialInterval = trialInterval
            self.supportBundle = supportBundle
        }

        /// Those of this machine: its clock, /etc/machine-id, /etc/usher/keys and CREDENTIALS_DIRECTORY
        /// (systemd.exec(5)).
        public static func system(environment: [String: String]) -> Environment {
            let machineID = try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            return Environment(
                // Empty or "uninitialized" on an image that has not booted yet.
                clock: .system, machineID: machineID.flatMap { Data(hex: $0)?.count == 16 ? $0 : nil },
                keyFolders: [URL(filePath: "/etc/usher/keys")],
                credentialFolders: [environment["CREDENTIALS_DIRECTORY"]].compactMap { $0.map { URL(filePath: $0) } })
        }
    }
}
