import Foundation

/// What the sample's server says when it listens: where, its tokens, and commands to be pasted into another terminal.
struct SampleServerGuide {
    /// Of the sample.
    let folder: URL
    let event: String
    let port: Int

    /// The last line before those of the requests.
    static let end = "What it is asked, and its answers:"

    var text: String {
        """
        The sample's server is at \(base), for this machine only. It forgets everything when it ends: Control-C.

          organizer's token   \(SampleServer.organizerToken)
          stations' token     \(SampleServer.stationToken)

        In another terminal, all of this:

        \(commands)
        \(Self.end)
        """
    }

    private var base: String { "http://127.0.0.1:\(port)/v1" }

    /// A list of its tickets, and a station that sends it check-ins. Its files are in the sample's folder, in server/.
    private var commands: String {
        """
        cd '\(folder.standardizedFileURL.path.replacing("'", with: "'\\''"))'
        mkdir -p server/state/credentials
        (umask 077; echo \(SampleServer.organizerToken) >server/organizer.token)
        (umask 077; echo \(SampleServer.stationToken) >server/state/credentials/sample)
        (cat event.yaml; echo 'backend: sample') >event-server.yaml
        cat >server/publish.yaml <<'END'
        lists:
          - event: ../event-server.yaml
            key: ../organizer.key
            from: {kind: webhook, url: "\(base)", event: \(event), credential: organizer.token}
            to: sample.usher
        END
        cat >server/usher.yaml <<'END'
        station: kiosk-1
        backends:
          sample: {kind: webhook, url: "\(base)/checkins", tells_others: true}
        END
        usher publish server/publish.yaml
        usher key trust organizer.pub --state server/state
        usher manifest install server/sample.usher --state server/state
        # All tickets; then type or scan codes. Control-D ends it, and usher outbox list shows what is not sent yet.
        cat answers.jsonl - | usherd --stdin --config server/usher.yaml --state server/state | usher tail -

        """
    }
}
