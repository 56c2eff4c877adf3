<?php

declare(strict_types=1);

namespace Usher\EventSchedule\Http;

use Closure;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;
use Usher\EventSchedule\Event;
use Usher\EventSchedule\Ids;
use Usher\EventSchedule\Key;

/** Lets requests with a valid key through; the key goes with the request. */
final class Authenticate
{
    private const ATTRIBUTE = 'usher.key';

    public function handle(Request $request, Closure $next): Response
    {
        // Without it, Laravel writes its own errors as pages.
        $request->headers->set('Accept', 'application/json');
        $secret = $request->header('X-API-Key');
        $key = is_string($secret) && $secret !== '' ? Key::find($secret) : null;
        if ($key === null) {
            return Refusal::answer(401, 'Unauthorized');
        }
        $request->attributes->set(self::ATTRIBUTE, $key);
        $response = $next($request);
        $response->headers->set('Cache-Control', 'no-store');

        return $response;
    }

    public static function key(Request $request): Key
    {
        return $request->attributes->get(self::ATTRIBUTE);
    }

    /** The event that a request names, if it exists and the key is for it; else the request ends. */
    public static function event(Request $request, mixed $id): Event
    {
        $number = is_string($id) ? Ids::decode($id) : null;
        $isOwn = $number !== null && in_array($number, self::key($request)->events, true);

        // The same words in both cases: a key learns nothing about other people's events.
        return ($isOwn ? Event::find($number) : null) ?? Refusal::throw(404, 'Event not found');
    }
}
