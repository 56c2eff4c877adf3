extension VenueSchema {
    /// An entry that this station has delivered before is skipped. An entry whose id another station has used is
    /// refused, not skipped: otherwise somebody who knows an id in advance could keep the real entry out of the ledger.
    static let ownIDs = """
        CREATE OR REPLACE FUNCTION usher.deliver(p_session bigint, p_entries jsonb)
        RETURNS integer LANGUAGE plpgsql AS $$
        DECLARE s usher.station := usher.enter(p_session, 0); e jsonb; owner text; kept integer := 0;
        BEGIN
          IF jsonb_array_length(p_entries) > 200 THEN
            RAISE EXCEPTION 'more entries than one delivery may have' USING ERRCODE = 'check_violation';
          END IF;
          PERFORM usher.lock_lists(p_entries);
          FOR e IN SELECT value FROM jsonb_array_elements(p_entries) WITH ORDINALITY ORDER BY ordinality LOOP
            SELECT station INTO owner FROM usher.entry WHERE id = (e->>'id')::uuid;
            CONTINUE WHEN owner = s.name;
            IF owner IS NOT NULL THEN
              RAISE EXCEPTION 'another station has an entry with this id' USING ERRCODE = 'check_violation';
            END IF;
            PERFORM usher.append(s.name, e,
              usher.lock_ticket(e->>'event', e->>'list', decode(e->>'key', 'hex')), false);
            kept := kept + 1;
          END LOOP;
          RETURN kept;
        END $$;

        """
}
