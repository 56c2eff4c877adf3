<?php

declare(strict_types=1);

namespace Usher\EventSchedule;

use DateTimeImmutable;
use DateTimeZone;
use Illuminate\Database\Query\Builder;
use Illuminate\Support\Facades\DB;
use Throwable;

/** An event of the server, with the time zone of the schedule that made it. */
final class Event
{
    /** Length of an event that has none: the server's own rule. */
    private const USUAL_HOURS = 2.0;

    /** Usher opens doors this long before the start, and so does a ticket for another date of the event. */
    private const DOORS_BEFORE_START = 6.0;

    /** A night belongs to the day on which it began, until this hour. */
    private const DAY_BEGINS = 6.0;

    private function __construct(
        public readonly int $id,
        private readonly ?string $name,
        private readonly ?string $startsAt,
        private readonly float $hours,
        private readonly string $status,
        public readonly DateTimeZone $zone,
    ) {
    }

    public static function find(int $id): ?self
    {
        $row = self::query()->where('events.id', $id)->first();

        return $row ? self::of($row) : null;
    }

    /**
     * @param  list<int>|null  $ids  Null: all of them.
     */
    public static function query(?array $ids = null): Builder
    {
        return DB::table('events')
            ->leftJoin('roles', 'roles.id', '=', 'events.creator_role_id')
            ->when($ids !== null, fn (Builder $query) => $query->whereIn('events.id', $ids))
            ->orderBy('events.id')
            ->select([
                'events.id', 'events.name', 'events.starts_at', 'events.duration', 'events.is_draft',
                'events.is_cancelled', 'roles.timezone as schedule_timezone',
            ]);
    }

    public static function of(object $row): self
    {
        $hours = (float) $row->duration;
        try {
            $zone = new DateTimeZone($row->schedule_timezone ?: config('app.timezone'));
        } catch (Throwable) {
            $zone = Times::applicationZone();
        }
        $status = match (true) {
            (bool) $row->is_cancelled => 'cancelled',
            (bool) $row->is_draft => 'draft',
            default => 'published',
        };

        return new self(
            (int) $row->id, $row->name, $row->starts_at, $hours > 0 ? $hours : self::USUAL_HOURS, $status, $zone);
    }

    /**
     * @return array<string, mixed>
     */
    public function json(): array
    {
        return [
            'id' => Ids::encode($this->id),
            'name' => $this->name,
            'starts_at' => $this->localStart()?->format('Y-m-d H:i:s'),
            'duration' => $this->hours,
            'timezone' => $this->zone->getName(),
            'status' => $this->status,
        ];
    }

    /**
     * The window of a ticket for another date of a recurring event. Null for one of the event's own date: its times are
     * those of the event.
     *
     * @return array{DateTimeImmutable, DateTimeImmutable}|null
     */
    public function window(?string $date): ?array
    {
        $own = $this->localStart();
        if ($own === null || preg_match('/^\d{4}-\d\d-\d\d/', (string) $date, $match) !== 1
            || $match[0] === $own->format('Y-m-d')) {
            return null;
        }
        // Same time on the clock, which is another time in UTC when clocks were changed in between.
        $start = new DateTimeImmutable($match[0].' '.$own->format('H:i:s'), $this->zone);

        return [$start->sub(Times::hours(self::DOORS_BEFORE_START)), $start->add(Times::hours($this->hours))];
    }

    /** The day that an entry with a pass belongs to. */
    public function visit(DateTimeImmutable $at): string
    {
        return $at->setTimezone($this->zone)->sub(Times::hours(self::DAY_BEGINS))->format('Y-m-d');
    }

    private function localStart(): ?DateTimeImmutable
    {
        if ($this->startsAt === null || $this->startsAt === '') {
            return null;
        }
        // Without a time of day the server means the date itself, whatever the time zone.
        return strlen($this->startsAt) === 10
            ? new DateTimeImmutable($this->startsAt, $this->zone)
            : Times::stored($this->startsAt)?->setTimezone($this->zone);
    }
}
