import Tickets

/// What went wrong in a command itself.
typealias CommandError = Fault<Uncoded>
