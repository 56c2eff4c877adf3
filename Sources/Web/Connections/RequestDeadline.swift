internal import NIOCore
internal import NIOHTTP1

/// Closes a connection whose request does not arrive in time, or whose client does not read its answer. An answer may take
/// as long as it needs, and be as long as it is.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let rules: ConnectionRules
    private var timer: Scheduled<Void>?
    /// Runs while more of an answer waits than the channel takes.
    private var unreadTimer: Scheduled<Void>?
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
        unreadTimer?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        unreadTimer?.cancel()
        context.fireChannelInactive()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        unreadTimer?.cancel()
        unreadTimer = context.channel.isWritable ? nil : closing(context, in: rules.unread)
        context.fireChannelWritabilityChanged()
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
        timer = delay.map { closing(context, in: $0) }
    }

    private func closing(_ context: ChannelHandlerContext, in delay: Duration) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: TimeAmount(delay)) { channel.close(promise: nil) }
    }
}
