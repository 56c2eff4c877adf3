extension VenueSchema {
    /// Only a station that can decrypt an upload may settle it: the token is encrypted inside, and the ledger has its
    /// hash.
    ///
    /// What was handed in without a token is dropped: its stations hand it in again, and a backend accepts an entry
    /// once.
    static let settlingByToken = """
        DELETE FROM usher.parcel;
        ALTER TABLE usher.parcel ADD COLUMN token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
          DROP CONSTRAINT parcel_outcome_check,
          ADD CONSTRAINT parcel_outcome_check CHECK (outcome IN ('accepted', 'refused', 'parked', 'unreadable'));

        CREATE OR REPLACE FUNCTION usher.hand_in(p_uploads text, p_backend text, p_parcels jsonb)
        RETURNS void LANGUAGE plpgsql AS $$
        DECLARE v_station text := usher.caller();
        BEGIN
          IF (SELECT count(*) FROM usher.parcel WHERE station = v_station AND settled IS NULL) > 1000 THEN
            RAISE EXCEPTION 'more check-ins wait to be uploaded than a station may hand in' USING ERRCODE = 'UV003';
          END IF;
          INSERT INTO usher.uploads VALUES (p_uploads, p_backend) ON CONFLICT DO NOTHING;
          INSERT INTO usher.parcel AS p(station, uploads, backend, entry, sealed, token_hash)
            SELECT v_station, p_uploads, p_backend, (item->>'entry')::uuid, decode(item->>'sealed', 'base64'),
              decode(item->>'tokenHash', 'base64')
            FROM jsonb_array_elements(p_parcels) WITH ORDINALITY AS each(item, place) ORDER BY place
            ON CONFLICT (station, backend, entry) DO UPDATE SET uploads = excluded.uploads, sealed = excluded.sealed,
              token_hash = excluded.token_hash, settled = NULL, outcome = NULL, words = NULL, learnt = NULL
            WHERE p.uploads <> excluded.uploads OR (p.learnt IS NOT NULL AND p.outcome <> 'accepted');
        END $$;

        -- Without the token a parcel can only be called unreadable: its station hands it in anew when a person says so.
        CREATE OR REPLACE FUNCTION usher.settle_parcels(p_uploads text, p_backend text, p_answers jsonb)
        RETURNS boolean LANGUAGE plpgsql AS $$
        DECLARE v_station text := usher.caller();
        BEGIN
          IF NOT usher.is_uploader(p_uploads, p_backend) THEN RETURN false; END IF;
          UPDATE usher.parcel AS p SET settled = clock_timestamp(), outcome = answer->>'outcome',
              words = CASE answer->>'outcome' WHEN 'unreadable' THEN '' ELSE decode(answer->>'words', 'base64') END
            FROM jsonb_array_elements(p_answers) AS answer
            WHERE p.number = (answer->>'number')::bigint AND p.uploads = p_uploads AND p.backend = p_backend
              AND p.settled IS NULL AND (answer->>'outcome' = 'unreadable'
                OR sha256(decode(answer->>'token', 'base64')) = p.token_hash);
          DELETE FROM usher.parcel WHERE settled < now() - interval '10 minutes'
            AND (learnt < now() - interval '10 minutes' OR settled < now() - interval '30 days');
          RETURN true;
        END $$;

        """
}
