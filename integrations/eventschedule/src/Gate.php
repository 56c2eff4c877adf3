<?php

declare(strict_types=1);

namespace Usher\EventSchedule;

use Illuminate\Database\QueryException;
use Illuminate\Support\Facades\DB;

/**
 * Takes check-ins. The guest has passed the door already: the answer says whether the server agrees, and what it does
 * not agree with is not counted.
 */
final class Gate
{
    public function __construct(private readonly Key $key)
    {
    }

    /**
     * @return array<string, mixed>
     */
    public function answer(CheckInMessage $message, Event $event): array
    {
        $earlier = CheckIn::earlierAnswer($message->idempotencyKey, $this->key);
        if ($earlier !== null) {
            return $earlier;
        }
        $elsewhere = array_values(array_diff($this->key->events, [$event->id]));
        $found = Ticket::matching($message->ticket, $message->code, [$event->id, ...$elsewhere]);
        try {
            return DB::transaction(fn () => $this->decide($message, $event, $found), 3);
        } catch (QueryException $error) {
            // Another request with the same key, for another ticket, was quicker: the unique index refused this one.
            return CheckIn::earlierAnswer($message->idempotencyKey, $this->key) ?? throw $error;
        }
    }

    /**
     * @param  list<Ticket>  $found
     * @return array<string, mixed>
     */
    private function decide(CheckInMessage $message, Event $event, array $found): array
    {
        $tickets = array_filter(array_map(fn (Ticket $ticket) => $ticket->locked(), $found));
        // The same message again, which waited here for the first one.
        $earlier = CheckIn::earlierAnswer($message->idempotencyKey, $this->key);
        if ($earlier !== null) {
            return $earlier;
        }
        $tallies = array_map(
            fn (Ticket $ticket) => new Tally($ticket, $event, $message->at),
            array_values(array_filter($tickets, fn (Ticket $ticket) => $ticket->event === $event->id)));
        if ($tallies === []) {
            $ticket = reset($tickets) ?: null;

            return $this->recorded($message, $event, $ticket, null, $ticket === null ? 'unknown' : 'wrong_event');
        }
        // One code may be several tickets: the first one that this person can have used.
        $fitting = array_filter($tallies, fn (Tally $tally) => $message->isEntry
            ? $tally->refusalOfEntry() === null : $tally->inside() > 0);
        $tally = reset($fitting) ?: $tallies[0];
        $tally->adoptOwnScans();
        // An exit is a fact, and may be the undo of an entry that is still on its way: it is always taken.
        $refusal = $message->isEntry ? $tally->refusalOfEntry() : null;
        if ($refusal === null) {
            $tally->count($message->isEntry);
        }

        return $this->recorded($message, $event, $tally->ticket, $tally, $refusal ?? CheckIn::ADMITTED);
    }

    /**
     * @return array<string, mixed>
     */
    private function recorded(
        CheckInMessage $message, Event $event, ?Ticket $ticket, ?Tally $tally, string $status): array
    {
        $answer = ['status' => $status, 'event_id' => Ids::encode($event->id)];
        // Of another event's ticket, not even the id is told.
        if ($tally !== null) {
            $answer['ticket_id'] = $tally->ticket->id();
        }
        if ($status === 'already_used') {
            $answer += $tally->lastEntry();
        }
        CheckIn::record($message, $this->key, $event->id, $ticket, $tally?->visit, $answer);

        return $answer;
    }
}
