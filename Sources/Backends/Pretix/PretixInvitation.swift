/// What the QR code says that pretix shows for a new device: which server it is, and a token that works once
/// (`DeviceConnectView` in pretix's `control/views/organizer.py`).
public struct PretixInvitation: Sendable {
    /// Address of the server, without `/api/v1`.
    public let url: String
    /// Exchanged by ``PretixDevice/initialize(at:network:initializationToken:station:version:)``.
    public let token: String

    /// The only version of the code that there has been.
    private static let version = 1

    /// `nil` for the text of any other code.
    public init?(text: String) {
        guard let code = LenientJSON(parsing: Array(text.utf8)), code["handshake_version"].integer == Self.version,
            let url = code["url"].text, let token = code["token"].text, !url.isEmpty, !token.isEmpty
        else { return nil }
        self.url = url
        self.token = token
    }
}
