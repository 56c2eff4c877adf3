internal import HummingbirdCore
internal import NIOCore

/// Closes a connection that is still open some time after a graceful stop began: an upload of which half has arrived,
/// or a client that no longer reads. The server itself would wait for them without end.
final class StopDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let timeout: Duration

    init(timeout: Duration) {
        self.timeout = timeout
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            let channel = context.channel
            context.eventLoop.scheduleTask(in: TimeAmount(timeout)) { channel.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }
}
