<?php

declare(strict_types=1);

namespace Usher\EventSchedule;

use Illuminate\Support\Facades\DB;

/** A key of this interface: for some events, with or without the right to read ticket codes. */
final class Key
{
    /**
     * @param  list<int>  $events
     */
    private function __construct(
        public readonly int $id,
        public readonly array $events,
        public readonly bool $readsTickets,
    ) {
    }

    /**
     * No limit on wrong keys: nobody guesses 192 bits, and a station with a revoked key must not lock out the others
     * that share its address.
     */
    public static function find(string $secret): ?self
    {
        $row = DB::table('usher_keys')->where('hash', self::hash($secret))->whereNull('revoked_at')->first();

        return $row ? new self((int) $row->id, json_decode($row->events, true), (bool) $row->reads_tickets) : null;
    }

    /**
     * @param  list<int>  $events
     * @return string The secret, which is stored nowhere.
     */
    public static function make(string $name, array $events, bool $readsTickets): string
    {
        $secret = 'usher_'.bin2hex(random_bytes(24));
        DB::table('usher_keys')->insert([
            'name' => $name, 'hash' => self::hash($secret), 'events' => json_encode($events),
            'reads_tickets' => $readsTickets, 'created_at' => Times::now()->format('Y-m-d H:i:s'),
        ]);

        return $secret;
    }

    public static function exists(string $name): bool
    {
        return DB::table('usher_keys')->where('name', $name)->whereNull('revoked_at')->exists();
    }

    public static function revoke(string $name): bool
    {
        return DB::table('usher_keys')->where('name', $name)->whereNull('revoked_at')
            ->update(['revoked_at' => Times::now()->format('Y-m-d H:i:s')]) > 0;
    }

    private static function hash(string $secret): string
    {
        return hash('sha256', $secret);
    }
}
