<?php

declare(strict_types=1);

namespace Usher\EventSchedule;

use DateTimeImmutable;
use Illuminate\Database\Query\Builder;
use Illuminate\Support\Facades\DB;

/**
 * What admits people: a line of a sale that is no add-on, or a registration (RSVP), which has no lines and admits one
 * person. The code of both is the secret of the sale; where each guest has a ticket of their own, each has a sale.
 */
final class Ticket
{
    /** The prefixes keep ids of lines and sales apart: both are numbers that begin at 1. */
    private const LINE = 'line-';

    private const REGISTRATION = 'rsvp-';

    private const REGISTRATION_TYPE = 'RSVP';

    public readonly int $sale;

    /** Null for a registration. */
    public readonly ?int $line;

    public readonly int $event;

    public readonly string $code;

    public readonly int $admits;

    public readonly Seats $seats;

    /** Null for what is no pass. */
    public readonly ?Pass $pass;

    private function __construct(private readonly object $row)
    {
        $this->sale = (int) $row->sale_id;
        $this->line = $row->line_id === null ? null : (int) $row->line_id;
        $this->event = (int) $row->event_id;
        $this->code = (string) $row->secret;
        $this->pass = $row->is_pass ? Pass::of($row) : null;
        $this->admits = $this->pass?->admits ?? ($this->line === null ? 1 : (int) $row->quantity);
        $this->seats = Seats::read($row->seats, $this->pass || $this->line === null ? 0 : $this->admits);
    }

    public static function of(object $row): self
    {
        return new self($row);
    }

    /**
     * In the order of the sales, which only grow: a deleted sale keeps its row.
     *
     * @param  list<int>  $events
     */
    public static function query(array $events): Builder
    {
        return DB::table('sales')
            ->leftJoin('sale_tickets', 'sale_tickets.sale_id', '=', 'sales.id')
            ->leftJoin('tickets', 'tickets.id', '=', 'sale_tickets.ticket_id')
            ->whereIn('sales.event_id', $events)
            ->where(fn (Builder $some) => $some
                ->where(fn (Builder $line) => $line
                    ->where('tickets.is_addon', false)->where('sale_tickets.quantity', '>', 0))
                ->orWhere(fn (Builder $registration) => $registration
                    ->where('sales.payment_method', 'rsvp')->whereNull('sale_tickets.id')))
            ->orderBy('sales.id')->orderBy('sale_tickets.id')
            ->select([
                'sales.id as sale_id', 'sales.event_id', 'sales.event_date', 'sales.secret', 'sales.name as holder',
                'sales.status as sale_status', 'sales.is_deleted', 'sales.updated_at', 'sale_tickets.id as line_id',
                'sale_tickets.quantity', 'sale_tickets.seats', 'sale_tickets.pass_usages',
                'sale_tickets.pass_expires_at', 'tickets.type', 'tickets.is_pass', 'tickets.pass_usage_type',
                'tickets.pass_max_uses', 'tickets.pass_admits_per_event',
            ])
            ->selectSub(self::linesBefore(), 'lines_before');
    }

    /** How many earlier lines of the same sale have the same name: code and type together must name one ticket. */
    private static function linesBefore(): Builder
    {
        return DB::table('sale_tickets as earlier')->join('tickets as other', 'other.id', '=', 'earlier.ticket_id')
            ->whereColumn('earlier.sale_id', 'sale_tickets.sale_id')
            ->whereColumn('earlier.id', '<', 'sale_tickets.id')
            ->where('other.is_addon', false)
            ->whereRaw("coalesce(other.type, '') = coalesce(tickets.type, '')")
            ->selectRaw('count(*)');
    }

    /**
     * The id decides, unless a code was sent that is not this ticket's: lists that were made before this package was
     * installed have other ids.
     *
     * @param  list<int>  $events  Where to look; the first one is preferred.
     * @return list<self> All lines of the code when only the code is known.
     */
    public static function matching(?string $id, ?string $code, array $events): array
    {
        $ticket = $id === null ? null : self::withID($id, $events);
        if ($ticket !== null && ($code === null || $ticket->hasCode($code))) {
            return [$ticket];
        }
        if ($code === null) {
            return [];
        }
        $tickets = self::query($events)->where('sales.secret', self::bare($code))->get()->map([self::class, 'of'])
            // Databases compare texts without regard to case or to spaces at the end.
            ->filter(fn (self $ticket) => $ticket->hasCode($code))->groupBy('event');

        return ($tickets->get($events[0]) ?? $tickets->first())?->values()->all() ?? [];
    }

