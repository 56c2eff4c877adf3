public import HummingbirdCore
internal import NIOCore

/// How long a connection may take for what, and which requests are refused before anybody reads them.
///
/// A server has few connections. Whoever opens one and says nothing, or half of a request, must not keep it from those
/// who have something to say.
public struct ConnectionRules: Sendable {
    /// From the opening of a connection to the end of its first request's head.
    public var head = Duration.seconds(5)
    /// From the head of a request to its end; `nil`: as long as something comes.
    public var body: Duration?
    /// From the end of an answer to the end of the next request's head.
    public var idle: Duration
    /// Without a byte while a request comes.
    public var stall: Duration
    /// How long a graceful stop waits for connections that are in the middle of something; `nil`: to their end.
    public var stop: Duration?

    public init(body: Duration?, idle: Duration, stall: Duration, stop: Duration?) {
        self.body = body
        self.idle = idle
        self.stall = stall
        self.stop = stop
    }

    /// Of a server that uses them.
    public var channel: HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(additionalChannelHandlers: handlers, idleTimeout: TimeAmount(stall))
    }

    private var handlers: [any RemovableChannelHandler] {
        var handlers: [any RemovableChannelHandler] = [RequestGuards(self)]
        if let stop { handlers.append(StopDeadline(patience: stop)) }
        return handlers
    }
}
