import Testing
import Tickets

@testable import Venue

@Suite struct LedgerAddressTests {
    @Test func `reads several servers, each with its port`() throws {
        let address = try LedgerAddress(url: "postgresql://kiosk@one:5433,two/venue?sslrootcert=/etc/ca.crt")
        #expect(address.servers.map(\.host) == ["one", "two"])
        #expect(address.servers.map(\.port) == ["5433", nil])
        let parameters = address.parameters(for: address.servers[0], application: "usherd")
        #expect(parameters["host"] == "one")
        #expect(parameters["port"] == "5433")
        #expect(parameters["dbname"] == "venue")
        #expect(parameters["user"] == "kiosk")
        #expect(parameters["sslrootcert"] == "/etc/ca.crt")
        #expect(parameters["target_session_attrs"] == "read-write")
    }

    @Test(arguments: ["disable", "prefer", "require", "verify-ca"])
    func `never takes less than a certificate for the server's name`(mode: String) throws {
        let address = try LedgerAddress(url: "postgresql://one/venue?sslmode=\(mode)")
        #expect(address.options["sslmode"] == "verify-full")
    }

    @Test func `adds what the server is to do to what the URL asks of it`() throws {
        let address = try LedgerAddress(url: "postgresql://one/venue?options=-c%20work_mem%3D8MB")
        #expect(address.options["options"]?.hasPrefix("-c work_mem=8MB -c tcp_keepalives_idle=") == true)
    }

    @Test func `goes round its servers, beginning with any`() throws {
        let address = try LedgerAddress(url: "postgresql://one,two,three/venue")
        #expect(address.servers(from: 4).map(\.host) == ["two", "three", "one"])
    }

    @Test func `takes name and password from beside the URL`() throws {
        let address = try LedgerAddress(url: "postgresql://one/venue", user: "venue.north", password: "secret")
        #expect(address.options["user"] == "venue.north")
        #expect(address.options["password"] == "secret")
    }

    @Test(arguments: [
        ("one.example", "it does not begin with postgresql://"),
        ("postgresql://one/venue?sslmod=disable", "it is not written as a URL"),
        ("postgresql://kiosk:topsecret@one/venue", "it contains a password"),
    ])
    func `refuses a URL that cannot be used, and does not repeat it`(url: String, reason: String) {
        let error = #expect(throws: VenueError.self) { try LedgerAddress(url: url) }
        #expect(error?.code == .misconfigured)
        #expect(error?.reason == reason)
        #expect(error?.description.contains("topsecret") == false)
    }
}
