internal import Foundation
internal import Logging
internal import StationAPI
internal import Synchronization
internal import Tickets
internal import Web

/// Lets staff begin and end their sessions, and finds whose a request is.
/// See docs/decisions/073-logs-name-operators.md.
final class StaffAuthentication: Sendable {
    private static let cookieName = "usher_staff"

    private let station: StationControl
    private let logger: Logger
    private let now: @Sendable () -> ContinuousClock.Instant
    private let sessions: Mutex<StaffSessions>
    let idle: Duration

    /// - Parameter page: where staff sign in.
    init(
        station: StationControl, page: String, idle: Duration, mostSessions: Int = StaffSessions.most, logger: Logger,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.station = station
        self.logger = logger
        self.now = now
        self.idle = idle
        sessions = Mutex(StaffSessions(idle: idle, most: mostSessions))
        station.operators.watch(
            { [weak self] in self.map { page in page.sessions.withLock { $0.present(now: page.now()) } } ?? [] },
            on: page)
    }

    /// The answer to a right PIN sets the cookie of a session; the answer to a wrong one says how long until the next
    /// try.
    func begin(_ request: SessionRequest, on web: WebRequest) async throws -> WebResponse {
        let name = request.operator.withoutControls
        // Whoever is removed and added again while the PIN is compared has another one by then.
        let before = try await station.operators.account(of: name)
        switch try await station.operators.checkPIN(request) {
        case .right(let role):
            let staff = Staff(name: name, role: role)
            guard let account = try await station.operators.account(of: name), account == before,
                account.role == role
            else { throw ControlError.noSession }
            var generator = SystemRandomNumberGenerator()
            let secret = (0..<StaffSessions.tokenByteCount).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
            let token = Data(secret).base64EncodedString()
            sessions.withLock { sessions in
                if let old = web.cookie(Self.cookieName) { sessions.end(old) }
                sessions.begin(staff, account, token: token, now: now())
            }
            logger.notice("a staff session begins", metadata: ["operator": "\(name)", "role": "\(role.rawValue)"])
            var answer = try await WebResponse.json(self.answer(for: staff))
            // A session cookie: gone with the browser, at the latest.
            answer.headers["set-cookie"] =
                "\(Self.cookieName)=\(token); Path=/staff; HttpOnly; SameSite=Strict"
                + (web.isEncryptedByProxy ? "; Secure" : "")
            return answer
        case .wrong(let pause):
            logger.notice("a wrong PIN", metadata: ["operator": "\(name)", "pause": "\(pause)"])
            return try refusal("the PIN is wrong", pause: pause)
        case .tooSoon(let pause):
            return try refusal("it is too soon after a wrong PIN", pause: pause)
        }
    }

    /// The person whose session this is.
    ///
    /// - Parameter renews: `false` for what a page asks by itself, whether or not anybody is there.
    /// - Throws: ``ControlError`` `noSession` when there is none, when it has ended, and when the person was removed
    ///   since, even if they were added again
    func staff(_ web: WebRequest, renews: Bool = true) async throws -> Staff {
        guard let token = web.cookie(Self.cookieName),
            let session = sessions.withLock({ $0.use(token, now: now(), renews: renews) })
        else { throw ControlError.noSession }
        guard try await station.operators.account(of: session.staff.name) == session.account else {
            sessions.withLock { $0.end(token) }
            throw ControlError.noSession
        }
        return session.staff
    }

    func end(_ web: WebRequest) -> WebResponse {
        if let token = web.cookie(Self.cookieName) { sessions.withLock { $0.end(token) } }
        var answer = WebResponse.done
        answer.headers["set-cookie"] = "\(Self.cookieName)=; Path=/staff; HttpOnly; SameSite=Strict; Max-Age=0"
        return answer
    }

    func answer(for staff: Staff) async throws -> StaffSessionAnswer {
        let given = station.tickets.permissions
        let terms = await station.tickets.searchTerms(of: staff)
        let unused: Set<StaffAct> = await station.boxOffice.sellsHere() ? [] : [.sell, .give, .refund]
        return StaffSessionAnswer(
            operator: staff.name, role: staff.role,
            permissions: Permission.allCases.filter(given.contains),
            acts: StaffAct.allCases.filter {
                !unused.contains($0) && $0.obstacle(for: staff.role, with: given) == nil
            },
            findBy: SearchTerm.allCases.filter(terms.contains),
            language: try await station.operators.language(of: staff.name), idleMs: idle.wholeMilliseconds)
    }

    private func refusal(_ reason: String, pause: Duration) throws -> WebResponse {
        let error = ControlError(.refused, "begin", "a session", reason, hint: "Wait, then type it again.")
        var answer = try WebResponse.json(PINRefusal(error: error, retryAfterMs: max(.zero, pause).wholeMilliseconds))
        answer.status = 403
        return answer
    }
}

extension ControlError {
    static let noSession = ControlError(
        .noSession, "answer", "the request", "nobody is signed in, or the session has ended",
        hint: "Type your PIN again."
    )
}

/// Who has the session: the answer of `/staff/session`.
struct StaffSessionAnswer: Codable, Hashable, Sendable {
    let `operator`: String
    let role: StaffRole
    /// The permissions of the station.
    let permissions: [Permission]
    /// What this person may do here. Where nothing is sold, that is left out.
    let acts: [StaffAct]
    /// What this person can find tickets by, besides reference, whole code and order.
    let findBy: [SearchTerm]
    /// The person's own; absent until they choose one.
    let language: String?
    /// The session ends when it is not used for this many milliseconds.
    let idleMs: Int64
}

/// Why a PIN did not begin a session, and for how many milliseconds no PIN is compared.
struct PINRefusal: Codable, Sendable {
    let error: ControlError
    let retryAfterMs: Int64
}
