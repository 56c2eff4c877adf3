import Foundation
import Testing
import Tickets

struct TimestampTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_793_786_400_123, "2026-11-04T10:00:00.123Z"),
        (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
    func `is written in UTC with milliseconds and read back`(milliseconds: Int64, text: String) throws {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
        #expect(try time(text).milliseconds == milliseconds)
    }

    @Test func `keeps every day of two centuries`() {
        for day in Int64(-36_525)...36_525 {
            let noon = Timestamp(seconds: day * 86_400 + 43_200)
            #expect(Timestamp(rfc3339: noon.description) == noon)
        }
    }

    @Test(arguments: [
        ("2026-12-05T19:00:00+03:00", "2026-12-05T16:00:00.000Z"),
        ("2026-12-05t19:00:00z", "2026-12-05T19:00:00.000Z"),
        ("2026-12-05 19:00:00Z", "2026-12-05T19:00:00.000Z"),
        ("2026-12-31T23:30:00-01:00", "2027-01-01T00:30:00.000Z"),
        ("2026-12-05T19:00:00-00:00", "2026-12-05T19:00:00.000Z"),
        ("2026-12-05T19:00:00+05:45", "2026-12-05T13:15:00.000Z"),
        ("2026-12-05T19:00:00.5Z", "2026-12-05T19:00:00.500Z"),
        ("2026-12-05T19:00:00.05Z", "2026-12-05T19:00:00.050Z"),
        ("2026-12-05T19:00:00.0019999999999Z", "2026-12-05T19:00:00.001Z"),
    ])
    func `reads every spelling of RFC 3339`(text: String, instant: String) throws {
        #expect(try time(text).description == instant)
    }

    @Test(arguments: [
        "", "2026-12-05", "2026-12-05T19:00:00", "2026-12-05T19:00Z", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-04-31T00:00:00Z", "2026-12-05T24:00:00Z",
        "2026-12-05T19:60:00Z", "2016-12-31T23:59:60Z", "2026-12-05T19:00:00.Z", "2026-12-05T19:00:00+24:00",
        "2026-12-05T19:00:00+03:60", "2026-12-05T19:00:00+0300", "2026-12-05T19:00:00ZZ", " 2026-12-05T19:00:00Z",
        "+026-12-05T19:00:00Z", "２026-12-05T19:00:00Z", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
    ])
    func `refuses what is no RFC 3339 time`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func `saturates at the years that can be written`() {
        #expect(Timestamp(seconds: .max) == .latest)
        #expect(Timestamp(seconds: .min) == .earliest)
        #expect(Timestamp(milliseconds: .max) == .latest)
        #expect(Timestamp(milliseconds: .min) == .earliest)
        #expect(Timestamp.latest + hour == .latest)
        #expect(Timestamp.earliest - hour == .earliest)
        #expect(Timestamp.latest.description == "9999-12-31T23:59:59.999Z")
        #expect(Timestamp.earliest.description == "0000-01-01T00:00:00.000Z")
    }

    @Test func `rounds seconds down, before 1970 too`() {
        #expect(Timestamp(milliseconds: 1999).seconds == 1)
        #expect(Timestamp(milliseconds: -1).seconds == -1)
        #expect(Timestamp(milliseconds: -1000).seconds == -1)
        #expect(Timestamp(milliseconds: -1001).seconds == -2)
    }

    @Test func `adds and subtracts spans to the millisecond`() throws {
        let start = try time("2026-12-05T23:59:59.999Z")
        #expect((start + .milliseconds(1)).description == "2026-12-06T00:00:00.000Z")
        #expect((start - .milliseconds(1000)).description == "2026-12-05T23:59:58.999Z")
        #expect((start + hour) - start == hour)
        #expect(start < start + .milliseconds(1))
    }

    @Test func `is a string in JSON`() throws {
        let times = try JSONDecoder().decode([Timestamp].self, from: Data(#"["2026-12-05T19:00:00+03:00"]"#.utf8))
        #expect(String(decoding: try JSONEncoder().encode(times), as: UTF8.self) == #"["2026-12-05T16:00:00.000Z"]"#)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Timestamp].self, from: Data(#"["yesterday"]"#.utf8))
        }
    }
}
