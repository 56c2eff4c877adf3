import Foundation
import Testing
import Tickets

@testable import Manifests

@Suite struct ClaimsTests {
    private static let good = """
        {"ver":1,"iss":"Gala Ltd","sub":"gala","iat":1796126400,"exp":1796774400,"seq":7,\
        "salt":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","test":true,"guessable":true,"privacy":"staff",\
        "event":{"id":"gala","name":"Gala","timezone":"UTC","doors_open":1796480000,"starts":1796486400,\
        "ends":1796511600,"status":"postponed","max_age":3600,\
        "place":{"name":"Hall 2","address":"Main Street 5","moved_from":"Hall 1"}},\
        "ticket_keys":["AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"],"backend":"box-office",\
        "capacity":{"hall":500,"lounge":40},"age":{"standard":16,"vip":18},"ask_age":["vip"],\
        "ask_unpaid":["hall"],"one_line":["hall"],\
        "rules":{"hall":{"<":[{"var":"entries_today"},1]}},"gate_numbers":{"north":3},"open_ends":["end"],"everyone_out":{"hall":180},\
        "symbologies":["code128","qr"],"walk_ins":"hall",\
        "body":{"sha256":"AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI","bytes":4096,"tickets":3}}
        """

    private func claims(_ json: String) throws -> ManifestClaims {
        try ManifestClaims(payload: Data(json.utf8), subject: "test")
    }

    @Test func `reads and writes every claim`() throws {
        let claims = try claims(Self.good)
        #expect(claims.json.text == Self.good)
        #expect(claims.organizer == "Gala Ltd")
        #expect(claims.event.status == .postponed)
        #expect(claims.maxAge == .seconds(3600))
        #expect(claims.isTest && claims.hasGuessableCodes)
        #expect(claims.ticketKeys.map(\.raw) == [Data(repeating: 1, count: 32)])
        #expect(claims.terms.capacities == ["hall": 500, "lounge": 40])
        #expect(claims.terms.ages == ["standard": 16, "vip": 18] && claims.terms.asksAge == ["vip"])
        #expect(claims.terms.asksUnpaid == ["hall"] && claims.terms.takesOneLine == ["hall"])
        #expect(Array(claims.terms.rules.keys) == ["hall"])
        #expect(claims.terms.gateNumbers == ["north": 3] && claims.terms.openEnds == [.end])
        #expect(claims.terms.everyoneOut == ["hall": 180])
        #expect(claims.terms.symbologies == [.code128, .qr])
        #expect(claims.terms.walkInList == "hall")
        #expect(claims.event.place == EventPlace(name: "Hall 2", address: "Main Street 5", movedFrom: "Hall 1"))
        #expect(claims.body == .init(sha256: Data(repeating: 2, count: 32), bytes: 4096, tickets: 3))
    }

    @Test func `what need not be said may be left out`() throws {
        let claims = try claims(
            Self.good.replacing("\"test\":true,\"guessable\":true,", with: "")
                .replacing("\"backend\":\"box-office\",\"capacity\":{\"hall\":500,\"lounge\":40},", with: "")
                .replacing(
                    "\"age\":{\"standard\":16,\"vip\":18},\"ask_age\":[\"vip\"],\"ask_unpaid\":[\"hall\"],\"one_line\":[\"hall\"],",
                    with: ""
                )
                .replacing(
                    "\"rules\":{\"hall\":{\"<\":[{\"var\":\"entries_today\"},1]}},\"gate_numbers\":{\"north\":3},\"open_ends\":[\"end\"],\"everyone_out\":{\"hall\":180},\"symbologies\":[\"code128\",\"qr\"],\"walk_ins\":\"hall\",",
                    with: ""
                )
                .replacing(",\"address\":\"Main Street 5\",\"moved_from\":\"Hall 1\"", with: ""))
        #expect(!claims.isTest && !claims.hasGuessableCodes)
        #expect(claims.backend == nil)
        #expect(claims.terms.capacities.isEmpty && claims.terms.ages.isEmpty && claims.terms.asksAge.isEmpty)
        #expect(claims.terms.rules.isEmpty && claims.terms.gateNumbers.isEmpty && claims.terms.symbologies.isEmpty)
        #expect(claims.event.place == EventPlace(name: "Hall 2"))
    }

