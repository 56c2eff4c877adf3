<?php

declare(strict_types=1);

namespace Usher\EventSchedule;

use DateTimeImmutable;
use Usher\EventSchedule\Http\Refusal;

/** A check-in as a station sends it. */
final class CheckInMessage
{
    private const LARGEST_BODY = 16_384;

    private function __construct(
        public readonly string $event,
        public readonly ?string $ticket,
        public readonly ?string $code,
        public readonly bool $isEntry,
        public readonly DateTimeImmutable $at,
        public readonly string $idempotencyKey,
        public readonly ?string $gate,
        public readonly ?string $device,
    ) {
    }

    /**
     * Reads the body itself: the framework trims texts and makes empty ones null, and a ticket code is taken as it is.
     * A body with a fault ends the request.
     */
    public static function read(string $body): self
    {
        if (strlen($body) > self::LARGEST_BODY) {
            Refusal::throw(413, 'The body is too large');
        }
        $values = json_decode($body, true, 8);
        if (! is_array($values) || $values === [] || array_is_list($values)) {
            Refusal::throw(422, 'The body is not a JSON object');
        }
        $action = self::text($values, 'action', 10) ?? self::missing('action');
        if (! in_array($action, ['checkin', 'checkout'], true)) {
            Refusal::throw(422, 'action is neither checkin nor checkout');
        }
        $at = Times::read(self::text($values, 'ts', 40) ?? self::missing('ts'))
            ?? Refusal::throw(422, 'ts is not a time');
        $ticket = self::text($values, 'ticket_id', 200);
        $code = self::text($values, 'ticket_code', 4096);
        if ($ticket === null && $code === null) {
            self::missing('ticket_id');
        }

        return new self(
            self::text($values, 'event_id', 200) ?? self::missing('event_id'), $ticket, $code, $action === 'checkin',
            $at, self::text($values, 'idempotency_key', 191) ?? self::missing('idempotency_key'),
            self::text($values, 'gate_id', 100), self::text($values, 'device_id', 100));
    }

    /**
     * A text, or a whole number as a text. Null when it is missing or empty.
     *
     * @param  array<array-key, mixed>  $values
     */
    private static function text(array $values, string $name, int $longest): ?string
    {
        $value = $values[$name] ?? null;
        $value = is_int($value) ? (string) $value : $value;
        if ($value === null || $value === '') {
            return null;
        }
        // Control characters, NUL first of all, are refused by databases or cut texts off in them.
        if (! is_string($value) || strlen($value) > $longest || preg_match('/[\x00-\x1f\x7f]/', $value) === 1) {
            Refusal::throw(422, "$name is not a text of up to $longest bytes");
        }

        return $value;
    }

    private static function missing(string $name): never
    {
        Refusal::throw(422, "$name is missing");
    }
}
