extension VenueSchema {
    /// People inside on a line, whatever the clocks of its stations say: each entry adds its people, and each exit takes away
    /// people whose entry its station knew. As many leave as this allows, as at the stations (docs/VENUE.md).
    static let departures =
        """
        -- In which order entries and hours came to the ledger: no clock says so.
        CREATE SEQUENCE usher.arrival;
        -- `knew`: ids of passages that the station knew. `synchronised`: whether its clock was.
        ALTER TABLE usher.entry ADD COLUMN knew uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(knew) <= 128),
          ADD COLUMN synchronised boolean, ADD COLUMN arrival bigint NOT NULL DEFAULT nextval('usher.arrival');
        ALTER TABLE usher.exit_hour ADD COLUMN arrival bigint NOT NULL DEFAULT nextval('usher.arrival');
        ALTER TABLE usher.line DROP COLUMN newest;
        -- Who left by which exit. `entry` may be `listed_id` of a line: people whom its ticket list had inside.
        CREATE TABLE usher.departure(
          exit uuid NOT NULL, entry uuid NOT NULL, people integer NOT NULL CHECK (people >= 0), PRIMARY KEY (exit, entry));
        CREATE INDEX departure_entry ON usher.departure(entry);

        CREATE OR REPLACE FUNCTION usher.entry_json(e usher.entry) RETURNS jsonb LANGUAGE sql STABLE AS $$
          SELECT jsonb_strip_nulls(jsonb_build_object('id', e.id, 'station', e.station, 'number', e.number,
            'seq', e.seq, 'event', e.event, 'list', e.list, 'gate', e.gate, 'key', encode(e.key, 'hex'),
            'version', e.version, 'line', e.line, 'ref', e.ref, 'verdict', e.verdict, 'kind', e.kind,
            'undoes', e.undoes, 'count', e.count, 'operator', e.operator, 'at', e.at, 'admits', e.admits,
            'reentry', e.reentry, 'claimed', e.claimed, 'note', e.note, 'knew', nullif(e.knew, '{}'),
            'synchronised', e.synchronised)) $$;

        """ + matching + folding + appending

    private static let matching = """
        -- Whether its people are inside unless an exit has taken them away. The ticket list may count what a station delivers
        -- late. An hour at which everybody counts as out takes those of before it; what came to the ledger after it is of
        -- before only by a clock that was synchronised.
        CREATE FUNCTION usher.is_in(l usher.line, e usher.entry) RETURNS boolean LANGUAGE sql STABLE AS $$
          SELECT e.verdict = 'admitted' AND e.undoes IS NULL AND NOT usher.is_undone(e)
            AND (e.claimed OR l.until IS NULL OR e.at > l.until)
            AND NOT EXISTS (SELECT FROM usher.exit_hour AS h WHERE h.event = e.event AND h.list = e.list
              AND e.at < h.at AND (e.arrival < h.arrival OR e.synchronised IS NOT false)) $$;

        CREATE FUNCTION usher.listed_id(l usher.line) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
          SELECT md5(l.event || '/' || l.list || '/' || encode(l.key, 'hex') || '/' || l.line)::uuid $$;

        -- People of an entry, or of the ticket list, whom no exit has taken away.
        CREATE FUNCTION usher.staying(l usher.line, p_entry uuid) RETURNS integer LANGUAGE sql STABLE AS $$
          SELECT CASE WHEN p_entry = usher.listed_id(l) THEN usher.listed_inside(l.event, l.list, l.base, l.until)
              ELSE coalesce((SELECT count FROM usher.entry AS e WHERE id = p_entry AND usher.is_in(l, e)
                AND (event, list, key, line) = (l.event, l.list, l.key, l.line)), 0) END
            - coalesce((SELECT sum(people) FROM usher.departure WHERE entry = p_entry), 0)::integer $$;

        -- Entries that an exit knew, and the ticket list. An entry that names the exit and other entries says that those people
        -- had left by it, but for those who came after it.
        CREATE FUNCTION usher.known(l usher.line, p_exit uuid) RETURNS uuid[] LANGUAGE sql STABLE AS $$
          SELECT array_agg(DISTINCT id) || usher.listed_id(l) FROM (
            SELECT unnest(knew) AS id FROM usher.entry WHERE id = p_exit
            UNION SELECT unnest(knew) FROM usher.entry AS e
              WHERE (event, list, key, line) = (l.event, l.list, l.key, l.line) AND verdict = 'admitted'
                AND p_exit = ANY (knew) AND undoes IS NULL AND NOT usher.is_undone(e)
            EXCEPT SELECT e.id FROM usher.entry AS e
              WHERE (event, list, key, line) = (l.event, l.list, l.key, l.line) AND p_exit = ANY (knew)) AS known $$;

        CREATE FUNCTION usher.depart(p_exit uuid, p_entry uuid, p_people integer) RETURNS void LANGUAGE sql AS $$
          INSERT INTO usher.departure AS d VALUES (p_exit, p_entry, greatest(0, p_people))
            ON CONFLICT (exit, entry) DO UPDATE SET people = d.people + p_people $$;

        -- Lets people leave by an exit: those who were not taken away; then those whom another exit gives up because it can
        -- take others. `gone` is how many.
        CREATE FUNCTION usher.leave(
          l usher.line, p_exit uuid, p_people integer, INOUT seen uuid[] DEFAULT '{}', OUT gone integer)
        LANGUAGE plpgsql AS $$
        DECLARE v_known uuid[] := usher.known(l, p_exit); v_id uuid; n integer; other record; moved record;
        BEGIN
          gone := 0;
          FOREACH v_id IN ARRAY v_known LOOP
            n := least(p_people - gone, usher.staying(l, v_id));
            CONTINUE WHEN n <= 0;
            PERFORM usher.depart(p_exit, v_id, n);
            gone := gone + n;
          END LOOP;
          FOREACH v_id IN ARRAY v_known LOOP
            CONTINUE WHEN gone = p_people OR v_id = ANY (seen);
            seen := seen || v_id;
            FOR other IN SELECT exit, people FROM usher.departure
              WHERE entry = v_id AND exit <> p_exit AND people > 0 ORDER BY exit
            LOOP
              EXIT WHEN gone = p_people;
              SELECT * INTO moved FROM usher.leave(l, other.exit, least(p_people - gone, other.people), seen);
              seen := moved.seen;
              CONTINUE WHEN moved.gone = 0;
              PERFORM usher.depart(other.exit, v_id, -moved.gone);
              PERFORM usher.depart(p_exit, v_id, moved.gone);
              gone := gone + moved.gone;
            END LOOP;
          END LOOP;
        END $$;

        -- How many of the people of an exit leave.
        CREATE FUNCTION usher.leave_all(l usher.line, p_exit uuid, p_people integer) RETURNS integer
        LANGUAGE plpgsql AS $$
        DECLARE v_gone integer := 0; more integer;
        BEGIN
          LOOP
            SELECT gone INTO more FROM usher.leave(l, p_exit, p_people - v_gone);
            v_gone := v_gone + more;
            IF more = 0 OR v_gone = p_people THEN RETURN v_gone; END IF;
          END LOOP;
        END $$;

        """

