extension VenueSchema {
    /// At an hour of a list, everybody on it counts as out. Any station says so; the first one changes the sums, and they
    /// count passages from there on. What a station delivers late is counted by its time, so it changes them no more.
    static let everyoneOut =
        """
        CREATE TABLE usher.exit_hour(
          event text NOT NULL CHECK (octet_length(event) <= 500), list text NOT NULL CHECK (octet_length(list) <= 500),
          at bigint NOT NULL CHECK (at BETWEEN 0 AND 253402300799999), PRIMARY KEY (event, list, at));

        -- The last one of a list; 0 before the first.
        CREATE FUNCTION usher.last_exit(p_event text, p_list text) RETURNS bigint LANGUAGE sql STABLE AS $$
          SELECT coalesce(max(at), 0) FROM usher.exit_hour WHERE event = p_event AND list = p_list $$;

        -- Nobody of those whom the ticket list had inside at `p_until` is still there after the hour.
        CREATE FUNCTION usher.listed_inside(p_event text, p_list text, p_people integer, p_until bigint)
        RETURNS integer LANGUAGE sql STABLE AS $$
          SELECT CASE WHEN p_until < usher.last_exit(p_event, p_list) THEN 0 ELSE coalesce(p_people, 0) END $$;

        -- As before, with what comes at or after the hour.
        CREATE OR REPLACE FUNCTION usher.fold(l usher.line) RETURNS bigint LANGUAGE sql STABLE AS $$
          SELECT b.people + coalesce(sum(change), 0) - least(0, coalesce(min(running), 0))
          FROM (SELECT usher.listed_inside(l.event, l.list, l.base, l.until) AS people) AS b
          LEFT JOIN (SELECT change, usher.listed_inside(l.event, l.list, l.base, l.until)
              + sum(change) OVER (ORDER BY at, version ROWS UNBOUNDED PRECEDING) AS running
            FROM (SELECT at, version, CASE verdict WHEN 'admitted' THEN count ELSE -count END AS change
              FROM usher.entry AS e
              WHERE event = l.event AND list = l.list AND key = l.key AND line = l.line AND undoes IS NULL
                AND (l.until IS NULL OR at > l.until) AND at >= usher.last_exit(l.event, l.list)
                AND NOT usher.is_undone(e)) AS passage) AS step ON true
          GROUP BY b.people $$;

        CREATE OR REPLACE FUNCTION usher.count_inside(e usher.entry, p_used integer, p_until bigint)
        RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE l usher.line; before bigint := 0; is_new boolean;
        BEGIN
          SELECT * INTO l FROM usher.line
            WHERE event = e.event AND list = e.list AND key = e.key AND line = e.line;
          is_new := NOT FOUND;
          IF is_new THEN
            l := (e.event, e.list, e.key, e.line, coalesce(p_used, 0), p_until,
              usher.listed_inside(e.event, e.list, p_used, p_until), NULL);
          ELSE
            before := l.inside;
          END IF;
          IF e.undoes IS NULL AND (l.newest IS NULL OR e.at >= l.newest) AND (l.until IS NULL OR e.at > l.until)
            AND e.at >= usher.last_exit(e.event, e.list) AND NOT usher.is_undone(e)
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

        CREATE OR REPLACE FUNCTION usher.claimed_people(p_entry jsonb) RETURNS integer LANGUAGE sql STABLE AS $$
          SELECT (p_entry->>'count')::integer + CASE WHEN EXISTS (SELECT FROM usher.line
              WHERE event = p_entry->>'event' AND list = p_entry->>'list' AND key = decode(p_entry->>'key', 'hex')
                AND line = (p_entry->>'line')::integer)
            THEN 0 ELSE usher.listed_inside(p_entry->>'event', p_entry->>'list', (p_entry->>'used')::integer,
              (p_entry->>'usedUntil')::bigint) END $$;

        -- Everybody on a list has left at an hour. Returns whether the ledger has it now: not while it is still to come by
        -- the ledger's own clock. An hour before the last one changes nothing.
        CREATE FUNCTION usher.everyone_out(p_session bigint, p_event text, p_list text, p_at bigint)
        RETURNS boolean LANGUAGE plpgsql AS $$
        DECLARE s usher.station := usher.enter(p_session, 0);
        BEGIN
          IF p_at <= usher.last_exit(p_event, p_list) THEN RETURN true; END IF;
          IF p_at > usher.clock() THEN RETURN false; END IF;
          -- Nothing is counted meanwhile. Whoever counts takes these locks in this order, too.
          PERFORM pg_advisory_xact_lock(hashtextextended(p_event || '/' || p_list, 7));
          LOCK TABLE usher.line IN SHARE ROW EXCLUSIVE MODE;
          INSERT INTO usher.exit_hour VALUES (p_event, p_list, p_at) ON CONFLICT DO NOTHING;
          IF NOT FOUND THEN RETURN true; END IF;
          UPDATE usher.line AS l SET inside = usher.fold(l)
            WHERE event = p_event AND list = p_list AND inside > 0;
          UPDATE usher.tally AS t SET people = CASE WHEN station = (SELECT min(station) FROM usher.tally
              WHERE event = p_event AND list = p_list)
            THEN (SELECT coalesce(sum(inside), 0) FROM usher.line WHERE event = p_event AND list = p_list) ELSE 0 END
            WHERE event = p_event AND list = p_list;
          RETURN true;
        END $$;

        """
}
