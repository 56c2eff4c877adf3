import Testing

@testable import Backends

struct RevocationTests {
    @Test func `only a server whose words nobody can change on the way takes access away`() {
        let words = #"{"detail":"Device access has been revoked."}"#
        func trouble(at base: String) -> BackendError? {
            let server = JSONServer(
                client: HTTPClient(), base: base, revocation: "Device access has been revoked.")
            do throws(BackendError) {
                _ = try server.answer(HTTPResponse(status: 401, headers: [], body: Array(words.utf8)), taking: [])
                return nil
            } catch {
                return error
            }
        }
        #expect(trouble(at: "https://pretix.example")?.code == .revoked)
        #expect(trouble(at: "http://127.0.0.1:8000")?.code == .revoked)
        #expect(trouble(at: "http://pretix.example")?.code == .unauthorised)
    }
}
