import TestSupport
import Testing
import Tickets

/// What may be sold at the door: sums of money, and shares of a quota.
@Suite struct BoxOfficeTests {
    @Test(arguments: [
        ("15", "15"), ("15.00", "15.00"), ("0.5", "0.5"), ("12.345", "12.345"), ("0", "0"), ("999999999", "999999999"),
    ])
    func `an amount stays as it was written`(text: String, shown: String) {
        #expect(Amount(text)?.description == shown)
    }

    @Test(arguments: ["", ".5", "5.", "1,50", "-1", "1.2345", "1234567890", " 1", "1e3", "٣"])
    func `what is no amount is none`(text: String) {
        #expect(Amount(text) == nil)
    }

    @Test func `amounts are added up exactly`() throws {
        let dime = try #require(Amount("0.10"))
        #expect((dime * 3).description == "0.30")
        #expect((dime + (try #require(Amount("5")))).description == "5.10")
        let sum = (0..<1000).reduce(dime * 0) { sum, _ in sum + dime }
        #expect(sum.description == "100.00")
    }

    @Test(arguments: [
        SaleTerms(price: Amount("15.00"), currency: "EUR", payment: "cash"),
        SaleTerms(price: Amount("5000"), currency: "UGX", payment: nil),
        SaleTerms(price: nil, currency: "EUR", payment: nil), SaleTerms(price: nil, currency: nil, payment: "voucher"),
        SaleTerms(price: Amount("1"), currency: "EUR", payment: "card, given away"),
    ])
    func `the note of a sale can be read again`(terms: SaleTerms) {
        #expect(SaleTerms(terms.description) == terms)
    }

    @Test(arguments: ["\u{301}cash", "\u{200D}card", "\u{FE0F}", "\u{20E3}x", "", " ", "a\nb"])
    func `a word that could not be read back is no way of payment`(word: String) {
        #expect(!BoxOffice.isPayment(word))
        #expect(BoxOffice.isPayment("cash, 5.00 EUR") && BoxOffice.isPayment("现金") && BoxOffice.isPayment("💶"))
    }

    @Test(arguments: ["", "cash", "15 EUR cash", "15.00 eur", "15.00.1 EUR", "given away cash"])
    func `another note is no terms`(note: String) {
        #expect(SaleTerms(note) == nil)
    }

    @Test func `the shares of all stations and what they sell together are the quota`() {
        var random = SplitMix64(seed: 20_261_126)
        for _ in 0..<2000 {
            let quota = Int.random(in: 1...500, using: &random)
            let together = Int.random(in: 0...quota, using: &random)
            let count = Int.random(in: 1...100, using: &random)
            let offer = BoxOffice.Offer(type: "standard", price: nil, quota: quota, together: together)
            let office = BoxOffice(
                key: SigningKey().verificationKey, currency: nil, payments: [],
                stations: (0..<count).map { "kiosk-\($0)" }, offers: [offer])
            let shares = office.stations.map { office.share(of: offer, at: $0) }
            #expect(shares.reduce(together, +) == quota && (shares.max() ?? 0) - (shares.min() ?? 0) <= 1)
            #expect(office.share(of: offer, at: "another") == 0)
        }
    }

    @Test func `every station calls a ticket the same`() throws {
        let key = try #require(TicketKey(hex: "403ee868dc7711cfbb4355478c7768d1"))
        #expect(DoorReference.of(key) == "DOOR-80ZEGT6W")
        #expect(DoorReference.isOne("DOOR-80ZEGT6W") && !DoorReference.isOne("3LXUQ-1"))
    }
}
