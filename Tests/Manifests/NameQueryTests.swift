import Testing

@testable import Manifests

struct NameQueryTests {
    @Test(arguments: [
        ("amina achieng", "Amina Achieng", NameMatch.exact), ("Achieng, A.", "Amina Achieng", .beginning),
        ("achieng", "Amina Achieng", .exact), ("ACHIENG amina", "Amina Achieng", .exact),
        ("achi", "Amina Achieng", .beginning), ("ami ach", "Amina Achieng", .beginning),
        // One error in four to seven letters: exchanged, left out, put in, mistaken.
        ("ahcieng", "Amina Achieng", .similar), ("acheng", "Amina Achieng", .similar),
        ("achiieng", "Amina Achieng", .similar), ("aminu", "Amina Achieng", .similar),
        // Also in the beginning of a longer name.
        ("nakmu", "Nakamura", .similar), ("katehrin", "Katherina Wolf", .similar),
        // Two in longer ones.
        ("okonkow", "Okonkwo", .similar), ("schwarzeneger", "Schwarzenegger", .similar),
        ("szwartzenegger", "Schwarzenegger", nil), ("schwartzeneger", "Schwarzenegger", .similar),
        // Letters that have no accent to take off, and ones that have.
        ("lukasik", "Amina Łukasik", .exact), ("grosse", "Große", .exact), ("soren", "Søren", .exact),
        ("isik", "Işık", .exact), ("francoise", "Françoise", .exact), ("zażółć", "Zazolc", .exact),
        ("oneill", "O'Neill", .similar), ("neill", "O'Neill", .exact), ("иванова", "Иванова", .exact),
        // A name of Han, kana or Hangul has two letters, and a space in it or none; kana of both kinds are the same.
        ("三木", "三木 花子", .exact), ("三木", "三木花子", .beginning), ("三木花子", "三木 花子", .exact),
        ("三木 花子", "三木花子", .beginning), ("花子", "三木花子", .beginning), ("三", "三木 花子", .beginning),
        ("みき", "ミキ ハナコ", .exact), ("ﾐｷ", "みき", .exact), ("김", "김민준", .beginning), ("木花", "山田 太郎", nil),
        // Full-width letters are like plain ones.
        ("ａｍｉｎａ", "Amina Achieng", .exact), ("amina", "Ａｍｉｎａ", .exact),
        // Three letters must be right, and what is different stays different.
        ("ana", "Ann Lee", nil), ("eva", "Ewa", nil), ("maria", "Mark", nil), ("amina okello", "Amina Achieng", nil),
    ]) func `compares a name with what was typed`(query: String, name: String, match: NameMatch?) throws {
        let query = try #require(NameQuery(query))
        #expect(query.match(SearchName.folded(name)) == match)
    }

    @Test(arguments: ["", "ab", "a b", "12345", "--- '", "ł ø"]) func `asks for three letters`(query: String) {
        #expect(NameQuery(query) == nil)
    }

    @Test(arguments: [
        ("", "", 0), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1), ("abc", "xabc", 1), ("abc", "abd", 1),
        ("abcd", "badc", 2), ("ca", "abc", 3), ("kitten", "sitting", 3), ("", "abc", 3),
    ]) func `counts typing errors`(left: String, right: String, distance: Int) {
        let (left, right) = (left.unicodeScalars.map(\.value)[...], right.unicodeScalars.map(\.value)[...])
        for limit in 0...4 {
            #expect(TypingDistance.isWithin(limit, left, right) == (distance <= limit), "\(limit)")
            #expect(TypingDistance.isWithin(limit, right, left) == (distance <= limit), "\(limit)")
        }
    }
}
