<?php

declare(strict_types=1);

namespace App\Utils;

/** Stands in for the server's class of this name: other ids than numbers, and texts that it cannot read. */
final class UrlUtils
{
    public static function encodeId(?int $value): ?string
    {
        return $value ? 'Zx'.strrev(base_convert((string) ($value + 46656), 10, 36)) : null;
    }

    public static function decodeId(mixed $value): int|float|null
    {
        if (! str_starts_with((string) $value, 'Zx')) {
            $number = base64_decode((string) $value);

            return is_numeric($number) ? $number - 389278 : null;
        }

        return (int) base_convert(strrev(substr($value, 2)), 36, 10) - 46656;
    }
}
