internal import Venue

/// What uploading needs of the venue's ledger.
protocol UploadLedger: Sendable {
    func handIn(_ parcels: [Parcel], to backend: String) async throws
    func progress(of entries: [String], to backend: String) async throws -> ParcelProgress
    func take(for backend: String, most: Int) async throws -> [Parcel]?
    func settle(_ answers: [Int64: ParcelAnswer], of backend: String) async throws -> Bool
    func standDown() async
}

extension LedgerParcels: UploadLedger {}

/// A station's part in uploading for the whole venue.
struct VenueUploads: Sendable {
    let ledger: any UploadLedger
    let key: UploadsKey
}
