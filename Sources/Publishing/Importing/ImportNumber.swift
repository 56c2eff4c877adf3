internal import Foundation

/// Numbers of people, as people and programs write them.
enum ImportNumber {
    /// How many people: `4`, `4.0`, `٣`, `2 Personen`, `2x`, `2 (me and my wife)`; `nil` for anything but 0 to
    /// 999,999.
    static func people(_ text: String) -> Int? {
        let plain = withoutRemark(text.withASCIIDigits)
        guard let match = plain.wholeMatch(of: /[x×]?\s*(\d{1,6})(?:[.,]0{1,2})?\s*([^\d]*)/), isUnit(match.2) else {
            return nil
        }
        return Int(match.1)
    }

    /// How many come beside the ticket holder: as above, also `+1`, and yes and no for one and none.
    static func besides(_ text: String) -> Int? {
        let plain = withoutRemark(text.withASCIIDigits)
        if plain.contains("+") {
            guard let match = plain.wholeMatch(of: /\+\s*(\d{1,3})\s*([^\d]*)/), isUnit(match.2) else { return nil }
            return Int(match.1)
        }
        if let count = people(plain) { return count }
        if nobody.contains(plain.headerSpelling) || plain == "-" || plain == "–" { return 0 }
        return ImportWords.isYes(plain).map { $0 ? 1 : 0 }
    }

    /// Whether a number is one of people beside the ticket holder: no ticket is for nobody.
    static func isBesides(_ text: String) -> Bool {
        let plain = withoutRemark(text.withASCIIDigits)
        return people(plain) == 0 || plain.wholeMatch(of: /\+\s*\d{1,3}\s*[^\d]*/) != nil
    }

    /// A remark in brackets says who they are; with a number in it, it may say something else.
    private static func withoutRemark(_ text: String) -> String {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard let match = text.wholeMatch(of: /([^(（\[]+)[(（\[][^)）\]\d]*[)）\]]\s*/) else { return text }
        return match.1.trimmingCharacters(in: .whitespaces)
    }

    private static func isUnit(_ text: some StringProtocol) -> Bool {
        let word = String(text).headerSpelling
        return word.isEmpty ? text.allSatisfy { $0.isWhitespace || ".×".contains($0) } : units.contains(word)
    }

    private static func list(_ text: String) -> Set<String> {
        Set(text.split { ",; \n".contains($0) }.map { String($0).headerSpelling })
    }

    private static let units = list(
        """
        x person persons people pers pers. pax guest guests ticket tickets adults adult seats; personen personne personnes \
        gast gäste karten karte plätze erwachsene; persona personas entradas invitados; places billets invités; watu mtu tiketi; \
        persone ospiti biglietti; pessoa pessoas bilhetes ingressos; kaartjes gasten; osoba osoby osób bilety biletów gości; \
        kişi bilet; особа особи осіб людей квитки квитків; 名 人 名様 人様 枚 位 张 شخص أشخاص شخصان אנשים איש
        """)

    private static let nobody = list(
        """
        none nobody alone; keine keiner niemand allein; nadie ninguno solo; aucun seul; hakuna; nessuno; ninguém nenhum; \
        geen; nikt; yok; немає; なし 無し; 无 没有; لا אין
        """)
}

extension String {
    /// With the digits of all scripts as 0 to 9.
    var withASCIIDigits: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        var text = UnicodeScalarView()
        for scalar in unicodeScalars {
            if !scalar.isASCII, scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
                text.append(contentsOf: String(Int(value)).unicodeScalars)
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}
