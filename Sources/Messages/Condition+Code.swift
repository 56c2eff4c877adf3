extension Condition {
    /// All conditions that a station can have, and how bad each is. The texts are `conditions.CODE` and
    /// `nextSteps.CODE` of the message files; docs/TROUBLESHOOT.md explains each that is not in order.
    public enum Code: String, Codable, Sendable, CaseIterable {
        // Lists and events.
        case listFine, gateFine, zonesFine
        case keyFileUnusable, noKeyTrusted, noList, noListForNow, listUnreadable, lookUpFailed, endedListsKept
        case sealDamaged, staffKeyMissing, listIsTest, guessableCodes, listEmpty, listShrunk, listExpired, listTooOld
        case listIssuedInFuture, eventCancelled, eventPostponed, eventHasMoved, usedKept, unknownGate,
            gateNotChosen, placesUnreadable, zoneUnknown
        case eventsOverlap, eventNotServed, noListFrom, listLoss, rosterRefused
        // The clock.
        case clockFine, clockUnsynchronised, clockOff, clockUntrusted
        // The enrolment.
        case enrolled, enrolmentUnusable, enrolmentPast, sessionOver
        // Cameras and scanners.
        case readerReads
        case readersUnseen, noReader, readerMissing, deviceGone, nfcUnavailable, readerPaused, readerTrouble,
            scannersUnreadable
        case symbologyNotChosen, symbologyUnreadable
        case scansStopped, codesNotTaken
        // What cameras see.
        case pictureFine, codeRead
        case cameraSilent, pictureGrey, pictureDark, pictureBright, pictureBlurred
        // Where verdicts are shown.
        case displayFine, displayNotNeeded, displayConnected, consoleFine, consoleSet
        case noDisplay, consoleBehind, consoleSilent, consoleCovered, pageSlow, outputMissing, screenFailed, fontMissing
        // The disk.
        case diskFine, diskRoom, diskLife
        case notRecorded, notRecordedOn, recordingFailed, diskNearlyFull, diskFilling, diskVolatile, diskTakesNothing
        case diskTooFast, diskSlow, diskWorn
        // The journal.
        case journalFine
        case journalUpkeep, journalDamaged, journalRepaired, entriesLost
        // Check-ins on their way to their servers.
        case unsent, refused, disputed, doubleEntries, doubleEntry, doubleEntriesUnknown
        // Ticketing servers.
        case backendFine, backendNew
        case backendKnown, backendEvents, backendTakesCheckIns, backendAppVersion, backendClockFine
        case backendNoEvents, backendTakesNone, backendSeesCodes, backendMissing
        case backendAway, backendSilent, backendTrouble, backendUnusable, revoked
        // The venue's ledger.
        case ledgerFine
        case alone, ledgerNotAsked, ledgerBack, ledgerParked, uploadsAlone, unknownTypes
        // The network, and what is served or sent over it.
        case networkFine
        case noNetwork, figuresFailed, figuresWithoutToken, phonesFailed, phonesWithoutToken, metricsFailed,
            alertsFailed
        // What the control room orders.
        case settingsOrdered
        case notice, gatePaused, ordersUnreadable, settingsUnusable
        // The program.
        case confined, watched
        case notRunning, unconfined, unwatched, doorStuck, hookFailed, unknownVariable, overheating, undervoltage

        /// The area of the code, and how bad it is.
        var place: (area: Area, level: Level) {
            switch self {
            case .listFine, .gateFine, .zonesFine: (.list, .ok)
            case .keyFileUnusable, .endedListsKept, .sealDamaged, .staffKeyMissing, .listIsTest, .listTooOld,
                .listIssuedInFuture, .eventHasMoved, .usedKept, .gateNotChosen, .placesUnreadable, .zoneUnknown,
                .eventsOverlap,
                .eventNotServed,
                .noListFrom, .listLoss, .rosterRefused:
                (.list, .warning)
            case .noKeyTrusted, .noList, .noListForNow, .listUnreadable, .lookUpFailed, .guessableCodes, .listEmpty,
                .listShrunk, .listExpired, .eventCancelled, .eventPostponed, .unknownGate:
                (.list, .broken)
            case .clockFine: (.clock, .ok)
            case .clockUnsynchronised: (.clock, .warning)
            case .clockOff, .clockUntrusted: (.clock, .broken)
            case .enrolled: (.enrolment, .ok)
            case .enrolmentUnusable, .enrolmentPast: (.enrolment, .warning)
            case .sessionOver: (.enrolment, .broken)
            case .readerReads: (.readers, .ok)
            case .readerTrouble, .scannersUnreadable, .symbologyNotChosen, .symbologyUnreadable, .scansStopped,
                .codesNotTaken:
                (.readers, .warning)
            case .readersUnseen, .noReader, .readerMissing, .deviceGone, .nfcUnavailable, .readerPaused:
                (.readers, .broken)
            case .pictureFine, .codeRead: (.camera, .ok)
            case .cameraSilent, .pictureGrey, .pictureDark, .pictureBright, .pictureBlurred: (.camera, .broken)
            case .displayFine, .displayNotNeeded, .displayConnected, .consoleFine, .consoleSet: (.display, .ok)
            case .noDisplay, .consoleBehind, .consoleSilent, .consoleCovered, .outputMissing, .screenFailed:
                (.display, .broken)
            case .pageSlow, .fontMissing: (.display, .warning)
            case .diskFine, .diskRoom, .diskLife: (.disk, .ok)
            case .diskFilling, .diskTooFast, .diskSlow, .diskWorn: (.disk, .warning)
            case .notRecorded, .notRecordedOn, .recordingFailed, .diskNearlyFull, .diskVolatile, .diskTakesNothing:
                (.disk, .broken)
            case .journalFine: (.journal, .ok)
            case .journalDamaged: (.journal, .broken)
            case .journalUpkeep, .journalRepaired, .entriesLost: (.journal, .warning)
            case .refused, .disputed, .doubleEntries, .doubleEntry, .doubleEntriesUnknown: (.uploads, .warning)
            case .unsent: (.uploads, .broken)
            case .backendFine, .backendNew, .backendKnown, .backendEvents, .backendTakesCheckIns, .backendAppVersion,
                .backendClockFine:
                (.backend, .ok)
            case .backendNoEvents, .backendTakesNone, .backendSeesCodes, .backendMissing: (.backend, .warning)
            // It comes and goes with the network: nobody has to do anything.
            case .backendAway: (.backend, .warning)
            case .backendSilent, .backendTrouble, .backendUnusable, .revoked: (.backend, .broken)
            case .ledgerFine: (.venue, .ok)
            case .ledgerNotAsked, .ledgerBack, .ledgerParked, .uploadsAlone, .unknownTypes: (.venue, .warning)
            case .alone: (.venue, .broken)
            case .networkFine: (.network, .ok)
            case .noNetwork, .figuresFailed, .figuresWithoutToken, .phonesFailed, .phonesWithoutToken, .metricsFailed,
                .alertsFailed:
                (.network, .warning)
            case .confined: (.sandbox, .ok)
            case .unconfined: (.sandbox, .warning)
            case .watched: (.daemon, .ok)
            case .settingsOrdered: (.control, .ok)
            case .notice, .ordersUnreadable, .settingsUnusable: (.control, .warning)
            case .gatePaused: (.control, .broken)
            case .unwatched, .hookFailed, .unknownVariable, .overheating, .undervoltage: (.daemon, .warning)
            case .notRunning, .doorStuck: (.daemon, .broken)
            }
        }
    }
}
