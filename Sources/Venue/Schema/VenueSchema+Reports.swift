extension VenueSchema {
    /// What stations say about themselves, for the control room; the ends of their journals, which show later that nothing
    /// was changed; and what the control room orders. The ledger reads none of it.
    static let reports = """
        CREATE TABLE usher.report(
          station text PRIMARY KEY REFERENCES usher.station(name), line text NOT NULL CHECK (octet_length(line) <= 262144),
          received timestamptz NOT NULL) WITH (fillfactor = 50);

        CREATE TABLE usher.head(
          station text NOT NULL REFERENCES usher.station(name), received timestamptz NOT NULL DEFAULT clock_timestamp(),
          line text NOT NULL CHECK (octet_length(line) <= 2000), PRIMARY KEY (station, received));

        -- What the control room orders: signed lines, which the ledger only carries. stations: names; NULL for all.
        CREATE TABLE usher.control_order(
          line text PRIMARY KEY CHECK (octet_length(line) <= 65536), stations jsonb, expires timestamptz NOT NULL,
          posted timestamptz NOT NULL DEFAULT clock_timestamp());

        -- One head in ten minutes is kept, and always the first.
        -- Returns the orders for the station.
        CREATE FUNCTION usher.report(p_line text, p_head text) RETURNS jsonb LANGUAGE plpgsql AS $$
        DECLARE v_station text := usher.caller();
        BEGIN
          INSERT INTO usher.report VALUES (v_station, p_line, clock_timestamp())
            ON CONFLICT (station) DO UPDATE SET line = excluded.line, received = excluded.received;
          INSERT INTO usher.head(station, line) SELECT v_station, p_head
            WHERE NOT EXISTS (SELECT FROM usher.head WHERE station = v_station
              AND received > clock_timestamp() - interval '10 minutes');
          -- The newest, 256 KiB at most: nobody may make an answer so long that a station leaves.
          RETURN (SELECT coalesce(jsonb_agg(line ORDER BY posted), '[]') FROM (
            SELECT line, posted, sum(octet_length(line)) OVER (ORDER BY posted DESC, line) AS bytes
            FROM usher.control_order
            WHERE expires > clock_timestamp() AND (stations IS NULL OR stations ? v_station)) AS o
            WHERE bytes <= 262144);
        END $$;

        """
}
