internal import Tickets

/// Asks pretix about one code (https://docs.pretix.eu/dev/api/resources/checkin.html, "Order position search").
///
/// A search is for one check-in list: it finds the tickets that may enter there, with their check-ins on that list only.
struct PretixLookup: TicketLookup {
    /// Positions whose secret begins with the code, or whose holder's name has it, come too.
    private static let mostFound = 50

    let server: PretixServer
    let settings: BackendSettings

    func tickets(for question: TicketQuestion) async throws(BackendError) -> [TicketRow] {
        let lists = question.lists.compactMap { list in
            Int(settings.lists[list.slug] ?? list.slug).map { (number: $0, list: list) }
        }
        guard !lists.isEmpty else {
            throw server.failure(
                .misconfigured,
                "the configuration does not say which check-in lists of pretix are meant: name them under lists")
        }
        let found = try await found(question.code, on: lists.map(\.number))
        let positions = found.compactMap { value in PretixPosition(value).map { ($0, value) } }
        let passages = Dictionary(grouping: positions.map(\.0), by: \.id).mapValues { $0.flatMap(\.passages) }
        var seen: Set<Int> = []
        return positions.filter { seen.insert($0.0.id).inserted }.map { position, value in
            Self.row(of: position, value, passages: passages[position.id] ?? [], lists: lists)
        }
    }

    /// The positions with this code, once for each list.
    private func found(_ code: String, on lists: [Int]) async throws(BackendError) -> [LenientJSON] {
        let answers = await withTaskGroup(of: Result<[LenientJSON], BackendError>.self) { group in
            for list in lists {
                group.addTask {
                    do throws(BackendError) {
                        return .success(try await search(code, on: list))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var found: [LenientJSON] = []
        for answer in answers { found += try answer.get() }
        return found.filter { $0["secret"].text == code }
    }

    private func search(_ code: String, on list: Int) async throws(BackendError) -> [LenientJSON] {
        let answer = try await server.get(
            "checkinrpc/search/",
            query: [
                "list": String(list), "search": code, "ignore_status": "true", "page_size": String(Self.mostFound),
            ])
        return answer.body["results"].items ?? []
    }

    private static func row(
        of position: PretixPosition, _ value: LenientJSON, passages: [PretixPassage],
        lists: [(number: Int, list: AdmissionList)]
    ) -> TicketRow {
        let order = LenientJSON.object([
            "status": value["order__status"], "valid_if_pending": value["order__valid_if_pending"],
            "require_approval": value["order__require_approval"],
        ])
        return TicketRow(
            code: position.secret,
            reference: PretixReference(
                order: value["order"].text, number: position.number, id: position.id
            ).text,
            type: PretixProducts.Kind(position.item, position.variation).slug, seat: position.seat,
            status: .ticket(PretixTickets.status(of: position, in: order)),
            notBefore: position.window?.start, notAfter: position.window?.end,
            attention: value["require_attention"].flag == true ? PretixProducts.plainAttention : nil,
            date: position.date.map(Int64.init),
            used: lists.compactMap { number, list in
                PretixPassage.used(passages, on: number, slug: list.slug, reentry: list.reentry)
            }, answered: Set(position.answers.keys.map(String.init)))
    }
}
