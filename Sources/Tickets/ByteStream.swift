/// Bytes, piece by piece: the next piece is asked for when the one before has been used, so that a slow reader slows
/// down the sender. It can be read once.
public typealias ByteStream = any AsyncSequence<[UInt8], any Error> & Sendable
