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
}
