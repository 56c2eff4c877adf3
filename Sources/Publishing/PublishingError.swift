public import Tickets

// Publishing: makes signed lists on the organizer's machine, and puts them where stations fetch them.

/// Why a list could not be published.
public typealias PublishingError = Fault<Uncoded>
