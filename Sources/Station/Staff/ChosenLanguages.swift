internal import Synchronization

/// The languages that people have chosen at the screen since the start: the disk may not have taken the last ones.
final class ChosenLanguages: Sendable {
    private let languages = Mutex<[String: String]>([:])

    func language(of name: String) -> String? { languages.withLock { $0[name] } }

    func choose(_ language: String, by name: String) { languages.withLock { $0[name] = language } }

    func forget(_ name: String) { languages.withLock { _ = $0.removeValue(forKey: name) } }
}
