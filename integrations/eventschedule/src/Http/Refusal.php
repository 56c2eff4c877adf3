<?php

declare(strict_types=1);

namespace Usher\EventSchedule\Http;

use Illuminate\Http\Exceptions\HttpResponseException;
use Illuminate\Http\JsonResponse;

/** Ends a request with an error. The words never repeat what was sent: it may be a ticket code. */
final class Refusal
{
    public static function answer(int $status, string $error): JsonResponse
    {
        return new JsonResponse(['error' => $error], $status);
    }

    public static function throw(int $status, string $error): never
    {
        throw new HttpResponseException(self::answer($status, $error));
    }
}
