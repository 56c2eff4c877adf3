import Crypto
import Foundation
import Manifests
import Tickets

/// Makes codes, names and references out of a seed.
struct SampleMaker {
    let schedule: SampleSchedule
    /// Signs the sample's own codes. Not a secret: a list that names it is marked as a test.
    let codesKey: SigningKey
    /// Signs the forged ones.
    let forgersKey: SigningKey
    private var random: SeededRandom
    private var nextReference = 1

    init(seed: UInt64, schedule: SampleSchedule) {
        self.schedule = schedule
        random = SeededRandom(seed: seed)
        codesKey = Self.key(seed: seed, name: "codes")
        forgersKey = Self.key(seed: seed, name: "forger")
    }

    private static func key(seed: UInt64, name: String) -> SigningKey {
        let digest = Data(SHA256.hash(data: Data("usher sample \(name) \(seed)".utf8)))
        guard let key = SigningKey(seed: digest) else { preconditionFailure("a SHA-256 digest has 32 bytes") }
        return key
    }

    /// 32 lower-case letters and digits, as EventSchedule makes them: 165 bits.
    mutating func secret() -> String {
        text(32, of: "abcdefghijklmnopqrstuvwxyz0123456789")
    }

    /// Random as in version 4 of RFC 9562.
    mutating func uuid() -> String {
        let digits = text(32, of: "0123456789abcdef")
        let variant = text(1, of: "89ab")
        let parts = [(0, 8), (8, 4), (13, 3), (17, 3), (20, 12)].map { start, length in
            String(digits.dropFirst(start).prefix(length))
        }
        return "\(parts[0])-\(parts[1])-4\(parts[2])-\(variant)\(parts[3])-\(parts[4])"
    }

    mutating func reference() -> String {
        defer { nextReference += 1 }
        let number = String(nextReference)
        return "S-" + String(repeating: "0", count: max(0, 4 - number.count)) + number
    }

    mutating func holder() -> String {
        let first = ["Amina", "Björn", "Chiara", "Đorđe", "Esther", "Françoise", "Grace", "Håkon", "Işıl", "Jomo"]
        let last = ["Achieng", "Brandt", "Čapek", "Dubois", "Eze", "Fernández", "Groß", "Hansen", "Łukasik", "Mbeki"]
        return "\(first.randomElement(using: &random) ?? "") \(last.randomElement(using: &random) ?? "")"
    }

    mutating func seat() -> String {
        "Row \(text(1, of: "ABCDEFGH")), \(Int.random(in: 1...24, using: &random))"
    }

    mutating func randomType() -> String {
        ["standard", "standard", "standard", "vip"].randomElement(using: &random) ?? "standard"
    }

    /// A row for a new holder under a code.
    mutating func ticket(_ code: String, type: String = "standard") -> Sample.Ticket {
        Sample.Ticket(code: code, ref: reference(), type: type, holder: holder())
    }

    /// A code signed for a type. Its length leaves spare bits at the end of its base64, so that the same bytes can be
    /// spelled in another way.
    mutating func signedCode(type: String, with key: SigningKey) throws -> String {
        var seed = secret()
        while true {
            let code = try SignedCode.issue(
                item: TicketType.number(of: type), validUntil: schedule.ends, seed: seed, with: key)
            if code.hasPrefix("=") { return code }
            seed += text(1, of: "abcdefghijklmnopqrstuvwxyz0123456789")
        }
    }

    private mutating func text(_ length: Int, of alphabet: String) -> String {
        let letters = Array(alphabet)
        return String((0..<length).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
    }
}

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): the system's generator cannot be seeded.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
