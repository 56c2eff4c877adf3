import Tickets

/// What went wrong in a command itself.
struct CommandError: ExplainedError {
    var operation: String
    var subject: String
    var reason: String
    var hint: String?
}
