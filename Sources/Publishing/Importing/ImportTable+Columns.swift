internal import Spreadsheets
internal import Tickets

/// What each column is read as.
extension ImportTable {
    mutating func apply(_ settings: ImportSettings, file: String) throws {
        try applyTold(settings, file: file)
        let named: [Named] = columns.indices.compactMap(named).sorted(by: >)
        let known = Set(columns.compactMap(\.field) + named.compactMap { $0.meaning.field })
        // Of guest and buyer, one has the name: parts of both would make a person who is not there.
        let holder = named.first { $0.meaning.isName && !isNumber($0, known) }?.role
        let names = Set(
            columns.compactMap(\.field) + named.filter { $0.role == holder }.compactMap { $0.meaning.field })
        for column in named {
            if column.meaning.isName, !isNumber(column, known), column.role != holder {
                columns[column.index].origin = .taken(.holder)
                continue
            }
            assign(field(column, known, names), to: column.index)
        }
        readStatusesWithValues(settings)
    }

    /// A column whose name is known. The one that is taken first where several have the same thing comes last in order.
    private struct Named: Comparable {
        let index: Int
        let meaning: HeaderMeaning
        let role: HeaderName.Role
        let isFilled: Bool

        static func < (left: Self, right: Self) -> Bool {
            (left.isFilled ? 1 : 0, left.role.rawValue, -left.index)
                < (right.isFilled ? 1 : 0, right.role.rawValue, -right.index)
        }
    }

    /// `nil` for a column that somebody has mapped, or whose name is not known.
    private func named(_ index: Int) -> Named? {
        guard columns[index].origin == .unknown else { return nil }
        let name = HeaderName(columns[index].header)
        guard let meaning = name.meaning else { return nil }
        return Named(index: index, meaning: meaning, role: name.role, isFilled: columns[index].count > 0)
    }

    private mutating func assign(_ field: ImportField?, to index: Int) {
        guard let field else { return }
        let isTaken = !field.isStatus && columns.contains { $0.field == field }
        columns[index].field = isTaken ? nil : field
        columns[index].origin = isTaken ? .taken(field) : .recognised
    }

    private func isNumber(_ column: Named, _ known: Set<ImportField>) -> Bool {
        column.meaning == .nameOrNumber && !known.contains(.admits) && isNumbers(columns[column.index].column)
    }

    private func field(_ column: Named, _ known: Set<ImportField>, _ names: Set<ImportField>) -> ImportField? {
        switch column.meaning {
        case .field(let field): return field
        case .nameOrNumber where isNumber(column, known): return .admits
        case .name, .nameOrNumber:
            // Beside both parts, it is the whole.
            if names.isSuperset(of: [.firstName, .lastName]) { return .holder }
            if names.contains(.firstName) { return .lastName }
            return names.contains(.lastName) ? .firstName : .holder
        case .order: return isTaken(.ref, known) ? .order : .ref
        case .id: return .ref
        case .people: return nil
        }
    }

    private func isTaken(_ field: ImportField, _ known: Set<ImportField>) -> Bool {
        known.contains(field) || columns.contains { $0.field == field }
    }

    /// A column of which somebody has said what its words mean is one for the status.
    private mutating func readStatusesWithValues(_ settings: ImportSettings) {
        for index in columns.indices where columns[index].field == nil && settings.hasValues(of: columns[index]) {
            (columns[index].field, columns[index].origin) = (.status, .told)
        }
    }

    private func isNumbers(_ column: Int) -> Bool {
        let texts = rows.compactMap { $0[column]?.text }
        // No name has digits: one cell that is no number is a fault of its own.
        return texts.count { ImportNumber.people($0) != nil } * 2 > texts.count
    }
}