    @Test(arguments: [
        ("\"ver\":1", "\"ver\":2", "version 2"),
        ("\"ver\":1,", "", "no claims"),
        ("\"ver\":1", "\"ver\":1,\"base\":6", "claims base"),
        ("\"max_age\":3600", "\"max_age\":3600,\"venue\":\"Hall\"", "claims event.venue"),
        ("\"tickets\":3", "\"tickets\":3,\"format\":\"zip\"", "claims body.format"),
        ("\"hall\":500", "\"hall\":0", "capacity"),
        ("\"hall\":500", "\"hall\":\"many\"", "capacity"),
        ("\"hall\":500", "\"a hall\":500", "capacity"),
        ("\"vip\":18", "\"vip\":0", "age"),
        ("\"vip\":18", "\"vip\":121", "age"),
        ("\"vip\":18", "\"\":18", "age"),
        ("[\"vip\"]", "[\"crew\"]", "ask_age"),
        ("[\"vip\"]", "[\"vip\",\"vip\"]", "ask_age"),
        ("[\"vip\"]", "true", "ask_age"), ("[\"hall\"]", "[\"a hall\"]", "ask_unpaid"),
        ("entries_today", "entries", "rules"), ("{\"hall\":{\"<\"", "{\"a hall\":{\"<\"", "rules"),
        ("\"<\":[", "\"if\":[", "the operator \"if\" is not known"),
        ("{\"<\":[{\"var\":\"entries_today\"},1]}", "{}", "rules"),
        ("\"north\":3", "\"north\":0.5", "not a whole number"), ("\"north\":3", "\"a b\":3", "gate_numbers"),
        ("[\"end\"]", "[\"middle\"]", "open_ends"), ("\"hall\":180", "\"hall\":1440", "everyone_out"),
        ("\"hall\":180", "\"hall\":-1", "everyone_out"), ("\"hall\":180", "\"a hall\":180", "everyone_out"),
        ("\"walk_ins\":\"hall\"", "\"walk_ins\":\"a hall\"", "walk_ins"),
        ("\"walk_ins\":\"hall\"", "\"walk_ins\":true", "walk_ins"),
        ("[\"code128\",\"qr\"]", "[\"qr\",\"qr\"]", "symbologies"), ("[\"code128\"", "[\"maxicode\"", "symbologies"),
        ("\"name\":\"Hall 2\",", "", "event.place.name"),
        ("\"Hall 2\",", "\"Hall 2\",\"floor\":\"3\",", "claims event.place.floor"),
        ("\"Hall 1\"", "\"\"", "event.place.moved_from"),
        ("\"iss\":\"Gala Ltd\",", "", "iss"),
        ("\"iss\":\"Gala Ltd\"", "\"iss\":\"\"", "iss"),
        ("\"iss\":\"Gala Ltd\"", "\"iss\":\"Gala\\u202eLtd\"", "iss"),
        ("\"iat\":1796126400", "\"iat\":\"2026\"", "iat"),
        ("\"iat\":1796126400", "\"iat\":1796126400.5", "not a whole number"),
        ("\"iat\":1796126400", "\"iat\":-1", "iat"),
        ("\"exp\":1796774400", "\"exp\":999999999999", "exp"),
        ("\"seq\":7", "\"seq\":0", "seq"),
        ("\"seq\":7", "\"seq\":9007199254740993", "seq"),
        ("\"sub\":\"gala\"", "\"sub\":\"ball\"", "sub"),
        ("\"gala\"", "\"../gala\"", "event.id"),
        ("AAAAAAAA\"", "AAAAAAAB\"", "salt"),
        ("AAAAAAAA\"", "AAAAAAAA=\"", "salt"),
        ("AAAAAAAA\"", "AAAAAA\"", "salt"),
        ("\"staff\"", "\"open\"", "privacy"),
        ("\"UTC\"", "\"../../etc/passwd\"", "event.timezone is no name of a time zone"),
        ("\"UTC\"", "\"/etc/localtime\"", "event.timezone"), ("\"UTC\"", "\"posix/Europe/Berlin\"", "event.timezone"),
        ("\"UTC\"", "\"E. Africa Standard Time\"", "event.timezone"), ("\"UTC\"", "\"\"", "event.timezone"),
        ("\"UTC\"", "\"+03:00\"", "event.timezone"), ("\"UTC\"", "\"Europe/Berlin\\n\"", "event.timezone"),
        ("\"postponed\"", "\"moved\"", "event.status"),
        ("\"max_age\":3600", "\"max_age\":0", "event.max_age"),
        ("\"ends\":1796511600", "\"ends\":1796486400", "ends before"),
        ("\"name\":\"Gala\"", "\"name\":null", "event.name"),
        ("[\"AQEB", "[\"AQE", "ticket_keys"),
        ("\"ticket_keys\":[", "\"ticket_keys\":[\"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE\",", "ticket_keys"),
        ("\"bytes\":4096", "\"bytes\":0", "body.bytes"),
        ("\"bytes\":4096", "\"bytes\":99999999999999", "body.bytes"),
        ("\"tickets\":3", "\"tickets\":-3", "body.tickets"),
        ("AgI\"", "\"", "body.sha256"),
    ])
    func `anything else is refused by name`(old: String, new: String, mentioned: String) throws {
        let json = Self.good.replacing(old, with: new)
        try #require(json != Self.good)
        let error = #expect(throws: ManifestError.self) { try claims(json) }
        #expect(error?.code == (mentioned == "version 2" ? .unknownVersion : .malformed))
        #expect(error?.reason.contains(mentioned) == true, "\(error?.reason ?? "")")
    }

    @Test(arguments: ["Europe/Berlin", "US/Eastern", "Mars/Olympus", "EST5EDT", "Etc/GMT+3"])
    func `a zone keeps the name that was signed, known here or not`(name: String) throws {
        let json = Self.good.replacing("\"UTC\"", with: "\"\(name)\"")
        let claims = try claims(json)
        #expect(claims.event.timeZone.name == name && claims.event.timeZone.isKnown == !name.hasPrefix("Mars"))
        #expect(claims.json.text == json)
    }

    @Test(arguments: ["", "[]", "1", "null", "{", "{\"ver\":1}", String(repeating: "[", count: 30_000)])
    func `what is no object of claims is refused`(json: String) {
        expect(.malformed) { _ = try claims(json) }
    }
}
