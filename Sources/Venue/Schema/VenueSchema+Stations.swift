extension VenueSchema {
    /// What a station may call, under its own role (`session_user`). Each function checks the session first.
    ///
    /// None knows a rule of admission: the station decides, and these make sure that it decided on everything there is.
    static let stationFunctions = """
        -- Now, in milliseconds since 1970.
        CREATE FUNCTION usher.clock() RETURNS bigint LANGUAGE sql VOLATILE AS $$
          SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

        -- Begins a session, which ends the one before.
        CREATE FUNCTION usher.begin_session() RETURNS jsonb LANGUAGE plpgsql AS $$
        DECLARE s usher.station;
        BEGIN
          UPDATE usher.station SET session = session + 1, seen = now()
            WHERE role = session_user AND removed IS NULL RETURNING * INTO s;
          IF s.name IS NULL THEN
            RAISE EXCEPTION 'this ledger has no such station' USING ERRCODE = 'UV001';
          END IF;
          RETURN jsonb_build_object('station', s.name, 'session', s.session, 'last', s.last,
            'step', (SELECT max(step) FROM usher.migration),
            'now', usher.clock());
        END $$;

        -- Writes the entry if the ticket is at the version that it was decided on, and its people fit; else tells what
        -- is newer. The same entry again is taken again, once.
        CREATE FUNCTION usher.claim(p_session bigint, p_known bigint, p_entry jsonb)
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
            has_room := usher.has_room(v_event, v_list, (p_entry->>'count')::integer);
          END IF;
          v := usher.lock_ticket(v_event, v_list, v_key);
          IF v <> p_known THEN
            RETURN jsonb_build_object('outcome', 'stale', 'version', v,
              'news', usher.newer(v_event, v_list, v_key, p_known));
          END IF;
          IF NOT has_room THEN RETURN jsonb_build_object('outcome', 'full', 'version', v); END IF;
          RETURN jsonb_build_object('outcome', 'taken', 'version', usher.append(s.name, p_entry, v, true));
        END $$;

        -- What is newer than a version, without writing: asked before a refusal that stands on what is known.
        CREATE FUNCTION usher.look(p_event text, p_list text, p_key text, p_known bigint)
        RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
        DECLARE v_key bytea := decode(p_key, 'hex');
        BEGIN
          PERFORM FROM usher.station WHERE role = session_user AND removed IS NULL;
          IF NOT FOUND THEN RAISE EXCEPTION 'this ledger has no such station' USING ERRCODE = 'UV001'; END IF;
          RETURN jsonb_build_object(
            'version', coalesce((SELECT version FROM usher.ticket
              WHERE event = p_event AND list = p_list AND key = v_key), 0),
            'news', usher.newer(p_event, p_list, v_key, p_known),
            'inside', usher.people_inside(p_event, p_list),
            'capacity', (SELECT people FROM usher.capacity WHERE event = p_event AND list = p_list));
        END $$;

        -- Keeps what was decided without the ledger, in order, whatever the ticket's version: it has happened.
        CREATE FUNCTION usher.deliver(p_session bigint, p_entries jsonb) RETURNS integer LANGUAGE plpgsql AS $$
        DECLARE s usher.station := usher.enter(p_session, 0); e jsonb; kept integer := 0;
        BEGIN
          IF jsonb_array_length(p_entries) > 200 THEN
            RAISE EXCEPTION 'more entries than one delivery may have' USING ERRCODE = 'check_violation';
          END IF;
          PERFORM usher.lock_lists(p_entries);
          FOR e IN SELECT value FROM jsonb_array_elements(p_entries) WITH ORDINALITY ORDER BY ordinality LOOP
            CONTINUE WHEN EXISTS (SELECT FROM usher.entry WHERE id = (e->>'id')::uuid);
            PERFORM usher.append(s.name, e,
              usher.lock_ticket(e->>'event', e->>'list', decode(e->>'key', 'hex')), false);
            kept := kept + 1;
          END LOOP;
          RETURN kept;
        END $$;

        -- Whoever counts exactly waits for these. Several tickets are locked at once, in one order for everybody.
        CREATE FUNCTION usher.lock_lists(p_entries jsonb) RETURNS void LANGUAGE plpgsql AS $$
        DECLARE r record;
        BEGIN
          FOR r IN SELECT DISTINCT c.event, c.list FROM usher.capacity AS c
            JOIN jsonb_array_elements(p_entries) AS e ON e->>'event' = c.event AND e->>'list' = c.list
            ORDER BY c.event, c.list
          LOOP PERFORM pg_advisory_xact_lock(hashtextextended(r.event || '/' || r.list, 7)); END LOOP;
          FOR r IN SELECT DISTINCT e->>'event' AS event, e->>'list' AS list, e->>'key' AS key
            FROM jsonb_array_elements(p_entries) AS e ORDER BY 1, 2, 3
          LOOP PERFORM usher.lock_ticket(r.event, r.list, decode(r.key, 'hex')); END LOOP;
        END $$;

        -- Takes back an own entry that never came into the station's journal: nobody was let in on it.
        CREATE FUNCTION usher.take_back(p_session bigint, p_id uuid) RETURNS boolean LANGUAGE plpgsql AS $$
        DECLARE s usher.station := usher.enter(p_session, 0); e usher.entry;
        BEGIN
          SELECT * INTO e FROM usher.entry WHERE id = p_id AND station = s.name;
          IF NOT FOUND OR EXISTS (SELECT FROM usher.entry WHERE undoes = p_id) THEN RETURN false; END IF;
          PERFORM usher.append(s.name,
            usher.entry_json(e) - 'seq' || jsonb_build_object('id', gen_random_uuid(), 'kind', 'takenBack',
              'undoes', e.id, 'count', 0,
              'at', (extract(epoch FROM clock_timestamp()) * 1000)::bigint),
            usher.lock_ticket(e.event, e.list, e.key), true);
          RETURN true;
        END $$;

        -- Entries of every station after the number known of each, at most so many. Each station's come in order.
        CREATE FUNCTION usher.news(p_known jsonb, p_most integer) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
        BEGIN
          PERFORM FROM usher.station WHERE role = session_user AND removed IS NULL;
          IF NOT FOUND THEN RAISE EXCEPTION 'this ledger has no such station' USING ERRCODE = 'UV001'; END IF;
          RETURN (SELECT coalesce(jsonb_agg(usher.entry_json(page.e)), '[]') FROM (
            SELECT e FROM usher.station AS s CROSS JOIN LATERAL (
              SELECT e FROM usher.entry AS e
              WHERE e.station = s.name AND e.number > coalesce((p_known->>s.name)::bigint, 0)
              ORDER BY e.number LIMIT least(p_most, 1000)) AS each
            WHERE s.last > coalesce((p_known->>s.name)::bigint, 0) LIMIT least(p_most, 1000)) AS page);
        END $$;

        -- Wakes those who listen. Not part of a claim: PostgreSQL lets transactions that notify commit one at a time,
        -- and this one writes nothing that a disk has to take.
        CREATE FUNCTION usher.announce() RETURNS void LANGUAGE sql AS $$ SELECT pg_notify('usher', '') $$;

        -- What a station is told besides entries: the published lists, and how many people each hall takes.
        CREATE FUNCTION usher.notices() RETURNS jsonb LANGUAGE sql STABLE AS $$
          SELECT jsonb_build_object(
            'lists', (SELECT coalesce(jsonb_agg(jsonb_build_object('event', event, 'seq', seq, 'bytes', bytes,
              'sha256', sha256) ORDER BY event), '[]') FROM usher.published),
            'capacities', (SELECT coalesce(jsonb_agg(to_jsonb(c) ORDER BY event, list), '[]') FROM usher.capacity AS c)) $$;

        CREATE FUNCTION usher.list_piece(p_event text, p_seq bigint, p_number integer)
        RETURNS text LANGUAGE sql STABLE AS $$
          SELECT encode(piece.bytes, 'base64') FROM usher.published_piece AS piece JOIN usher.published USING (event)
          WHERE event = p_event AND seq = p_seq AND number = p_number $$;

        """

    /// What the owner calls to manage roles. No station may call these.
    static let ownerFunctions = """
        -- `p_verifier` is what a server keeps of a password (pg_authid.rolpassword); a server may log what it is asked.
        CREATE FUNCTION usher.add_station(p_name text, p_verifier text) RETURNS text LANGUAGE plpgsql AS $$
        DECLARE v_role text := current_database() || '.' || p_name;
        BEGIN
          IF octet_length(v_role) > 63 OR p_name = 'stations' THEN
            RAISE EXCEPTION 'the station''s name cannot be part of a role''s' USING ERRCODE = 'invalid_name';
          END IF;
          IF EXISTS (SELECT FROM pg_roles WHERE rolname = v_role) THEN
            EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', v_role, p_verifier);
            -- A role may have given itself settings.
            EXECUTE format('ALTER ROLE %I RESET ALL', v_role);
          ELSE
            EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L CONNECTION LIMIT 6', v_role, p_verifier);
          END IF;
          EXECUTE format('GRANT %I TO %I', current_database() || '.stations', v_role);
          INSERT INTO usher.station(name, role) VALUES (p_name, v_role)
            ON CONFLICT (name) DO UPDATE SET removed = NULL;
          RETURN v_role;
        END $$;

        -- Ends its sessions, without waiting for what they hold locked; they do not come back.
        CREATE FUNCTION usher.lock_out(p_name text) RETURNS boolean LANGUAGE plpgsql AS $$
        DECLARE v_role text := (SELECT role FROM usher.station WHERE name = p_name AND removed IS NULL);
        BEGIN
          IF v_role IS NULL THEN RETURN false; END IF;
          EXECUTE format('ALTER ROLE %I NOLOGIN', v_role);
          PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE usename = v_role AND datname = current_database();
          RETURN true;
        END $$;

        -- After `lock_out`, in a transaction of its own: what logged in before that was committed is ended here.
        CREATE FUNCTION usher.remove_station(p_name text) RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN
          IF NOT usher.lock_out(p_name) THEN RETURN false; END IF;
          UPDATE usher.station SET removed = now(), session = session + 1 WHERE name = p_name;
          RETURN true;
        END $$;

        """

    /// Removes everybody's rights; a station's role has those of the group, which may call its functions and nothing
    /// else. The functions run as the ledger's owner, and find only the ledger's own tables.
    ///
    /// - Parameter functions: names of a step's functions that stations may call.
    static func rights(_ functions: [String]) -> String {
        let names = functions.map { "'\($0)'" }.joined(separator: ", ")
        return """
            DO $$
            DECLARE stations text := current_database() || '.stations'; f regprocedure;
            BEGIN
              IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = stations) THEN
                EXECUTE format('CREATE ROLE %I NOLOGIN', stations);
              END IF;
              EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
              EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), stations);
              REVOKE ALL ON SCHEMA usher FROM PUBLIC;
              EXECUTE format('GRANT USAGE ON SCHEMA usher TO %I', stations);
              REVOKE ALL ON ALL TABLES IN SCHEMA usher FROM PUBLIC;
              FOR f IN SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = 'usher'::regnamespace LOOP
                EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
              END LOOP;
              FOR f IN SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = 'usher'::regnamespace
                AND proname IN (\(names))
              LOOP
                EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = usher, pg_temp', f);
                EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', f, stations);
              END LOOP;
            END $$;
            """
    }
}
