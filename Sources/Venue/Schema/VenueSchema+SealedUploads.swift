extension VenueSchema {
    /// Check-ins on their way to the one station that uploads for all. The ledger cannot read them: stations encrypt
    /// them with a key that it never gets. It has only the key's name, in the column `uploads`.
    ///
    /// The station that uploads is the one that holds an advisory lock; there is one lock for each key and backend. The
    /// lock belongs to a database session, so it ends with the station's connection, however that ends.
    static let sealedUploads = """
        CREATE TABLE usher.uploads(
          name text NOT NULL CHECK (octet_length(name) <= 64), backend text NOT NULL CHECK (octet_length(backend) <= 200),
          PRIMARY KEY (name, backend));

        -- `number` is the order of uploading. `words` is what the backend said, sealed as well: it may name somebody.
        -- `learnt` is when its station asked for the answer and got it.
        CREATE TABLE usher.parcel(
          number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, station text NOT NULL REFERENCES usher.station(name),
          uploads text NOT NULL, backend text NOT NULL, entry uuid NOT NULL,
          sealed bytea NOT NULL CHECK (octet_length(sealed) <= 65536),
          handed_in timestamptz NOT NULL DEFAULT clock_timestamp(), settled timestamptz,
          outcome text CHECK (outcome IN ('accepted', 'refused', 'parked')),
          words bytea CHECK (octet_length(words) <= 65536), learnt timestamptz,
          UNIQUE (station, backend, entry), FOREIGN KEY (uploads, backend) REFERENCES usher.uploads(name, backend));
        CREATE INDEX parcel_waiting ON usher.parcel(uploads, backend, number) WHERE settled IS NULL;
        CREATE INDEX parcel_open ON usher.parcel(station) WHERE settled IS NULL;
        CREATE INDEX parcel_settled ON usher.parcel(settled) WHERE settled IS NOT NULL;

        -- Who holds which lock (pg_locks shows its two numbers as unsigned).
        CREATE VIEW usher.uploader AS
          SELECT u.name, u.backend, l.pid, s.name AS station
          FROM usher.uploads AS u
            JOIN pg_locks AS l ON l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
              AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
              AND l.classid::bigint = hashtext('usher uploads ' || u.name)::bigint & 4294967295
              AND l.objid::bigint = hashtext(u.backend)::bigint & 4294967295
            JOIN pg_stat_activity AS a ON a.pid = l.pid JOIN usher.station AS s ON s.role = a.usename;

        CREATE FUNCTION usher.caller() RETURNS text LANGUAGE plpgsql STABLE AS $$
        DECLARE v_name text;
        BEGIN
          SELECT name INTO v_name FROM usher.station WHERE role = session_user AND removed IS NULL;
          IF v_name IS NULL THEN
            RAISE EXCEPTION 'this ledger has no such station' USING ERRCODE = 'UV001';
          END IF;
          RETURN v_name;
        END $$;

        CREATE FUNCTION usher.is_uploader(p_uploads text, p_backend text) RETURNS boolean LANGUAGE sql VOLATILE AS $$
          SELECT EXISTS (SELECT FROM usher.uploader
            WHERE name = p_uploads AND backend = p_backend AND pid = pg_backend_pid()) $$;

        -- Keeps what the caller wants uploaded, in order. Again, it changes nothing, unless the key is another, or the
        -- caller knows that it was not accepted: then it waits anew.
        CREATE FUNCTION usher.hand_in(p_uploads text, p_backend text, p_parcels jsonb)
        RETURNS void LANGUAGE plpgsql AS $$
        DECLARE v_station text := usher.caller();
        BEGIN
          IF (SELECT count(*) FROM usher.parcel WHERE station = v_station AND settled IS NULL) > 1000 THEN
            RAISE EXCEPTION 'more check-ins wait to be uploaded than a station may hand in' USING ERRCODE = 'UV003';
          END IF;
          INSERT INTO usher.uploads VALUES (p_uploads, p_backend) ON CONFLICT DO NOTHING;
          INSERT INTO usher.parcel AS p(station, uploads, backend, entry, sealed)
            SELECT v_station, p_uploads, p_backend, (item->>'entry')::uuid, decode(item->>'sealed', 'base64')
            FROM jsonb_array_elements(p_parcels) WITH ORDINALITY AS each(item, place) ORDER BY place
            ON CONFLICT (station, backend, entry) DO UPDATE SET uploads = excluded.uploads, sealed = excluded.sealed,
              settled = NULL, outcome = NULL, words = NULL, learnt = NULL
            WHERE p.uploads <> excluded.uploads OR (p.learnt IS NOT NULL AND p.outcome <> 'accepted');
        END $$;

        -- What became of the caller's parcels, and how many of them still wait.
        CREATE FUNCTION usher.parcel_progress(p_backend text, p_entries jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
        DECLARE
          v_station text := usher.caller();
          v_entries uuid[] := ARRAY(SELECT value::uuid FROM jsonb_array_elements_text(p_entries));
          answers jsonb;
        BEGIN
          WITH mine AS (
            UPDATE usher.parcel SET learnt = coalesce(learnt, clock_timestamp())
            WHERE station = v_station AND backend = p_backend AND entry = ANY(v_entries) AND settled IS NOT NULL
            RETURNING entry, outcome, words)
          SELECT coalesce(jsonb_agg(jsonb_build_object('entry', entry, 'outcome', outcome,
            'words', encode(words, 'base64'))), '[]') INTO answers FROM mine;
          RETURN jsonb_build_object('answers', answers, 'waiting', (SELECT count(*) FROM usher.parcel
            WHERE station = v_station AND backend = p_backend AND entry = ANY(v_entries) AND settled IS NULL));
        END $$;

        -- Makes the caller the one that uploads, if there is none. NULL: there is one.
        CREATE FUNCTION usher.take_parcels(p_uploads text, p_backend text, p_most integer)
        RETURNS jsonb LANGUAGE plpgsql AS $$
        DECLARE v_station text := usher.caller();
        BEGIN
          INSERT INTO usher.uploads VALUES (p_uploads, p_backend) ON CONFLICT DO NOTHING;
          -- A lock that is held would be taken once more.
          IF NOT usher.is_uploader(p_uploads, p_backend)
            AND NOT pg_try_advisory_lock(hashtext('usher uploads ' || p_uploads), hashtext(p_backend))
          THEN RETURN NULL; END IF;
          RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('number', number, 'entry', entry,
              'sealed', encode(sealed, 'base64')) ORDER BY number), '[]')
            FROM (SELECT * FROM usher.parcel WHERE uploads = p_uploads AND backend = p_backend AND settled IS NULL
              ORDER BY number LIMIT p_most) AS page);
        END $$;

        -- Keeps what a backend said; false when the caller is not, or no more, the one that uploads. What its station
        -- has learnt is kept for a while: the answer may not have come into its journal.
        CREATE FUNCTION usher.settle_parcels(p_uploads text, p_backend text, p_answers jsonb)
        RETURNS boolean LANGUAGE plpgsql AS $$
        DECLARE v_station text := usher.caller();
        BEGIN
          IF NOT usher.is_uploader(p_uploads, p_backend) THEN RETURN false; END IF;
          UPDATE usher.parcel AS p SET settled = clock_timestamp(), outcome = answer->>'outcome',
              words = decode(answer->>'words', 'base64')
            FROM jsonb_array_elements(p_answers) AS answer
            WHERE p.number = (answer->>'number')::bigint AND p.uploads = p_uploads AND p.backend = p_backend
              AND p.settled IS NULL;
          DELETE FROM usher.parcel WHERE settled < now() - interval '10 minutes'
            AND (learnt < now() - interval '10 minutes' OR settled < now() - interval '30 days');
          RETURN true;
        END $$;

        """
}