    /** Reads the ticket again and keeps others from changing it, to the end of the transaction. */
    public function locked(): ?self
    {
        // First of all statements, so that what is read afterwards is what the transaction before left. In the server's
        // own order, the sale before its lines.
        DB::table('sales')->where('id', $this->sale)->lockForUpdate()->value('id');
        if ($this->line !== null) {
            DB::table('sale_tickets')->where('id', $this->line)->lockForUpdate()->value('id');
        }
        $row = self::only(self::query([$this->event]), $this->sale, $this->line)->first();

        return $row ? new self($row) : null;
    }

    public function id(): string
    {
        return self::publicID($this->sale, $this->line);
    }

    public static function publicID(int $sale, ?int $line): string
    {
        return $line === null ? self::REGISTRATION.Ids::encode($sale) : self::LINE.Ids::encode($line);
    }

    /** Why nobody may enter with this ticket. Null when somebody may. */
    public function refusal(DateTimeImmutable $at): ?string
    {
        return match (true) {
            (bool) $this->row->is_deleted => 'voided',
            in_array($this->row->sale_status, ['unpaid', 'refunded', 'cancelled'], true) => $this->row->sale_status,
            // Money that does not match the price is for the box office, not for the door.
            ! in_array($this->row->sale_status, ['paid', 'amount_mismatch'], true) => 'voided',
            $this->pass !== null && $this->pass->expires !== null && $at > $this->pass->expires => 'voided',
            default => null,
        };
    }

    /**
     * @return array<string, mixed>
     */
    public function json(Event $event): array
    {
        $isUsed = $this->pass ? $this->pass->isUsedUp($event->id) : $this->seats->areAllTaken();
        $window = $this->pass ? null : $event->window($this->row->event_date);
        $twin = (int) $this->row->lines_before;
        $type = $this->line === null ? self::REGISTRATION_TYPE : (string) $this->row->type;
        $status = match (true) {
            (bool) $this->row->is_deleted => 'voided',
            $this->row->sale_status === 'paid' => $isUsed ? 'used' : 'valid',
            default => $this->row->sale_status,
        };

        return array_filter([
            'id' => $this->id(),
            'event_id' => Ids::encode($this->event),
            'code' => $this->code,
            'type' => trim($type.($twin > 0 ? ' ('.($twin + 1).')' : '')),
            'status' => $status,
            'quantity' => $this->admits,
            'holder' => $this->row->holder,
            'valid_from' => Times::written($window[0] ?? null),
            'valid_until' => Times::written($window[1] ?? $this->pass?->expires),
            'updated_at' => Times::written(Times::stored($this->row->updated_at, Times::applicationZone())),
        ], fn (mixed $value) => $value !== null && $value !== '');
    }

    /** Writes down for the server's own pages how many people are inside. */
    public function showInside(Event $event, int $inside, DateTimeImmutable $at): void
    {
        if ($this->line === null) {
            return;
        }
        $columns = $this->pass
            ? ['pass_usages' => $this->pass->with($event, $inside, $at)]
            : ['seats' => $this->seats->settled($inside, $at->getTimestamp())];
        DB::table('sale_tickets')->where('id', $this->line)->update($columns);
    }

    private function hasCode(string $code): bool
    {
        return hash_equals($this->code, self::bare($code));
    }

    /** The server's QR codes are addresses that end in the secret. */
    public static function bare(string $code): string
    {
        return preg_match('~^https?://[^?#]*/([^/?#]+)/?(?:[?#].*)?$~Di', $code, $match) === 1 ? $match[1] : $code;
    }

    /**
     * @param  list<int>  $events
     */
    private static function withID(string $id, array $events): ?self
    {
        $number = Ids::decode(substr($id, strlen(self::LINE)));
        $row = match (true) {
            $number === null => null,
            str_starts_with($id, self::LINE) => self::query($events)->where('sale_tickets.id', $number)->first(),
            str_starts_with($id, self::REGISTRATION) => self::only(self::query($events), $number, null)->first(),
            default => null,
        };

        return $row ? new self($row) : null;
    }

    private static function only(Builder $query, int $sale, ?int $line): Builder
    {
        $query->where('sales.id', $sale);

        return $line === null ? $query->whereNull('sale_tickets.id') : $query->where('sale_tickets.id', $line);
    }
}
