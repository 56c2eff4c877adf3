extension VenueSchema {
    /// Tickets that are sold at the door: how many of a quota each station has been given to sell, and which tickets were
    /// taken back. `type` is the number of the type's line; `journal` names the station's journal: a new one begins with
    /// nothing, because nobody knows what was sold with the old one.
    static let boxOffice =
        """
        CREATE TABLE usher.sale_grant(
          event text NOT NULL CHECK (octet_length(event) <= 500), type bigint NOT NULL,
          station text NOT NULL REFERENCES usher.station(name), journal text NOT NULL CHECK (octet_length(journal) <= 100),
          tickets bigint NOT NULL CHECK (tickets >= 0), PRIMARY KEY (event, type, station, journal));
        CREATE TABLE usher.refund(
          number bigint GENERATED ALWAYS AS IDENTITY UNIQUE, event text NOT NULL CHECK (octet_length(event) <= 500),
          key bytea NOT NULL CHECK (octet_length(key) = 16), PRIMARY KEY (event, key));

        -- Gives a station so much of what all stations sell together that it has `p_wanted` in all, or nothing when less is
        -- left. Asked again after an answer that was lost, it gives nothing twice. Returns what the station has in all.
        CREATE FUNCTION usher.grant_sales(
          p_session bigint, p_journal text, p_event text, p_type bigint, p_together bigint, p_wanted bigint)
        RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE s usher.station := usher.enter(p_session, 0); has bigint; given bigint;
        BEGIN
          PERFORM pg_advisory_xact_lock(hashtextextended(p_event || '/' || p_type, 11));
          SELECT coalesce(sum(tickets), 0), coalesce(sum(tickets) FILTER (WHERE station = s.name AND journal = p_journal), 0)
            INTO given, has FROM usher.sale_grant WHERE event = p_event AND type = p_type;
          IF has >= p_wanted OR given + p_wanted - has > p_together THEN RETURN has; END IF;
          INSERT INTO usher.sale_grant VALUES (p_event, p_type, s.name, p_journal, p_wanted)
            ON CONFLICT (event, type, station, journal) DO UPDATE SET tickets = excluded.tickets;
          RETURN p_wanted;
        END $$;

        -- Returns whether nobody has entered with the ticket: otherwise it stays, unless it was taken back already
        -- (`p_is_done`).
        CREATE FUNCTION usher.refund_sale(p_session bigint, p_event text, p_key text, p_is_done boolean)
        RETURNS boolean LANGUAGE plpgsql AS $$
        DECLARE s usher.station := usher.enter(p_session, 0);
        BEGIN
          IF NOT p_is_done AND EXISTS (SELECT FROM usher.entry AS e
            WHERE event = p_event AND key = decode(p_key, 'hex') AND undoes IS NULL AND NOT usher.is_undone(e))
          THEN RETURN false; END IF;
          -- In the order of their numbers: whoever reads on from one must miss none before it.
          PERFORM pg_advisory_xact_lock(hashtextextended('refund', 11));
          INSERT INTO usher.refund(event, key) VALUES (p_event, decode(p_key, 'hex')) ON CONFLICT DO NOTHING;
          RETURN true;
        END $$;

        CREATE FUNCTION usher.refunds(p_after bigint, p_most integer) RETURNS jsonb LANGUAGE sql STABLE AS $$
          SELECT coalesce(jsonb_agg(jsonb_build_object('number', number, 'event', event, 'key', encode(key, 'hex'))
            ORDER BY number), '[]')
          FROM (SELECT * FROM usher.refund WHERE number > p_after ORDER BY number LIMIT p_most) AS page $$;

        """
}
