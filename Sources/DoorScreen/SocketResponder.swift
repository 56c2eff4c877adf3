internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore

/// Carries requests and answers between the socket and the API.
struct SocketResponder: HTTPResponder {
    let api: ControlAPI

    func respond(to request: Request, context: SocketContext) async throws -> Response {
        let answer: ControlResponse
        do {
            answer = await api.respond(
                to: try ControlRequest(
                    method: request.method.rawValue, target: request.head.path ?? "", body: request.controlBody,
                    uid: try await context.peerUID()))
        } catch {
            answer = api.failure(ControlError(explaining: error))
        }
        return Response(
            status: .init(code: answer.status), headers: headers(of: answer), body: answer.body.carried(to: request))
    }

    private func headers(of answer: ControlResponse) -> HTTPFields {
        var headers: HTTPFields = [.contentType: answer.contentType, .cacheControl: "no-store"]
        if !answer.allow.isEmpty { headers[.allow] = answer.allow.joined(separator: ", ") }
        // Watching whether the reader is still there uses up the connection.
        if case .stream = answer.body { headers[.connection] = "close" }
        return headers
    }
}

/// What is known of the connection a request came on.
struct SocketContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    private let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The user who opened the connection (SO_PEERCRED, unix(7)): the kernel's word, not the client's.
    func peerUID() async throws -> UInt32 {
        guard let socket = channel as? any SocketOptionProvider else {
            throw ControlError(.internal, "identify", "the connection", "it is not a socket")
        }
        let credentials: PeerCredentials = try await socket.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED)
        ).get()
        return credentials.uid
    }
}

/// `struct ucred` of unix(7), which Swift's Glibc module leaves out.
private struct PeerCredentials {
    let pid: pid_t
    let uid: uid_t
    let gid: gid_t
}
