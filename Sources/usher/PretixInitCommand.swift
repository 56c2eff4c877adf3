import ArgumentParser
import Backends
import Files
import Foundation
import Glibc
import Pictures
import QRReader
import Station
import Tickets

extension BackendCommand {
    struct PretixInit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pretix-init", abstract: "Registers this machine as a device of a pretix server.",
            discussion: """
                Create a device in pretix (Organizer, Devices), and give its token on standard input, or a picture of \
                the QR code that pretix shows: it works once. pretix answers with a secret, the credential to name \
                under backends in the configuration.
                """)

        @Argument(help: ArgumentHelp("The server, like https://tickets.example.org.", valueName: "url"))
        var url: String?
        @Option(
            help: ArgumentHelp(
                "A picture of pretix's QR code (PNG, JPEG, PGM), which has the address and the token.",
                valueName: "picture"))
        var qr: String?
        @Option(
            help: ArgumentHelp(
                "The file to write the device's secret to, like STATE/credentials/box.", valueName: "file"))
        var out: String
        @Flag(help: "Replace the file: the device takes the place of another. usherd need not be started again.")
        var replace = false
        @Option(help: "The name of this machine in pretix; without it, its host name.") var name: String?
        @Option(help: ArgumentHelp("Certificates (PEM) to trust instead of the system's.", valueName: "file"))
        var ca: String?
        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            guard (url == nil) != (qr == nil) else { throw ValidationError("Give the url of the server, or --qr.") }
        }

        func run() async throws {
            let (url, token) = try invitation()
            let target = URL(filePath: out)
            // Before the token is used up.
            let owner = try ownerOfReplaced()
            var file = try PendingFile(in: target.deletingLastPathComponent(), mode: 0o600)
            if let owner, unsafe chown(file.file.path, owner.user, owner.group) != 0 {
                throw CommandError("keep the owner of", out, errno: errno)
            }
            let device = try await initialize(at: url, token)
            try file.write(device.token + "\n")
            try file.commit(to: target)
            try Folder.synchronize(target.deletingLastPathComponent())
            report(device, of: url)
        }

        /// The server and the token.
        private func invitation() throws -> (url: String, token: String) {
            if let qr {
                let invitation = try Self.invitation(in: qr)
                return (invitation.url, invitation.token)
            }
            guard let url, let token = readLine()?.trimmingCharacters(in: .whitespaces), !token.isEmpty else {
                throw CommandError(
                    "read", "the token", "standard input is empty",
                    hint: "Give the token as one line on standard input.")
            }
            return (url, token)
        }

        private static func invitation(in file: String) throws -> PretixInvitation {
            let picture = try GreyImage(readingFile: file)
            var reader = try QRReader()
            let codes = reader.readStill(picture.luma.span, width: picture.width, height: picture.height)
            guard !codes.isEmpty else {
                throw CommandError(
                    "read", file, "there is no QR code in it",
                    hint: "The whole code must be in the picture, and sharp.")
            }
            let invitations = codes.compactMap { $0.text.flatMap(PretixInvitation.init) }
            guard let invitation = invitations.first, invitations.count == 1 else {
                throw CommandError(
                    "read", file,
                    invitations.isEmpty
                        ? "its QR code is not that of a new device" : "it has the QR codes of several devices",
                    hint: "pretix shows the code of a new device under Organizer, Devices, Connect.")
            }
            return invitation
        }

        /// `nil` when there is nothing to replace.
        private func ownerOfReplaced() throws -> (user: uid_t, group: gid_t)? {
            var status = stat()
            guard unsafe stat(out, &status) == 0 else { return nil }
            guard replace, status.st_mode & S_IFMT == S_IFREG else {
                throw CommandError(
                    "write", out, "it exists", hint: "With --replace, the new device takes the place of the old one.")
            }
            return (status.st_uid, status.st_gid)
        }

        private func initialize(at url: String, _ token: String) async throws -> PretixDevice {
            var network = NetworkSettings()
            network.authorityFile = ca
            return try await PretixDevice.initialize(
                at: ServerAddress(url.hasSuffix("/") ? String(url.dropLast()) : url), network: network,
                initializationToken: token,
                station: name ?? ProcessInfo.processInfo.hostName, version: Station.version)
        }

        private func report(_ device: PretixDevice, of url: String) {
            if json {
                let members: [(name: String, value: JSONValue)] = [
                    ("url", .string(url)), ("organizer", .string(device.organizer)),
                    ("device", .integer(Int64(device.id))), ("name", .string(device.name)),
                    ("security_profile", .string(device.securityProfile)), ("file", .string(out)),
                ]
                Output.line(JSONValue.object(members).text)
            } else {
                Output.line(
                    "\(out) holds the secret of device \(device.id) (\(device.name.withoutControls)) of "
                        + "\(device.organizer) at \(url.withoutControls), security profile \(device.securityProfile)")
            }
        }
    }
}
