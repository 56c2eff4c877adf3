public import Tickets

/// Why a scanner's settings cannot be used.
public typealias WedgeError = Fault<Uncoded>
