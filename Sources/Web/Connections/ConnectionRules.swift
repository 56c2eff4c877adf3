public import HummingbirdCore
internal import NIOCore

/// How long each part of a connection may take, and which requests are refused before they are read.
///
/// A server has few connections. A client that opens one and sends nothing, or half of a request, must not keep it from
/// the others.
public struct ConnectionRules: Sendable {
    /// From the opening of a connection to the end of its first request's head.
    public var head = Duration.seconds(5)
    /// From the head of a request to its end; `nil` for no limit while bytes arrive.
    public var body: Duration?
    /// From the end of an answer to the end of the next request's head.
    public var idle: Duration
    /// The longest time without a byte while a request arrives.
    public var stall: Duration
    /// The longest time in which a client reads nothing of an answer that waits for it.
    public var unread = Duration.seconds(20)
    /// How long a graceful stop waits for connections with an unfinished request or answer; `nil` waits until they are
    /// done.
    public var stop: Duration?

    public init(body: Duration?, idle: Duration, stall: Duration, stop: Duration?) {
        self.body = body
        self.idle = idle
        self.stall = stall
        self.stop = stop
    }

    /// The configuration of a server that follows these rules.
    public var channel: HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(additionalChannelHandlers: handlers, idleTimeout: TimeAmount(stall))
    }

    private var handlers: [any RemovableChannelHandler] {
        var handlers: [any RemovableChannelHandler] = [RequestGuards(self)]
        if let stop { handlers.append(StopDeadline(timeout: stop)) }
        return handlers
    }
}
