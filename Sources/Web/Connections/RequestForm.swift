internal import NIOCore
internal import NIOHTTP1

/// Refuses requests that two programs could read in two ways: with two names of the host, or with one in the request
/// line and another in the header (RFC 9112, sections 3.2 and 3.2.2). ``SiteGuard`` must see the same name as the rest
/// of the server.
final class RequestForm: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// Everything that follows on this connection is ignored.
    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasRefused else { return }
        if case .head(let head) = unwrapInboundIn(data), let fault = Self.fault(in: head) {
            hasRefused = true
            // The server answers an error of its parser with 400, after the answers before it, and closes.
            return context.fireErrorCaught(fault)
        }
        context.fireChannelRead(data)
    }

    private static func fault(in head: HTTPRequestHead) -> HTTPParserError? {
        // Origin form only: no proxy, no CONNECT, and nothing that asks for the options of the whole server.
        guard head.uri.hasPrefix("/") else { return .invalidURL }
        let hosts = head.headers["host"].count
        guard hosts == 1 || (hosts == 0 && head.version == .http1_0) else { return .invalidHeaderToken }
        return nil
    }
}
