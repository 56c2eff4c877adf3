internal import Foundation
internal import Manifests
internal import StationAPI
internal import Tickets

/// Lists on USB sticks, each stick mounted read-only in a folder of its own (systemd/usher-usb@.service). They are only
/// offered: a person accepts one, and it is installed only with a valid signature.
struct UsbLists: Sendable {
    /// Where sticks are mounted.
    let folder: URL
    let manifests: ManifestStore

    func offers(now: Timestamp) -> [ListOffer] {
        files.map { file in
            do {
                let claims = try manifests.examine(file, now: now)
                return ListOffer(
                    file: name(of: file), event: claims.event.id, name: claims.event.name, seq: claims.sequence,
                    issued: claims.issued, tickets: claims.ticketCount)
            } catch {
                return ListOffer(file: name(of: file), fault: (error as? ManifestError)?.reason ?? "it cannot be read")
            }
        }
    }

    /// The file of an offer; `nil` when it is gone. A name cannot lead to another file.
    func file(named name: String) -> URL? {
        files.first { self.name(of: $0) == name }
    }

    /// Only in the top folder of each stick, and no links: the stick may be a stranger's.
    private var files: [URL] {
        let sticks = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return sticks.sorted().flatMap { stick in
            ((try? ListFolder(url: folder.appending(path: stick)).files()) ?? []).map(\.file)
        }
    }

    private func name(of file: URL) -> String {
        file.pathComponents.suffix(2).joined(separator: "/").withoutControls
    }
}
