<?php

declare(strict_types=1);

namespace Usher\EventSchedule;

use DateInterval;
use DateTimeImmutable;
use DateTimeZone;
use Exception;

/** Times in this package are UTC, unless a name says `local`. */
final class Times
{
    private const COLUMN = 'Y-m-d H:i:s.v';

    public static function now(): DateTimeImmutable
    {
        return new DateTimeImmutable('now', self::utc());
    }

    public static function utc(): DateTimeZone
    {
        return new DateTimeZone('UTC');
    }

    /** Reads RFC 3339 with an offset, and nothing else. Null for anything that is not a time of this century. */
    public static function read(string $text): ?DateTimeImmutable
    {
        $form = '/^20\d\d-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/D';
        if (preg_match($form, $text) !== 1) {
            return null;
        }
        try {
            $time = new DateTimeImmutable($text);
        } catch (Exception) {
            return null;
        }
        // PHP turns the 31st of February into a day in March.
        return $time->format('Y-m-d') === substr($text, 0, 10) ? $time->setTimezone(self::utc()) : null;
    }

    /** As a column of this package's tables. All have the same length, so that their order as texts is that in time. */
    public static function column(DateTimeImmutable $time): string
    {
        return $time->setTimezone(self::utc())->format(self::COLUMN);
    }

    public static function written(?DateTimeImmutable $time): ?string
    {
        return $time?->setTimezone(self::utc())->format('Y-m-d\TH:i:s.v\Z');
    }

    /** A column as a time. The server's own columns are in the time zone of its configuration. */
    public static function stored(?string $column, ?DateTimeZone $zone = null): ?DateTimeImmutable
    {
        return $column === null ? null : new DateTimeImmutable($column, $zone ?? self::utc());
    }

    public static function applicationZone(): DateTimeZone
    {
        return new DateTimeZone(config('app.timezone') ?: 'UTC');
    }

    public static function hours(float $hours): DateInterval
    {
        return new DateInterval('PT'.max(1, (int) round($hours * 60)).'M');
    }
}
