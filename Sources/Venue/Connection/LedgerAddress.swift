internal import CPQ
public import Tickets

/// Address of a ledger: one PostgreSQL URL, with one server or with several of which one accepts writes.
///
/// For example `postgresql://kiosk@ledger-1,ledger-2/venue?sslrootcert=/etc/usher/venue-ca.crt`. It has no password:
/// that is a credential. Over a network the server must have a certificate for its name (`sslmode=verify-full`,
/// whatever the URL says); a unix socket needs none.
/// See docs/decisions/096-two-connections-one-server.md.
public struct LedgerAddress: Sendable, Equatable {
    /// One of the servers in the URL.
    struct Server: Sendable, Equatable {
        /// `nil`: libpq's default, a unix socket.
        var host: String?
        /// The IP address of the host, if the URL gives it (`hostaddr`).
        var address: String?
        var port: String?

        var name: String { "the ledger on \(host ?? address ?? "this machine")" }
    }

    let servers: [Server]
    /// The other parameters of the URL, and those of every connection.
    private(set) var options: [String: String]

    /// - Parameters:
    ///   - url: begins with `postgresql://` or `postgres://`.
    ///   - user: replaces the URL's.
    ///   - password: `nil`: libpq's own sources (`~/.pgpass`, PGPASSWORD).
    /// - Throws: ``VenueError`` `.misconfigured`
    public init(url: String, user: String? = nil, password: String? = nil) throws(VenueError) {
        var options = try Self.parse(url)
        guard options["password"] == nil else {
            throw VenueError(
                .misconfigured, "use", "the ledger's URL", "it contains a password",
                hint: "Give the password as a credential: a URL is visible in process lists and logs.")
        }
        func list(_ name: String) -> [String] {
            options.removeValue(forKey: name)?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                ?? []
        }
        let (hosts, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
        servers = (0..<max(hosts.count, addresses.count, 1)).map { index in
            func item(_ list: [String]) -> String? {
                let item = list.indices.contains(index) ? list[index] : list.count == 1 ? list[0] : ""
                return item.isEmpty ? nil : item
            }
            return Server(
                host: hosts.indices.contains(index) ? item(hosts) : nil,
                address: addresses.indices.contains(index) ? item(addresses) : nil, port: item(ports))
        }
        options["user"] = user ?? options["user"]
        options["password"] = password
        options["options"] = [options["options"], Self.serverOptions].compactMap { $0 }.joined(separator: " ")
        self.options = options.merging(Self.always) { $1 }
    }

    /// Name of the database; by default that of the user, as in libpq.
    public var database: String { options["dbname"] ?? options["user"] ?? "" }

    /// The same address, with a limit after which the server stops waiting for a lock: a statement whose caller has
    /// given up must not keep its locks.
    func waitingForLocks(_ limit: Duration) -> LedgerAddress {
        var address = self
        address.options["options", default: ""] += " -c lock_timeout=\(max(1, limit.wholeMilliseconds))"
        return address
    }

    /// All servers in their order, starting with one and going round.
    func servers(from index: Int) -> [Server] {
        let start = index % servers.count
        return Array(servers[start...] + servers[..<start])
    }

    /// The parameters of a connection to one of the servers (PostgreSQL manual, section 34.1.2).
    func parameters(for server: Server, application: String) -> [String: String] {
        var parameters = options
        parameters["host"] = server.host
        parameters["hostaddr"] = server.address
        parameters["port"] = server.port
        parameters["application_name"] = application
        return parameters
    }

    /// A server that is gone must be noticed within seconds, also by a connection that only listens.
    private static let always = [
        "sslmode": "verify-full", "gssencmode": "disable", "target_session_attrs": "read-write",
        "client_encoding": "UTF8", "keepalives_idle": "2", "keepalives_interval": "1", "keepalives_count": "3",
        "tcp_user_timeout": "5000",
    ]

    /// The same in the other direction: PostgreSQL's own limit for a station that is gone is two hours, and until then
    /// each of its connections counts towards those that the station may have (section 20.3.2).
    private static let serverOptions =
        "-c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=5 -c tcp_user_timeout=7000"

    private static func parse(_ url: String) throws(VenueError) -> [String: String] {
        func refuse(_ reason: String) -> VenueError {
            VenueError(
                .misconfigured, "use", "the ledger's URL", reason, hint: "Its form is postgresql://user@host/database.")
        }
        guard url.hasPrefix("postgresql://") || url.hasPrefix("postgres://") else {
            throw refuse("it does not begin with postgresql://")
        }
        // libpq's own message may quote the URL.
        guard let parsed = unsafe PQconninfoParse(url, nil) else { throw refuse("it is not written as a URL") }
        defer { unsafe PQconninfoFree(parsed) }
        var options: [String: String] = [:]
        var option = unsafe parsed
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe options[String(cString: keyword)] = unsafe String(cString: value)
            }
            unsafe option += 1
        }
        return options
    }
}
