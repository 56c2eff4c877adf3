internal import Tickets

extension TicketStatus {
    /// - Parameter word: as EventSchedule servers write it; `used` is ``valid`` with a history.
    init?(eventSchedule word: String) {
        switch word.lowercased() {
        // A payment that does not match is for the box office; the server's own comment says that a guest must not be
        // turned away for it.
        case "valid", "paid", "used", "amount_mismatch": self = .valid
        case "unpaid": self = .unpaid
        // The person who has a transferred ticket now has a code of their own.
        case "void", "voided", "cancelled", "canceled", "expired", "transferred": self = .voided
        case "refunded": self = .refunded
        default: return nil
        }
    }
}

extension PulledRows {
    /// What a steward must do because of a status, if anything.
    mutating func attention(status word: String) -> String? {
        guard word.lowercased() == "amount_mismatch" else { return nil }
        remark(.amountMismatch)
        return "The amount paid differs from the price: send to the box office afterwards"
    }
}
