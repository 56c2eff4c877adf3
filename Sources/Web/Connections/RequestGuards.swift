internal import NIOCore
internal import NIOHTTP1

/// Puts ``RequestForm`` and ``RequestDeadline`` right after the decoder, where requests are still as they came. Later,
/// the server has taken the host out of an absolute request line, so that it could not be refused any more.
final class RequestGuards: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let rules: ConnectionRules

    init(_ rules: ConnectionRules) {
        self.rules = rules
    }

    func handlerAdded(context: ChannelHandlerContext) {
        do {
            let pipeline = context.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandlers([RequestDeadline(rules), RequestForm()], position: .after(decoder))
        } catch {
            // A server without its guards serves nobody.
            context.close(promise: nil)
        }
    }
}
