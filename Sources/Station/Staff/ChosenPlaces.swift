internal import Files
internal import Foundation
internal import Synchronization
internal import Tickets

/// The gates and directions that staff chose while the station ran: `places.json` in its state folder. A choice is
/// valid for the event at which it was made. The next event begins as the configuration and its list say.
/// See docs/decisions/058-places-by-event.md.
final class ChosenPlaces: Sendable {
    struct Choice: Codable, Hashable, Sendable {
        /// Slug.
        var gate: String?
        var direction: Direction?
    }

    private let file: URL
    private let state: Mutex<State>

    private struct State {
        /// By event.
        var choices: [String: Choice] = [:]
        var isUnreadable = false
    }

    init(file: URL) {
        self.file = file
        var state = State()
        if FileManager.default.fileExists(atPath: file.path) {
            do {
                state.choices = try JSONDecoder().decode([String: Choice].self, from: Data(contentsOf: file))
            } catch {
                state.isUnreadable = true
            }
        }
        self.state = Mutex(state)
    }

    /// The file, when it could not be read; `nil` again once it was written.
    var unreadable: URL? { state.withLock { $0.isUnreadable ? file : nil } }

    func choice(for event: String) -> Choice? {
        state.withLock { $0.choices[event] }
    }

    /// Changes the choices. They are on the disk when this returns.
    /// - Parameters:
    ///   - installed: ids of all events that have a list; choices for other events are removed.
    ///   - change: gets the choices by event. When two people change them at once, one waits for the other.
    func choose(installed: [String], _ change: (inout [String: Choice]) -> Void) throws {
        try state.withLock { state in
            var choices = state.choices.filter { installed.contains($0.key) }
            change(&choices)
            try DurableFile.write(choices, asJSONTo: file)
            state = State(choices: choices)
        }
    }
}
