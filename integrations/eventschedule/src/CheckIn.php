<?php

declare(strict_types=1);

namespace Usher\EventSchedule;

use DateTimeImmutable;
use Illuminate\Database\Query\Builder;
use Illuminate\Support\Facades\DB;

/** What this package keeps of check-ins. No code and no name is among it. */
final class CheckIn
{
    /** Status of what counts: entries and exits alike. Everything else is kept only to answer the same again. */
    public const ADMITTED = 'admitted';

    /** Device of entries that the server's own scanner page recorded. */
    private const OWN_SCANNER = 'eventschedule';

    /** Everything that counts at an event, in the order of arrival. A pass starts anew each day. */
    public static function query(Event $event, ?DateTimeImmutable $since): Builder
    {
        return DB::table('usher_checkins')
            ->where('event_id', $event->id)->where('status', self::ADMITTED)
            ->where(fn (Builder $some) => $some
                ->whereNull('visit')->orWhere('visit', '>=', $event->visit(Times::now())))
            ->when($since, fn (Builder $query) => $query->where('received_at', '>=', Times::column($since)))
            ->orderBy('id');
    }

    /**
     * @return array<string, mixed>
     */
    public static function json(object $row): array
    {
        return array_filter([
            'id' => (string) $row->id,
            'ticket_id' => Ticket::publicID(
                (int) $row->sale_id, $row->sale_ticket_id === null ? null : (int) $row->sale_ticket_id),
            'event_id' => Ids::encode((int) $row->event_id),
            'action' => $row->action,
            'ts' => Times::written(Times::stored($row->ts)),
            'received_at' => Times::written(Times::stored($row->received_at)),
            'gate_id' => $row->gate_id,
            'device_id' => $row->device_id,
            'idempotency_key' => $row->idempotency_key,
            'status' => $row->status,
        ], fn (mixed $value) => $value !== null);
    }

    /**
     * What was answered to this idempotency key before, whatever else the message says now. Null for a new one.
     *
     * @return array<string, mixed>|null
     */
    public static function earlierAnswer(string $idempotencyKey, Key $key): ?array
    {
        $row = DB::table('usher_checkins')->where('idempotency_key', $idempotencyKey)->first();
        if ($row === null) {
            return null;
        }

        // The answer is about an event that this key may not be for.
        return in_array((int) $row->event_id, $key->events, true)
            ? json_decode($row->answer, true) : ['status' => 'unknown'];
    }

    /** Those that count for a ticket, for a pass on one day. */
    public static function of(Ticket $ticket, ?string $visit): Builder
    {
        $query = DB::table('usher_checkins')->where('sale_id', $ticket->sale)->where('status', self::ADMITTED);
        $ticket->line === null ? $query->whereNull('sale_ticket_id') : $query->where('sale_ticket_id', $ticket->line);

        return $visit === null ? $query : $query->where('visit', $visit);
    }

    /**
     * @param  array<string, mixed>  $answer
     */
    public static function record(
        CheckInMessage $message, Key $key, int $event, ?Ticket $ticket, ?string $visit, array $answer): void
    {
        self::insert($event, $ticket, $visit, $message->isEntry, $message->at, [
            'usher_key_id' => $key->id, 'status' => $answer['status'], 'gate_id' => $message->gate,
            'device_id' => $message->device, 'idempotency_key' => $message->idempotencyKey,
            'answer' => json_encode($answer),
        ]);
    }

    /** Makes an entry of what the server's own scanner page recorded, so that the other gates learn of it. */
    public static function adopt(Ticket $ticket, ?string $visit, DateTimeImmutable $at): void
    {
        self::insert($ticket->event, $ticket, $visit, true, $at, [
            'status' => self::ADMITTED, 'device_id' => self::OWN_SCANNER, 'answer' => '{}',
        ]);
    }

    /**
     * @param  array<string, mixed>  $columns
     */
    private static function insert(
        int $event, ?Ticket $ticket, ?string $visit, bool $isEntry, DateTimeImmutable $at, array $columns): void
    {
        DB::table('usher_checkins')->insert($columns + [
            'event_id' => $event, 'sale_id' => $ticket?->sale, 'sale_ticket_id' => $ticket?->line, 'visit' => $visit,
            'action' => $isEntry ? 'checkin' : 'checkout', 'ts' => Times::column($at),
            'received_at' => Times::column(Times::now()),
        ]);
    }
}
