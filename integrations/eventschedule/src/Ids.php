<?php

declare(strict_types=1);

namespace Usher\EventSchedule;

use Throwable;

/** Ids as the server writes them in its addresses; plain numbers where its class for that is missing. */
final class Ids
{
    private const CLASS_NAME = 'App\\Utils\\UrlUtils';

    public static function encode(int $id): string
    {
        return class_exists(self::CLASS_NAME) ? (string) self::CLASS_NAME::encodeId($id) : (string) $id;
    }

    /** Null for what is not an id. */
    public static function decode(string $text): ?int
    {
        // No id is longer. A long one would leave the range of whole numbers on its way through the decoder.
        if (preg_match('/^[0-9A-Za-z+\/=]{1,24}$/D', $text) !== 1) {
            return null;
        }
        if (! class_exists(self::CLASS_NAME)) {
            return self::positive(filter_var($text, FILTER_VALIDATE_INT));
        }
        try {
            return self::positive(self::CLASS_NAME::decodeId($text));
        } catch (Throwable) {
            return null;
        }
    }

    private static function positive(mixed $id): ?int
    {
        return is_int($id) && $id > 0 ? $id : null;
    }
}
