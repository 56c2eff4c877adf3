extension LedgerStatement {
    static let lastStep = LedgerStatement(
        name: "last_step", text: "SELECT coalesce(max(step), 0) FROM usher.migration", operation: "read the version of")

    static let addStation = LedgerStatement(
        name: "add_station", text: "SELECT usher.add_station($1, $2)", operation: "add a station to")

    static let lockOut = LedgerStatement(
        name: "lock_out", text: "SELECT usher.lock_out($1)", operation: "remove a station from")

    static let removeStation = LedgerStatement(
        name: "remove_station", text: "SELECT usher.remove_station($1)", operation: "remove a station from")

    static let setCapacity = LedgerStatement(
        name: "set_capacity",
        text: """
            INSERT INTO usher.capacity VALUES ($1, $2, $3)
              ON CONFLICT (event, list) DO UPDATE SET people = excluded.people
            """, operation: "set a capacity in")

    static let removeCapacity = LedgerStatement(
        name: "remove_capacity", text: "DELETE FROM usher.capacity WHERE event = $1 AND list = $2",
        operation: "remove a capacity from")

    static let setSupervisorUndo = LedgerStatement(
        name: "set_supervisor_undo", text: "UPDATE usher.setting SET supervisor_undo = $1",
        operation: "set what supervisors may do in")

    static let supervisorUndos = LedgerStatement(
        name: "supervisor_undos",
        text: """
            SELECT coalesce(jsonb_agg(jsonb_build_object('undo', usher.entry_json(u), 'undone', CASE WHEN e.id IS NOT NULL
                THEN usher.entry_json(e) END) ORDER BY u.received DESC, u.id), '[]')
            FROM usher.entry AS u LEFT JOIN usher.entry AS e ON e.id = u.undoes
            WHERE u.undoes IS NOT NULL AND u.kind = 'supervisorUndo' AND u.received > to_timestamp(0)
            """, operation: "read the undos of")

    static let status = LedgerStatement(
        name: "status",
        text: """
            SELECT jsonb_build_object(
              'step', (SELECT max(step) FROM usher.migration),
              'entries', (SELECT coalesce(sum(last), 0) FROM usher.station),
              'stations', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'role', s.role,
                  'entries', s.last, 'isRemoved', s.removed IS NOT NULL,
                  'silentSeconds', floor(extract(epoch FROM now() - s.seen)),
                  'connections', (SELECT count(*) FROM pg_stat_activity WHERE usename = s.role
                    AND datname = current_database() AND application_name NOT LIKE 'usherd-uploads %'),
                  'gate', e.gate, 'entrySeconds', floor(extract(epoch FROM now() - e.received))) ORDER BY s.name), '[]')
                FROM usher.station AS s LEFT JOIN usher.entry AS e ON e.station = s.name AND e.number = s.last),
              'lists', (SELECT coalesce(jsonb_agg(jsonb_build_object('event', event, 'list', list, 'inside', people,
                  'capacity', capacity) ORDER BY event, list), '[]') FROM usher.inside),
              'uploads', (SELECT coalesce(jsonb_agg(jsonb_build_object('backend', u.backend, 'station', r.station,
                  'waiting', p.waiting, 'oldestSeconds', p.seconds) ORDER BY u.backend, u.name), '[]')
                FROM usher.uploads AS u LEFT JOIN usher.uploader AS r USING (name, backend) CROSS JOIN LATERAL (
                  SELECT count(*) AS waiting, floor(extract(epoch FROM now() - min(handed_in))) AS seconds
                  FROM usher.parcel WHERE uploads = u.name AND backend = u.backend AND settled IS NULL) AS p
                WHERE r.station IS NOT NULL OR p.waiting > 0),
              'published', usher.notices()->'lists')
            """, operation: "read the state of")

    /// Lines that may have entered too often. Only where a station decided alone can there be two that did not know of
    /// each other. One row for each line, with all entries that are not undone.
    static let doubtful = LedgerStatement(
        name: "doubtful",
        text: """
            SELECT jsonb_build_object('entries', jsonb_agg(usher.entry_json(e) ORDER BY e.at, e.id), 'hours',
              (SELECT coalesce(jsonb_agg(at ORDER BY at), '[]') FROM usher.exit_hour AS h
                WHERE h.event = e.event AND h.list = e.list)) FROM usher.entry AS e
            WHERE e.undoes IS NULL AND e.received > to_timestamp(0)
              AND NOT EXISTS (SELECT FROM usher.entry AS u WHERE u.undoes = e.id)
              AND EXISTS (SELECT FROM usher.entry AS alone WHERE alone.event = e.event AND alone.list = e.list
                AND alone.key = e.key AND NOT alone.claimed)
            GROUP BY e.event, e.list, e.key, e.line HAVING count(*) > 1 ORDER BY min(e.at)
            """, operation: "read the conflicts of")

    static let publish = LedgerStatement(
        name: "publish",
        text: """
            INSERT INTO usher.published AS p(event, seq, bytes, sha256) VALUES ($1, $2, $3, $4)
              ON CONFLICT (event) DO UPDATE SET seq = excluded.seq, bytes = excluded.bytes,
                sha256 = excluded.sha256, published = now() WHERE p.seq < excluded.seq RETURNING seq
            """, operation: "publish in")

    static let removePieces = LedgerStatement(
        name: "remove_pieces", text: "DELETE FROM usher.published_piece WHERE event = $1", operation: "publish in")

    static let addPiece = LedgerStatement(
        name: "add_piece", text: "INSERT INTO usher.published_piece VALUES ($1, $2, decode($3, 'base64'))",
        operation: "publish in")
}
