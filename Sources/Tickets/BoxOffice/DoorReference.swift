/// What a ticket is called that was sold at the door: no ticketing server knows it.
///
/// Every station makes the same reference of the same ticket, whether or not it has heard of the sale.
public enum DoorReference {
    private static let prefix = "DOOR-"
    /// Of https://www.crockford.com/base32.html, in capitals.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    /// Eight characters of five bits: two of 10,000 tickets are alike once in 20,000 events.
    private static let length = 8

    /// `DOOR-7KQ4M2XD`
    public static func of(_ key: TicketKey) -> String {
        let bits = key.bytes.prefix(length * 5 / 8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return prefix
            + String((0..<length).reversed().map { alphabet[Int(bits >> UInt64($0 * 5) & 31)] })
    }

    /// Whether a reference is one of these.
    public static func isOne(_ reference: String) -> Bool { reference.hasPrefix(prefix) }
}
