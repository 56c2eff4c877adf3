import Testing
import Tickets

/// An address may hold a secret anywhere but in its scheme, host and port.
struct ServerAddressTests {
    @Test(arguments: [
        ("https://lists.example.org/x.usher?token=SECRET", "https://lists.example.org"),
        ("https://lists.example.org?token=SECRET", "https://lists.example.org"),
        ("https://lists.example.org#SECRET", "https://lists.example.org"),
        ("https://lists.example.org\\SECRET", "https://lists.example.org"),
        ("https://SECRET@lists.example.org:8443/SECRET", "https://lists.example.org:8443"),
        ("https://user:SECRET@lists.example.org/", "https://lists.example.org"),
        ("HTTPS://Lists.Example.org/SECRET", "https://Lists.Example.org"),
        ("http://[::1]:8080/SECRET", "http://[::1]:8080"), ("smtps://mail.example.org", "smtps://mail.example.org"),
        ("https://bücher.example/SECRET", "https://bücher.example"),
        ("https://user:SECRET/x@lists.example.org", "an address that cannot be read"),
        ("https://lists.example.org:SECRET/", "an address that cannot be read"),
        ("https:///SECRET", "an address that cannot be read"),
        ("https://SECRET TOO/", "an address that cannot be read"),
        ("lists.example.org/SECRET", "an address that cannot be read"), ("", "an address that cannot be read"),
    ])
    func `nothing but its origin is ever printed`(text: String, origin: String) {
        let address = ServerAddress(text)
        var dumped = ""
        dump([address], to: &dumped)
        let printed = [
            "\(address)", String(reflecting: address), String(describing: [address]), dumped, address.origin,
        ]
        #expect(printed.allSatisfy { !$0.contains("SECRET") }, "\(printed)")
        #expect("\(address)" == origin && address.whole == text)
    }

    @Test func `its host and scheme are known, and it can be written as a text`() {
        let address: ServerAddress = "https://lists.example.org:8443/x"
        #expect(address.host == "lists.example.org" && address.scheme == "https")
        #expect(ServerAddress("http://[::1]:80/").host == "[::1]")
        #expect(ServerAddress("x").host == nil && ServerAddress("x").scheme == nil)
        #expect(address == ServerAddress("https://lists.example.org:8443/x"))
    }
}
