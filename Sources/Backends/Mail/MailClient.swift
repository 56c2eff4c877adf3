internal import Foundation
internal import Threads
internal import Tickets

/// Hands messages to a mail server by SMTP (RFC 5321), each over a connection of its own.
public struct MailClient: Sendable {
    private let server: MailServer
    private let login: MailLogin?

    /// - Parameter login: `nil` for a server that needs none.
    public init(_ server: MailServer, login: MailLogin?) {
        self.server = server
        self.login = login
    }

    /// Returns when the server has taken the message for all addresses.
    ///
    /// - Parameters:
    ///   - message: as RFC 5322 says, its lines ended by CR and LF.
    ///   - sender: an address without a name.
    ///   - recipients: addresses without names, at least one.
    /// - Throws: ``BackendError``, also when the server refuses one of the addresses: then nobody gets the message
    public func send(_ message: [UInt8], from sender: String, to recipients: [String]) async throws(BackendError) {
        // RFC 5321 section 4.1.1.2: nothing that would end the address, or begin another command.
        guard ([sender] + recipients).allSatisfy(Self.isAddress) else {
            throw BackendError(.misconfigured, "send to", server.url.origin, "an address is not valid")
        }
        let handoff = Handoff<Never>()
        let (server, login) = (server, login)
        startOwnThread {
            Transfer.blockPipeSignals()
            do {
                var handle = try MailHandle(to: server)
                try handle.perform(
                    MailUpload(message, handoff: handoff), from: sender, to: recipients, login: login)
                handoff.end()
            } catch {
                handoff.end(error)
            }
        }
        do {
            try await withTaskCancellationHandler {
                _ = try await handoff.next()
            } onCancel: {
                handoff.abandon()
            }
            // A cancelled task sees the end as if the server had taken it.
            try Task.checkCancellation()
        } catch let error as BackendError {
            throw error
        } catch {
            throw BackendError(.unreachable, "send to", server.url.origin, "it was cancelled")
        }
    }

    /// Whether a text is one address as RFC 5321 section 4.1.2 has it, in ASCII and without quotes.
    public static func isAddress(_ text: String) -> Bool {
        text.utf8.count <= 254 && text.wholeMatch(of: #/[A-Za-z0-9!#$%&'*+\/=?^_`{|}~.-]+@[A-Za-z0-9.-]+/#) != nil
    }
}

/// A message on its way, as the transfer's thread reads it.
final class MailUpload {
    private let message: [UInt8]
    private var rest: ArraySlice<UInt8>
    private let handoff: Handoff<Never>

    init(_ message: [UInt8], handoff: Handoff<Never>) {
        self.message = message
        rest = message[...]
        self.handoff = handoff
    }

    var size: Int { message.count }
    /// Nobody waits for the end any more.
    var isCancelled: Bool { handoff.isAbandoned }

    /// Copies as much into the buffer as fits; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = rest.prefix(buffer.count)
        unsafe buffer.copyBytes(from: part)
        rest = rest.dropFirst(part.count)
        return part.count
    }
}
