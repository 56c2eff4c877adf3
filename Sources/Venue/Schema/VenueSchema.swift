/// The ledger's tables and functions, as steps that are applied once each, each in one transaction.
///
/// Released steps are never changed; a change is a new step. Every station and every version of `usher venue`
/// recognises the schema by the number of the last step.
/// See docs/decisions/083-exact-capacity.md.
enum VenueSchema {
    /// Step 1 is the first.
    static let steps = [
        tables + functions + stationFunctions + ownerFunctions
            + rights([
                "begin_session", "claim", "look", "deliver", "take_back", "news", "announce", "notices", "list_piece",
            ]),
        sealedUploads + rights(["hand_in", "parcel_progress", "take_parcels", "settle_parcels"]),
        insideInOrder + rights(["claim"]),
        settlingByToken + rights(["hand_in", "settle_parcels"]),
        ownIDs + rights(["deliver"]),
        everyoneOut + rights(["everyone_out"]),
        boxOffice + rights(["grant_sales", "refund_sale", "refunds"]),
        reports + rights(["report"]),
        departures + rights(["begin_session", "claim", "deliver", "take_back", "everyone_out"]),
    ]

    static var version: Int { steps.count }

    /// Creates the table that records the applied steps, in a schema of its own, so that nothing collides with other
    /// tables.
    static let bootstrap = """
        CREATE SCHEMA IF NOT EXISTS usher;
        CREATE TABLE IF NOT EXISTS usher.migration(
          step integer PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now());
        """

    /// One step, unless it was just applied: two `usher venue init` at once run one after the other.
    static func application(of step: Int) -> String {
        """
        BEGIN;
        LOCK TABLE usher.migration IN EXCLUSIVE MODE;
        INSERT INTO usher.migration(step) VALUES (\(step));
        \(steps[step - 1])
        COMMIT;
        """
    }
}

extension VenueSchema {
    /// `key` is a ticket's keyed hash (never its code), `at` milliseconds since 1970, `ref` the backend's own id.
    private static let tables = """
        CREATE TABLE usher.setting(
          one boolean PRIMARY KEY DEFAULT true CHECK (one), claims_per_second integer NOT NULL DEFAULT 50);
        INSERT INTO usher.setting DEFAULT VALUES;

        -- `session` grows with each beginning of a session: what an older one sent late is refused.
        -- `last` is the number of its newest entry in the ledger; without gaps.
        CREATE TABLE usher.station(
          name text PRIMARY KEY, role name NOT NULL UNIQUE, added timestamptz NOT NULL DEFAULT now(),
          removed timestamptz, seen timestamptz, session bigint NOT NULL DEFAULT 0, last bigint NOT NULL DEFAULT 0,
          second bigint NOT NULL DEFAULT 0, claims integer NOT NULL DEFAULT 0) WITH (fillfactor = 50);

        -- `version` counts the entries of a ticket on a list.
        CREATE TABLE usher.ticket(
          event text NOT NULL, list text NOT NULL, key bytea NOT NULL CHECK (octet_length(key) = 16),
          version bigint NOT NULL, PRIMARY KEY (event, list, key)) WITH (fillfactor = 80);

        -- Texts and numbers are bounded: every station keeps every entry.
        CREATE TABLE usher.entry(
          id uuid PRIMARY KEY, station text NOT NULL REFERENCES usher.station(name), number bigint NOT NULL,
          seq bigint CHECK (seq >= 0), event text NOT NULL CHECK (octet_length(event) <= 500),
          list text NOT NULL CHECK (octet_length(list) <= 500), gate text CHECK (octet_length(gate) <= 500),
          key bytea NOT NULL, version bigint NOT NULL, line integer NOT NULL CHECK (line >= 0),
          ref text CHECK (octet_length(ref) <= 500), verdict text NOT NULL CHECK (verdict IN ('admitted', 'checkedOut')),
          kind text NOT NULL CHECK (octet_length(kind) <= 20), undoes uuid,
          count integer NOT NULL CHECK (count BETWEEN 0 AND 1000), operator text CHECK (octet_length(operator) <= 500),
          at bigint NOT NULL CHECK (at BETWEEN 0 AND 253402300799999), admits integer NOT NULL CHECK (admits >= 0),
          reentry integer NOT NULL CHECK (reentry BETWEEN 0 AND 2), claimed boolean NOT NULL,
          received timestamptz NOT NULL DEFAULT clock_timestamp(),
          UNIQUE (station, number), UNIQUE (event, list, key, version));
        CREATE INDEX entry_alone ON usher.entry(event, list, key) WHERE NOT claimed;
        CREATE UNIQUE INDEX entry_undoes ON usher.entry(undoes) WHERE undoes IS NOT NULL;

        -- By how many the people inside changed, by station: a row that only its station changes is a row nobody waits
        -- for. One may be below 0, where people leave; the sum is not.
        CREATE TABLE usher.tally(
          event text NOT NULL, list text NOT NULL, station text NOT NULL REFERENCES usher.station(name),
          people bigint NOT NULL DEFAULT 0,
          PRIMARY KEY (event, list, station)) WITH (fillfactor = 50);
        -- The same for each minute (since 1970) and gate: charts are drawn every few seconds, and must not read a million
        -- entries each time.
        CREATE TABLE usher.minute(
          station text NOT NULL REFERENCES usher.station(name), event text NOT NULL, list text NOT NULL,
          gate text NOT NULL, minute bigint NOT NULL, ins bigint NOT NULL, outs bigint NOT NULL,
          PRIMARY KEY (station, event, list, gate, minute)) WITH (fillfactor = 50);
        CREATE TABLE usher.capacity(
          event text NOT NULL, list text NOT NULL, people integer NOT NULL CHECK (people >= 0),
          PRIMARY KEY (event, list));

        CREATE TABLE usher.published(
          event text PRIMARY KEY, seq bigint NOT NULL, bytes bigint NOT NULL, sha256 text NOT NULL,
          published timestamptz NOT NULL DEFAULT now());
        CREATE TABLE usher.published_piece(
          event text NOT NULL REFERENCES usher.published(event) ON DELETE CASCADE, number integer NOT NULL,
          bytes bytea NOT NULL, PRIMARY KEY (event, number));
        ALTER TABLE usher.published_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;

        CREATE VIEW usher.inside AS
          SELECT event, list, coalesce(sum(t.people), 0)::bigint AS people, max(c.people) AS capacity
          FROM usher.tally AS t FULL JOIN usher.capacity AS c USING (event, list) GROUP BY event, list;
        CREATE VIEW usher.per_minute AS
          SELECT event, list, nullif(gate, '') AS gate, to_timestamp(minute * 60) AS minute,
            sum(ins)::bigint AS ins, sum(outs)::bigint AS outs
          FROM usher.minute GROUP BY event, list, gate, minute HAVING sum(ins) + sum(outs) > 0;

        """

