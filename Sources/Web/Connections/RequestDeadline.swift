internal import NIOCore
internal import NIOHTTP1

/// Closes a connection whose request does not arrive in time. An answer may take as long as it needs.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let rules: ConnectionRules
    private var timer: Scheduled<Void>?
    /// Requests that have begun and are not answered yet.
    private var open = 0

    init(_ rules: ConnectionRules) {
        self.rules = rules
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { close(context, in: rules.head) }
    }

    func channelActive(context: ChannelHandlerContext) {
        close(context, in: rules.head)
        context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            open += 1
            close(context, in: rules.body)
        case .body: break
        case .end: close(context, in: open == 0 ? rules.idle : nil)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            open = max(0, open - 1)
            if open == 0 { close(context, in: rules.idle) }
        }
        context.write(data, promise: promise)
    }

    /// - Parameter delay: replaces the time limit before it; `nil` for none.
    private func close(_ context: ChannelHandlerContext, in delay: Duration?) {
        timer?.cancel()
        let channel = context.channel
        timer = delay.map { context.eventLoop.scheduleTask(in: TimeAmount($0)) { channel.close(promise: nil) } }
    }
}
