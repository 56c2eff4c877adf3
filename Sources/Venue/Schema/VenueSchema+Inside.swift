extension VenueSchema {
    /// People inside are counted line by line, in order of time, and only the station that recorded an entry may undo
    /// it.
    ///
    /// The count of each line is stored, so that a passage costs one step. All passages of a line are added up again
    /// only when one arrives late or is undone.
    static let insideInOrder =
        """
        -- A supervisor's undo at another station has a reason; no other entry has one.
        ALTER TABLE usher.entry ADD COLUMN note text CHECK (octet_length(note) <= 2000);
        ALTER TABLE usher.setting ADD COLUMN supervisor_undo boolean NOT NULL DEFAULT true;

        -- `base` is how many were inside at `until`, as the list said of earlier passages when the line's first entry came.
        -- `newest` is the time of the newest passage that `inside` was folded over.
        CREATE TABLE usher.line(
          event text NOT NULL, list text NOT NULL, key bytea NOT NULL, line integer NOT NULL,
          base integer NOT NULL DEFAULT 0 CHECK (base BETWEEN 0 AND 1000), until bigint, inside bigint NOT NULL,
          newest bigint, PRIMARY KEY (event, list, key, line)) WITH (fillfactor = 80);

        CREATE OR REPLACE FUNCTION usher.entry_json(e usher.entry) RETURNS jsonb LANGUAGE sql STABLE AS $$
          SELECT jsonb_strip_nulls(jsonb_build_object('id', e.id, 'station', e.station, 'number', e.number,
            'seq', e.seq, 'event', e.event, 'list', e.list, 'gate', e.gate, 'key', encode(e.key, 'hex'),
            'version', e.version, 'line', e.line, 'ref', e.ref, 'verdict', e.verdict, 'kind', e.kind,
            'undoes', e.undoes, 'count', e.count, 'operator', e.operator, 'at', e.at, 'admits', e.admits,
            'reentry', e.reentry, 'claimed', e.claimed, 'note', e.note)) $$;

        """ + counting + undoing + claiming + recounting

    private static let counting = """
        -- Whether an entry, which may come before the one that it is about, takes this one back.
        CREATE FUNCTION usher.is_undone(e usher.entry) RETURNS boolean LANGUAGE sql STABLE AS $$
          SELECT EXISTS (SELECT FROM usher.entry AS u WHERE u.undoes = e.id
            AND (u.event, u.list, u.key, u.line) = (e.event, e.list, e.key, e.line)) $$;

        -- People inside on a line: its passages in order of time, those of one moment in the order in which they were
        -- learnt. An entry adds its people, an exit takes away at most what is inside. Never going below 0 on the way is
        -- the same as the sum, less the lowest sum that there was on the way if that was below 0.
        CREATE FUNCTION usher.fold(l usher.line) RETURNS bigint LANGUAGE sql STABLE AS $$
          SELECT l.base + coalesce(sum(change), 0) - least(0, coalesce(min(running), 0))
          FROM (SELECT change, l.base + sum(change) OVER (ORDER BY at, version ROWS UNBOUNDED PRECEDING) AS running
            FROM (SELECT at, version, CASE verdict WHEN 'admitted' THEN count ELSE -count END AS change
              FROM usher.entry AS e
              WHERE event = l.event AND list = l.list AND key = l.key AND line = l.line AND undoes IS NULL
                AND (l.until IS NULL OR at > l.until) AND NOT usher.is_undone(e)) AS passage) AS step $$;

        -- Counts an entry that has just been kept, on its locked ticket. Returns by how many the people inside changed:
        -- with those that the list brought, when the line is new here.
        CREATE FUNCTION usher.count_inside(e usher.entry, p_used integer, p_until bigint)
        RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE l usher.line; before bigint := 0; is_new boolean;
        BEGIN
          SELECT * INTO l FROM usher.line
            WHERE event = e.event AND list = e.list AND key = e.key AND line = e.line;
          is_new := NOT FOUND;
          IF is_new THEN
            l := (e.event, e.list, e.key, e.line, coalesce(p_used, 0), p_until, coalesce(p_used, 0), NULL);
          ELSE
            before := l.inside;
          END IF;
          IF e.undoes IS NULL AND (l.newest IS NULL OR e.at >= l.newest) AND (l.until IS NULL OR e.at > l.until)
            AND NOT usher.is_undone(e)
          THEN
            l.inside := CASE e.verdict WHEN 'admitted' THEN l.inside + e.count ELSE greatest(0, l.inside - e.count) END;
          ELSE
            l.inside := usher.fold(l);
          END IF;
          IF e.undoes IS NULL THEN l.newest := greatest(l.newest, e.at); END IF;
          IF is_new THEN
            INSERT INTO usher.line SELECT l.*;
          ELSE
            UPDATE usher.line SET inside = l.inside, newest = l.newest
              WHERE event = l.event AND list = l.list AND key = l.key AND line = l.line;
          END IF;
          RETURN l.inside - before;
        END $$;

        """

    private static let undoing = """
        -- An entry is taken back by the station that recorded it. At another station it is a supervisor's act, which says
        -- who and why, and which the ledger's owner can forbid. It may come before the entry, which may be on its way.
        CREATE FUNCTION usher.check_undo(e usher.entry) RETURNS void LANGUAGE plpgsql AS $$
        DECLARE undone usher.entry;
        BEGIN
          IF e.undoes IS NULL THEN
            IF e.kind IN ('undo', 'takenBack', 'supervisorUndo') THEN
              RAISE EXCEPTION 'it takes back no entry' USING ERRCODE = 'check_violation';
            END IF;
            RETURN;
          END IF;
          SELECT * INTO undone FROM usher.entry WHERE id = e.undoes;
          IF FOUND AND ((undone.event, undone.list, undone.key, undone.line)
            IS DISTINCT FROM (e.event, e.list, e.key, e.line) OR undone.undoes IS NOT NULL AND e.kind <> 'takenBack')
          THEN RAISE EXCEPTION 'it takes back an entry of another ticket' USING ERRCODE = 'check_violation'; END IF;
          IF e.kind <> 'supervisorUndo' THEN
            IF undone.station IS DISTINCT FROM e.station THEN
              RAISE EXCEPTION 'only the station that recorded an entry takes it back' USING ERRCODE = 'check_violation';
            END IF;
          ELSIF btrim(coalesce(e.operator, '')) = '' OR btrim(coalesce(e.note, '')) = '' THEN
            RAISE EXCEPTION 'a supervisor''s undo needs a name and a reason' USING ERRCODE = 'check_violation';
          ELSIF NOT (SELECT supervisor_undo FROM usher.setting) THEN
            RAISE EXCEPTION 'no station of this venue takes back what another recorded'
              USING ERRCODE = 'check_violation';
          END IF;
        END $$;

        """

    private static let claiming = """
        CREATE OR REPLACE FUNCTION usher.append(p_station text, p_entry jsonb, p_version bigint, p_claimed boolean)
        RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE e usher.entry; change bigint;
        BEGIN
          e := jsonb_populate_record(NULL::usher.entry, p_entry - 'key' - 'station' - 'number' - 'version');
          e.key := decode(p_entry->>'key', 'hex');
          e.station := p_station;
          e.version := p_version + 1;
          e.claimed := p_claimed;
          e.received := clock_timestamp();
          IF e.kind <> 'supervisorUndo' THEN e.note := NULL; END IF;
          PERFORM usher.check_undo(e);
          UPDATE usher.station SET last = last + 1 WHERE name = p_station RETURNING last INTO e.number;
          UPDATE usher.ticket SET version = e.version WHERE event = e.event AND list = e.list AND key = e.key;
          INSERT INTO usher.entry SELECT e.*;
          change := usher.count_inside(e, (p_entry->>'used')::integer, (p_entry->>'usedUntil')::bigint);
          INSERT INTO usher.tally AS t VALUES (e.event, e.list, p_station, change)
            ON CONFLICT (event, list, station) DO UPDATE SET people = t.people + excluded.people;
          PERFORM usher.count_minute(p_station, e);
          RETURN e.version;
        END $$;

        -- The people who come in with a claim: those whom its line brings from the list, too, when it is new here.
        CREATE FUNCTION usher.claimed_people(p_entry jsonb) RETURNS integer LANGUAGE sql STABLE AS $$
          SELECT (p_entry->>'count')::integer + CASE WHEN EXISTS (SELECT FROM usher.line
              WHERE event = p_entry->>'event' AND list = p_entry->>'list' AND key = decode(p_entry->>'key', 'hex')
                AND line = (p_entry->>'line')::integer)
            THEN 0 ELSE coalesce((p_entry->>'used')::integer, 0) END $$;

        CREATE OR REPLACE FUNCTION usher.claim(p_session bigint, p_known bigint, p_entry jsonb)
        RETURNS jsonb LANGUAGE plpgsql AS $$
        DECLARE
          s usher.station := usher.enter(p_session, 1);
          v_event text := p_entry->>'event';
          v_list text := p_entry->>'list';
          v_key bytea := decode(p_entry->>'key', 'hex');
          v bigint;
          has_room boolean := true;
        BEGIN
          SELECT version INTO v FROM usher.entry WHERE id = (p_entry->>'id')::uuid AND station = s.name;
          IF FOUND THEN RETURN jsonb_build_object('outcome', 'taken', 'version', v); END IF;
          -- Before the ticket's lock: two locks are always taken in one order.
          IF p_entry->>'verdict' = 'admitted' AND p_entry->>'undoes' IS NULL THEN
            has_room := usher.has_room(v_event, v_list, usher.claimed_people(p_entry));
          END IF;
          v := usher.lock_ticket(v_event, v_list, v_key);
          IF v <> p_known THEN
            RETURN jsonb_build_object('outcome', 'stale', 'version', v,
              'news', usher.newer(v_event, v_list, v_key, p_known));
          END IF;
          IF NOT has_room THEN RETURN jsonb_build_object('outcome', 'full', 'version', v); END IF;
          RETURN jsonb_build_object('outcome', 'taken', 'version', usher.append(s.name, p_entry, v, true));
        END $$;

        """

    /// Recounts what older versions counted as sums. Only the total over all stations is used, so it is put on one of
    /// them.
    private static let recounting = """
        DROP FUNCTION usher.people_on(text, text, bytea, integer);
        INSERT INTO usher.line(event, list, key, line, inside, newest)
          SELECT event, list, key, line, 0, max(at) FILTER (WHERE undoes IS NULL)
          FROM usher.entry GROUP BY event, list, key, line;
        UPDATE usher.line AS l SET inside = usher.fold(l);
        UPDATE usher.tally SET people = 0;
        UPDATE usher.tally AS t SET people = c.people
          FROM (SELECT l.event, l.list, sum(l.inside) AS people,
              (SELECT min(station) FROM usher.tally AS t WHERE t.event = l.event AND t.list = l.list) AS station
            FROM usher.line AS l GROUP BY l.event, l.list) AS c
          WHERE t.event = c.event AND t.list = c.list AND t.station = c.station;

        """
}