    private static let folding = """
        DROP FUNCTION usher.fold(usher.line);
        -- Matches the exits of a line again. Returns how many people are inside.
        CREATE FUNCTION usher.fold(l usher.line) RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE x usher.entry;
        BEGIN
          DELETE FROM usher.departure WHERE exit IN (SELECT id FROM usher.entry
            WHERE event = l.event AND list = l.list AND key = l.key AND line = l.line);
          FOR x IN SELECT * FROM usher.entry AS e
            WHERE event = l.event AND list = l.list AND key = l.key AND line = l.line AND verdict = 'checkedOut'
              AND undoes IS NULL AND (claimed OR l.until IS NULL OR at > l.until) AND NOT usher.is_undone(e) ORDER BY id
          LOOP PERFORM usher.leave_all(l, x.id, x.count); END LOOP;
          RETURN usher.listed_inside(l.event, l.list, l.base, l.until)
            + coalesce((SELECT sum(count) FROM usher.entry AS e WHERE event = l.event AND list = l.list
                AND key = l.key AND line = l.line AND usher.is_in(l, e)), 0)
            - coalesce((SELECT sum(people) FROM usher.departure WHERE exit IN (SELECT id FROM usher.entry
                WHERE event = l.event AND list = l.list AND key = l.key AND line = l.line)), 0);
        END $$;

        -- Whether an entry changes nothing of what exits did: no exit knows one that was claimed just now.
        CREATE FUNCTION usher.is_plain(l usher.line, e usher.entry) RETURNS boolean LANGUAGE sql STABLE AS $$
          SELECT e.claimed AND e.verdict = 'admitted' AND e.undoes IS NULL AND NOT usher.is_undone(e)
            AND NOT EXISTS (SELECT FROM usher.entry WHERE id = ANY (e.knew) AND verdict = 'admitted') $$;

        CREATE OR REPLACE FUNCTION usher.count_inside(e usher.entry, p_used integer, p_until bigint)
        RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE l usher.line; before bigint := 0; is_new boolean;
        BEGIN
          SELECT * INTO l FROM usher.line
            WHERE event = e.event AND list = e.list AND key = e.key AND line = e.line;
          is_new := NOT FOUND;
          IF is_new THEN
            l := (e.event, e.list, e.key, e.line, coalesce(p_used, 0), p_until,
              usher.listed_inside(e.event, e.list, p_used, p_until));
          ELSE
            before := l.inside;
          END IF;
          IF usher.is_plain(l, e) THEN
            l.inside := l.inside + CASE WHEN usher.is_in(l, e) THEN e.count ELSE 0 END;
          ELSIF e.claimed AND e.verdict = 'checkedOut' AND e.undoes IS NULL AND NOT usher.is_undone(e) THEN
            l.inside := l.inside - usher.leave_all(l, e.id, e.count);
          ELSE
            l.inside := usher.fold(l);
          END IF;
          IF is_new THEN
            INSERT INTO usher.line SELECT l.*;
          ELSE
            UPDATE usher.line SET inside = l.inside
              WHERE event = l.event AND list = l.list AND key = l.key AND line = l.line;
          END IF;
          RETURN l.inside - before;
        END $$;

        """

    private static let appending = """
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
          e.arrival := nextval('usher.arrival');
          e.knew := coalesce(e.knew, '{}');
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

        """
}
