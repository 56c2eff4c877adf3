internal import Venue

/// What uploading needs of the venue's ledger.
protocol UploadLedger: Sendable {
    func submit(_ uploads: [SealedUpload], to backend: String) async throws
    func progress(of entries: [String], to backend: String) async throws -> SealedUploadProgress
    func take(for backend: String, most: Int) async throws -> [SealedUpload]?
    func settle(_ answers: [Int64: SealedUploadAnswer], of backend: String) async throws -> Bool
    func releaseLock() async
}

extension SealedUploads: UploadLedger {}

/// A station's part in uploading for the whole venue.
struct VenueUploads: Sendable {
    let ledger: any UploadLedger
    let key: UploadsKey
}
