internal import Foundation
internal import StationAPI
public import Tickets

/// An order as it travels: one line, signed with the key of the control room. Who carries it can hold it back, and cannot
/// make or change one.
public struct SignedOrder: Hashable, Sendable {
    /// Why a line is not taken. The raw value completes "the order is refused: ...".
    public enum Fault: String, Error, Sendable {
        case tooLong = "it is larger than 64 KiB"
        case unreadable = "this version cannot read it"
        case otherKey = "it is signed with a key that this station does not take orders from"
        case unsigned = "its signature is wrong"
    }

    /// In bytes: with the names of 2,000 stations.
    public static let longest = 64 << 10

    /// A JSON Web Signature in compact form (RFC 7515), type `usher-order`.
    public let line: String
    public let order: Order

    /// Signs an order.
    public static func sign(_ order: Order, with key: SigningKey) throws -> String {
        try SignedClaims.sign(Data(ControlJSON.encode(order)), purpose: .order, with: key)
    }

    /// Reads a line.
    /// - Parameter key: the only one from which orders are taken.
    public init(_ line: String, key: VerificationKey) throws(Fault) {
        let (claims, order) = try Self.read(line)
        guard claims.keyID == key.id else { throw .otherKey }
        do { try claims.verify(with: key) } catch { throw .unsigned }
        self.line = line
        self.order = order
    }

    /// What a line says, without a check of its signature: those that only pass orders on have no key.
    public static func unverified(_ line: String) throws(Fault) -> Order { try read(line).order }

    /// What a line says that somebody gives to be carried.
    /// - Throws: ``ControlError`` for a line that is no order, or one that is over.
    public static func posted(_ line: String, at now: Timestamp) throws -> Order {
        let order: Order
        do throws(Fault) {
            order = try unverified(line)
        } catch {
            throw ControlError(.refused, "pass on", "the order", error.rawValue)
        }
        guard order.expires > now else {
            throw ControlError(
                .refused, "pass on", "the order", "it has expired, by the clock of the control room",
                hint: "Check the clock of the machine on which it was given.")
        }
        guard order.issued <= now + tolerance else {
            throw ControlError(
                .refused, "pass on", "the order", "it is from the future, by the clock of the control room",
                hint: "Check the clock of the machine on which it was given.")
        }
        return order
    }

    /// How far ahead of the station the clock of the sender of an order may be.
    public static let tolerance = Duration.seconds(300)
    /// How many orders are carried at once, and how many bytes of them in one answer: more than anybody gives.
    public static let mostAtOnce = 200
    public static let mostBytes = 256 << 10

    /// - Parameter known: the lines of all orders that are in force.
    /// - Throws: ``ControlError`` when no more are carried
    public static func requireRoom(beside known: [String]) throws {
        guard known.count < mostAtOnce, known.reduce(0, { $0 + $1.utf8.count }) < mostBytes else {
            throw ControlError(
                .refused, "pass on", "the order", "as many orders as can be carried at once are in force",
                hint: "Wait until some have expired. If they are not yours, somebody else has the token: make another.")
        }
    }

    private static func read(_ line: String) throws(Fault) -> (claims: SignedClaims, order: Order) {
        guard line.utf8.count <= longest else { throw .tooLong }
        guard let claims = try? SignedClaims(parsing: line, purpose: .order),
            let order = try? ControlJSON.decode(Order.self, from: Array(claims.payload)), order.fault == nil
        else { throw .unreadable }
        return (claims, order)
    }
}
