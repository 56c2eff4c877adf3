public import DoorScreen
internal import Foundation
internal import Logging
internal import Tickets

/// What the API asks about cameras and scanners.
extension Station {
    public func cameraPicture(camera: String?) async throws -> [UInt8] {
        []
    }

    public func learnedScanners() async throws -> [LearnedScanner] {
        learned.all
    }

    public func learnScanner(_ scanner: LearnedScanner) async throws {
        try await lists.run { [learned] in try learned.learn(scanner) }
        logger.notice("scanner learned", metadata: ["scanner": "\(scanner.name.withoutControls)"])
    }
}
