internal import StationAPI
internal import Web

extension SiteGuard.Refusal {
    /// What a browser is told.
    /// - Parameters:
    ///   - reason: of a request from elsewhere.
    ///   - hint: of it, too.
    func error(_ reason: String, hint: String) -> ControlError {
        switch self {
        case .host, .origin: ControlError(.refused, "answer", "the request", reason, hint: hint)
        case .length: ControlError(.tooLarge, "read", "the request", "its address or its body is too long")
        }
    }
}
