public import Tickets

// Publishing: signed lists made from what an organizer has, on the organizer's machine, and put where stations fetch them.

/// Why a list could not be published.
public typealias PublishingError = Fault<Uncoded>
