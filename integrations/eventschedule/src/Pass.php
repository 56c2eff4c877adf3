<?php

declare(strict_types=1);

namespace Usher\EventSchedule;

use DateTimeImmutable;

/**
 * A pass, which the server counts by visits instead of seats: each visit is an entry of the line's list,
 * `{event_id, date, at, kind, admits}`.
 */
final class Pass
{
    /**
     * @param  list<array<string, mixed>>  $usages
     */
    private function __construct(
        public readonly int $admits,
        public readonly ?DateTimeImmutable $expires,
        private readonly array $usages,
        private readonly ?string $usageType,
        private readonly int $mostUses,
    ) {
    }

    public static function of(object $row): self
    {
        $usages = json_decode((string) $row->pass_usages, true);

        return new self(
            max(1, (int) $row->pass_admits_per_event),
            Times::stored($row->pass_expires_at, Times::applicationZone()),
            is_array($usages) ? array_values(array_filter($usages, 'is_array')) : [],
            $row->pass_usage_type, (int) $row->pass_max_uses);
    }

    /** No visit is left, and none is booked for this event. */
    public function isUsedUp(int $event): bool
    {
        $booked = array_filter($this->usages, fn (array $usage) => $this->isAt($usage, $event)
            && $this->kind($usage) === 'booking');

        return $booked === [] && ! $this->hasVisitsLeft($event);
    }

    public function allows(Event $event, DateTimeImmutable $at): bool
    {
        return $this->indexOfVisit($event, $at) !== null || $this->hasVisitsLeft($event->id);
    }

    /** How many people the server's own scanner page let in on that day. */
    public function redeemed(Event $event, DateTimeImmutable $at): int
    {
        $usage = $this->usages[$this->indexOfVisit($event, $at) ?? -1] ?? null;

        return $usage !== null && $this->kind($usage) === 'redemption' ? max(1, (int) ($usage['admits'] ?? 1)) : 0;
    }

    /**
     * The column with so many people inside. A visit stays used when everybody has left: an exit does not give it back.
     */
    public function with(Event $event, int $inside, DateTimeImmutable $at): string
    {
        $usages = $this->usages;
        $index = $this->indexOfVisit($event, $at);
        $people = max($inside, $this->redeemed($event, $at));
        if ($people > 0) {
            $old = $index === null ? ['event_id' => $event->id, 'date' => $event->visit($at)] : $usages[$index];
            $isFirst = $this->redeemed($event, $at) === 0;
            $usages[$index ?? count($usages)] = array_merge(
                $old, ['kind' => 'redemption', 'admits' => $people], $isFirst ? ['at' => $at->getTimestamp()] : []);
        }

        return (string) json_encode($usages);
    }

    private function hasVisitsLeft(int $event): bool
    {
        return match ($this->usageType) {
            'total' => $this->mostUses <= 0 || count($this->usages) < $this->mostUses,
            'per_event' => array_filter($this->usages, fn (array $usage) => $this->isAt($usage, $event)) === [],
            default => true,
        };
    }

    /** A booking that was cancelled too late (`forfeited`) is used, and no visit. */
    private function indexOfVisit(Event $event, DateTimeImmutable $at): ?int
    {
        foreach ($this->usages as $index => $usage) {
            if ($this->isAt($usage, $event->id) && ($usage['date'] ?? null) === $event->visit($at)
                && $this->kind($usage) !== 'forfeited') {
                return $index;
            }
        }

        return null;
    }

    /**
     * @param  array<string, mixed>  $usage
     */
    private function isAt(array $usage, int $event): bool
    {
        return (int) ($usage['event_id'] ?? 0) === $event;
    }

    /**
     * @param  array<string, mixed>  $usage
     */
    private function kind(array $usage): string
    {
        return (string) ($usage['kind'] ?? 'redemption');
    }
}
