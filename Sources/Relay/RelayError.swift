public import Tickets

/// Why the relay cannot work.
public typealias RelayError = Fault<Uncoded>
