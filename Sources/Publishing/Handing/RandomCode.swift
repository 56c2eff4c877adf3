internal import Foundation
internal import Tickets

/// New ticket codes that nobody can guess.
public enum RandomCode {
    /// 32 characters, five bits each: no `i`, `l`, `o` and `u`, which people take for others or read as words
    /// (https://www.crockford.com/base32.html). Small letters, because a scanner that types needs no shift key for them.
    static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")

    /// 26 letters and digits: 130 random bits.
    static func make() -> String {
        String((0..<26).map { _ in alphabet[Int.random(in: alphabet.indices)] })
    }

    /// What makes a signed code unlike all others: 120 random bits in base64url.
    public static func seed() -> String {
        Base64URL.encode(Data((0..<15).map { _ in UInt8.random(in: .min ... .max) }))
    }
}
