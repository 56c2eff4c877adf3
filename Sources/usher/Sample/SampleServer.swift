import Backends
import Foundation
import Tickets
import Web

/// Answers as a ticketing server of the open contract does (docs/webhook.openapi.yaml), for people who try stations or
/// write a server of their own. Says of each request in one line what came and what was answered.
actor SampleServer: WebResponder {
    static let organizerToken = "usher-sample-organizer-token-for-tests-only"
    static let stationToken = "usher-sample-station-token-for-tests-only"
    private static let largestBody = 4 << 20
    private static let mostCheckIns = 500

    /// Wrong answers to check-ins, before the right ones.
    struct Faults {
        /// So many are answered with 503, and not taken.
        var failing = 0
        /// After that, so many are taken, and the answer breaks off.
        var losing = 0
    }

    /// An answer, and what it is about, for the line.
    private struct Answer {
        var response: WebResponse
        var about = ""
    }

    private var book: SampleBook
    private var faults: Faults
    /// In every cursor: those of a server that has ended mean nothing to the next one.
    private let epoch = UUID().uuidString.prefix(8).lowercased()
    private let report: @Sendable (String) -> Void

    /// - Parameter report: gets the line of each request.
    init(_ book: SampleBook, faults: Faults, report: @escaping @Sendable (String) -> Void) {
        self.book = book
        self.faults = faults
        self.report = report
    }

    func respond(to request: WebRequest) async -> WebResponse {
        let answer: Answer
        do {
            let body = try await request.body.collected(upTo: Self.largestBody)
            answer = try self.answer(to: request, body: body)
        } catch {
            answer = Self.failure(400, (error as? WebError)?.reason ?? "\(error)")
        }
        let about = answer.about.isEmpty ? "" : ", \(answer.about)"
        report("\(request.method) \(request.target.withoutControls): \(answer.response.status)\(about)")
        return answer.response
    }

    private func answer(to request: WebRequest, body: [UInt8]) throws -> Answer {
        let target = try Target(request.target)
        let isOrganizer = request.headers["authorization"] == "Bearer \(Self.organizerToken)"
        guard isOrganizer || request.headers["authorization"] == "Bearer \(Self.stationToken)" else {
            return Self.failure(401, "the token is missing or not known")
        }
        let after = target.query["after"]
        let path = target.segments.first == "v1" ? Array(target.segments.dropFirst()) : []
        switch (request.method, path.first, path.dropFirst().first, path.dropFirst(2).first, path.count) {
        case ("POST", "checkins", nil, nil, 1): return take(body)
        case ("GET", "checkins", nil, nil, 1): return page("checkins", after: after, book.checkIns)
        case ("POST", "lookup", nil, nil, 1): return lookUp(body)
        case ("GET", "events", let event, let part, 1...3):
            guard isOrganizer else { return Self.failure(403, "only the organizer's token reads events and tickets") }
            if event == nil { return page("events", after: after) { self.events(after: $0) } }
            guard event == book.event.event.id, part == nil || part == "tickets" else {
                return Self.failure(404, "there is no such event")
            }
            return part == nil ? Answer(response: .json(book.eventJSON)) : page("tickets", after: after, book.tickets)
        default:
            return Self.failure(404, "there is no such address, or not with this method")
        }
    }

    private static func failure(_ status: Int, _ reason: String) -> Answer {
        Answer(
            response: .json(.object([("error", .string("\(status)")), ("message", .string(reason))]), status: status),
            about: reason)
    }

    // MARK: - Check-ins

    private func take(_ body: [UInt8]) -> Answer {
        guard faults.failing == 0 else {
            faults.failing -= 1
            return Self.failure(503, "not now, as told by --failing")
        }
        let messages: [Result<CheckInMessage, CheckInMessage.Fault>]
        do throws(CheckInMessage.Fault) {
            messages = try CheckInMessage.messages(in: body)
        } catch {
            return Self.failure(400, error.problem)
        }
        guard messages.count <= Self.mostCheckIns else {
            return Self.failure(400, "more than \(Self.mostCheckIns) check-ins")
        }
        let results = messages.map { message in
            switch message {
            case .success(let message): book.take(message)
            case .failure(let fault): SampleBook.Result(status: "rejected", message: fault.problem)
            }
        }
        let isBatch = (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])?["checkins"] != nil
        let json = isBatch ? JSONValue.object([("results", .array(results.map(\.json)))]) : results[0].json
        var answer = Answer(response: .json(json), about: Self.words(messages, results))
        if faults.losing > 0 {
            faults.losing -= 1
            answer.response.body = .stream(
                AsyncThrowingStream<[UInt8], any Error> { $0.finish(throwing: CancellationError()) })
            answer.about += "; the answer breaks off, as told by --losing"
        }
        return answer
    }

    /// `kiosk-1: S-0001 admitted, S-0004 refused: alreadyScanned; 2 accepted`
    private static func words(
        _ messages: [Result<CheckInMessage, CheckInMessage.Fault>], _ results: [SampleBook.Result]
    ) -> String {
        let checkIns = messages.compactMap { try? $0.get().checkIn }
        let named = checkIns.prefix(3).map { checkIn in
            let what = checkIn.verdict.word + (checkIn.verdict.reason.map { ": \($0.rawValue)" } ?? "")
            return "\(checkIn.reference ?? "no ticket") \(checkIn.undoes == nil ? what : "undone")".withoutControls
        }
        let more = checkIns.count > named.count ? ["\(checkIns.count - named.count) more"] : []
        let counts = ["accepted", "contradicted", "rejected"].compactMap { status in
            let count = results.count { $0.status == status }
            return count > 0 ? "\(count) \(status)" : nil
        }
        guard !results.isEmpty else { return "no check-in" }
        let station = checkIns.first.map { "\($0.station.withoutControls): " } ?? ""
        let parts = [named + more, counts].map { $0.joined(separator: ", ") }
        return station + parts.filter { !$0.isEmpty }.joined(separator: "; ")
    }

    // MARK: - What it tells

    private func events(after place: Int) -> SampleBook.Page? {
        guard 0...1 ~= place else { return nil }
        return SampleBook.Page(items: place == 0 ? [book.eventJSON] : [], next: 1, isMore: false)
    }

    private func page(_ name: String, after cursor: String?, _ read: (Int) -> SampleBook.Page?) -> Answer {
        let beginning = "\(epoch)/\(name)/"
        let place = cursor.map { $0.hasPrefix(beginning) ? Int($0.dropFirst(beginning.count)) : nil } ?? 0
        guard let page = place.flatMap(read) else { return Self.failure(400, "`after` is not a cursor of this server") }
        let members: [(name: String, value: JSONValue)] = [
            ("items", .array(page.items)), ("cursor", .string("\(beginning)\(page.next)")),
            ("more", .bool(page.isMore)),
        ]
        return Answer(response: .json(.object(members)), about: "\(page.items.count) \(name)")
    }

    private struct Question: Decodable {
        var code: String
    }

    private func lookUp(_ body: [UInt8]) -> Answer {
        guard let question = try? JSONDecoder().decode(Question.self, from: Data(body)) else {
            return Self.failure(400, "it has no `code`")
        }
        let tickets = book.tickets(withCode: question.code)
        return Answer(response: .json(.object([("tickets", .array(tickets))])), about: "\(tickets.count) tickets")
    }
}

extension WebResponse {
    fileprivate static func json(_ value: JSONValue, status: Int = 200) -> WebResponse {
        WebResponse(status: status, contentType: "application/json", body: .bytes(Array(value.text.utf8)))
    }
}