    /// Functions that those of stations call; no station may call them itself.
    private static let functions = """
        CREATE FUNCTION usher.entry_json(e usher.entry) RETURNS jsonb LANGUAGE sql STABLE AS $$
          SELECT jsonb_strip_nulls(jsonb_build_object('id', e.id, 'station', e.station, 'number', e.number,
            'seq', e.seq, 'event', e.event, 'list', e.list, 'gate', e.gate, 'key', encode(e.key, 'hex'),
            'version', e.version, 'line', e.line, 'ref', e.ref, 'verdict', e.verdict, 'kind', e.kind,
            'undoes', e.undoes, 'count', e.count, 'operator', e.operator, 'at', e.at, 'admits', e.admits,
            'reentry', e.reentry, 'claimed', e.claimed)) $$;

        -- What happened to a ticket after a version, oldest first.
        CREATE FUNCTION usher.newer(p_event text, p_list text, p_key bytea, p_known bigint)
        RETURNS jsonb LANGUAGE sql STABLE AS $$
          SELECT coalesce(jsonb_agg(usher.entry_json(e) ORDER BY e.version), '[]') FROM usher.entry AS e
          WHERE e.event = p_event AND e.list = p_list AND e.key = p_key AND e.version > p_known $$;

        -- The caller's row, locked: one station's acts come one after the other. An act of an older session is refused, and
        -- so are more claims in one second than a station may make.
        CREATE FUNCTION usher.enter(p_session bigint, p_claims integer) RETURNS usher.station LANGUAGE plpgsql AS $$
        DECLARE s usher.station; this_second bigint := extract(epoch FROM clock_timestamp())::bigint;
        BEGIN
          UPDATE usher.station SET seen = now(), second = this_second,
              claims = p_claims + CASE WHEN second = this_second THEN claims ELSE 0 END
            WHERE role = session_user AND removed IS NULL RETURNING * INTO s;
          IF s.name IS NULL THEN
            RAISE EXCEPTION 'this ledger has no such station' USING ERRCODE = 'UV001';
          END IF;
          IF s.session <> p_session THEN
            RAISE EXCEPTION 'another session works as this station' USING ERRCODE = 'UV002';
          END IF;
          IF p_claims > 0 AND s.claims > (SELECT claims_per_second FROM usher.setting) THEN
            RAISE EXCEPTION 'more claims in one second than a station may make' USING ERRCODE = 'UV003';
          END IF;
          RETURN s;
        END $$;

        -- The ticket's row, locked until the end of the transaction.
        CREATE FUNCTION usher.lock_ticket(p_event text, p_list text, p_key bytea)
        RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE v bigint;
        BEGIN
          INSERT INTO usher.ticket(event, list, key, version) VALUES (p_event, p_list, p_key, 0) ON CONFLICT DO NOTHING;
          SELECT version INTO v FROM usher.ticket
            WHERE event = p_event AND list = p_list AND key = p_key FOR UPDATE;
          RETURN v;
        END $$;

        CREATE FUNCTION usher.people_inside(p_event text, p_list text) RETURNS bigint LANGUAGE sql VOLATILE AS $$
          SELECT coalesce(sum(people), 0)::bigint FROM usher.tally WHERE event = p_event AND list = p_list $$;

        -- People inside on one line. Never below 0: whoever shows a ticket at the exit twice makes room for one.
        CREATE FUNCTION usher.people_on(p_event text, p_list text, p_key bytea, p_line integer)
        RETURNS bigint LANGUAGE sql VOLATILE AS $$
          SELECT greatest(0, coalesce(sum(CASE verdict WHEN 'admitted' THEN count ELSE -count END), 0))
          FROM usher.entry AS e
          WHERE event = p_event AND list = p_list AND key = p_key AND line = p_line AND undoes IS NULL
            AND NOT EXISTS (SELECT FROM usher.entry AS u WHERE u.undoes = e.id) $$;

        -- Whether so many people still fit, which stays true until the end of the transaction.
        -- Far from the capacity nobody waits for anybody: every station has at most one claim under way, of at most ten
        -- people, so as many as ten for each station always fit beside each other. Nearer, one claim at a time.
        CREATE FUNCTION usher.has_room(p_event text, p_list text, p_count integer)
        RETURNS boolean LANGUAGE plpgsql AS $$
        DECLARE
          most bigint := (SELECT people FROM usher.capacity WHERE event = p_event AND list = p_list);
          margin bigint := 10 * (SELECT count(*) FROM usher.station WHERE removed IS NULL);
          lock bigint := hashtextextended(p_event || '/' || p_list, 7);
        BEGIN
          IF most IS NULL THEN RETURN true; END IF;
          IF p_count <= 10 AND usher.people_inside(p_event, p_list) + margin <= most THEN
            -- The block gives the lock back when it is left by its exception.
            BEGIN
              PERFORM pg_advisory_xact_lock_shared(lock);
              IF usher.people_inside(p_event, p_list) + margin <= most THEN RETURN true; END IF;
              RAISE EXCEPTION 'near the capacity' USING ERRCODE = 'UV009';
            EXCEPTION WHEN SQLSTATE 'UV009' THEN NULL;
            END;
          END IF;
          PERFORM pg_advisory_xact_lock(lock);
          RETURN usher.people_inside(p_event, p_list) + p_count <= most;
        END $$;

        -- Counts a new entry, or counts the one that it takes back no more; they may come in either order.
        CREATE FUNCTION usher.count_minute(p_station text, e usher.entry) RETURNS void LANGUAGE plpgsql AS $$
        DECLARE undone usher.entry; sign integer := 1;
        BEGIN
          IF e.undoes IS NOT NULL THEN
            SELECT * INTO undone FROM usher.entry WHERE id = e.undoes AND undoes IS NULL;
            IF NOT FOUND THEN RETURN; END IF;
            e := undone;
            sign := -1;
          ELSIF EXISTS (SELECT FROM usher.entry WHERE undoes = e.id) THEN RETURN;
          END IF;
          INSERT INTO usher.minute AS m VALUES (p_station, e.event, e.list, coalesce(e.gate, ''), e.at / 60000,
              CASE e.verdict WHEN 'admitted' THEN sign * e.count ELSE 0 END,
              CASE e.verdict WHEN 'checkedOut' THEN sign * e.count ELSE 0 END)
            ON CONFLICT (station, event, list, gate, minute)
              DO UPDATE SET ins = m.ins + excluded.ins, outs = m.outs + excluded.outs;
        END $$;

        -- Appends an entry to a locked ticket of a locked station. Returns its version.
        CREATE FUNCTION usher.append(p_station text, p_entry jsonb, p_version bigint, p_claimed boolean)
        RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE e usher.entry; before bigint;
        BEGIN
          e := jsonb_populate_record(NULL::usher.entry, p_entry - 'key' - 'station' - 'number' - 'version');
          e.key := decode(p_entry->>'key', 'hex');
          e.station := p_station;
          e.version := p_version + 1;
          e.claimed := p_claimed;
          e.received := clock_timestamp();
          IF EXISTS (SELECT FROM usher.entry AS u WHERE u.id = e.undoes
            AND (u.event, u.list, u.key, u.line) IS DISTINCT FROM (e.event, e.list, e.key, e.line))
          THEN RAISE EXCEPTION 'it takes back an entry of another ticket' USING ERRCODE = 'check_violation'; END IF;
          UPDATE usher.station SET last = last + 1 WHERE name = p_station RETURNING last INTO e.number;
          UPDATE usher.ticket SET version = e.version WHERE event = e.event AND list = e.list AND key = e.key;
          before := usher.people_on(e.event, e.list, e.key, e.line);
          INSERT INTO usher.entry SELECT e.*;
          INSERT INTO usher.tally AS t
            VALUES (e.event, e.list, p_station, usher.people_on(e.event, e.list, e.key, e.line) - before)
            ON CONFLICT (event, list, station) DO UPDATE SET people = t.people + excluded.people;
          PERFORM usher.count_minute(p_station, e);
          RETURN e.version;
        END $$;

        """
}
