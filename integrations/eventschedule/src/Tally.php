<?php

declare(strict_types=1);

namespace Usher\EventSchedule;

use DateTimeImmutable;

/**
 * How many people are inside with a ticket: entries without exits. Below zero when an exit arrives before its entry
 * does, so that the entry, when it comes, counts as somebody who has left.
 */
final class Tally
{
    public readonly ?string $visit;

    private int $inside;

    /** Entries that the server's own scanner page recorded since this package last looked. */
    private int $ownScans;

    /**
     * @param  Ticket  $ticket  Locked.
     */
    public function __construct(
        public readonly Ticket $ticket,
        private readonly Event $event,
        private readonly DateTimeImmutable $at,
    ) {
        $this->visit = $ticket->pass ? $event->visit($at) : null;
        $actions = CheckIn::of($ticket, $this->visit)->pluck('action');
        $entries = $actions->filter(fn (string $action) => $action === 'checkin')->count();
        $this->inside = 2 * $entries - $actions->count();
        $this->ownScans = $ticket->pass
            ? ($actions->isEmpty() ? $ticket->pass->redeemed($event, $at) : 0)
            : max(0, count($ticket->seats->taken()) - $ticket->seats->stamped($this->inside));
    }

    public function inside(): int
    {
        return $this->inside + $this->ownScans;
    }

    public function refusalOfEntry(): ?string
    {
        $isFull = $this->inside() >= $this->ticket->admits
            || $this->ticket->pass?->allows($this->event, $this->at) === false;

        return $this->ticket->refusal($this->at) ?? ($isFull ? 'already_used' : null);
    }

    public function adoptOwnScans(): void
    {
        $times = $this->ticket->seats->taken();
        for ($index = 1; $index <= $this->ownScans; $index++) {
            $seconds = $times[count($times) - $index] ?? $this->at->getTimestamp();
            CheckIn::adopt($this->ticket, $this->visit, Times::now()->setTimestamp($seconds));
        }
        $this->inside += $this->ownScans;
        $this->ownScans = 0;
    }

    public function count(bool $isEntry): void
    {
        $this->inside += $isEntry ? 1 : -1;
        $this->ticket->showInside($this->event, $this->inside, $this->at);
    }

    /**
     * @return array{checked_in_at?: string, gate_id?: string}
     */
    public function lastEntry(): array
    {
        $row = CheckIn::of($this->ticket, $this->visit)->where('action', 'checkin')->orderByDesc('ts')->first();

        return array_filter([
            'checked_in_at' => $row === null ? null : Times::written(Times::stored($row->ts)),
            'gate_id' => $row?->gate_id,
        ]);
    }
}
