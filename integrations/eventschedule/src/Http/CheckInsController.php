<?php

declare(strict_types=1);

namespace Usher\EventSchedule\Http;

use Illuminate\Cache\RateLimiter;
use Illuminate\Database\QueryException;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;
use RuntimeException;
use Usher\EventSchedule\CheckIn;
use Usher\EventSchedule\CheckInMessage;
use Usher\EventSchedule\Gate;
use Usher\EventSchedule\Times;

final class CheckInsController
{
    /** Everybody who passed, by the order of arrival at the server. */
    public function index(Request $request): JsonResponse
    {
        $event = Authenticate::event($request, $request->query('event_id'));
        $since = $request->query('since');
        if ($since !== null) {
            $since = (is_string($since) ? Times::read($since) : null) ?? Refusal::throw(422, 'since is not a time');
        }

        return Page::answer($request, CheckIn::query($event, $since), [CheckIn::class, 'json']);
    }

    /** One person who passed. */
    public function store(Request $request, RateLimiter $limiter): JsonResponse
    {
        $key = Authenticate::key($request);
        $counter = "usher-checkins:$key->id";
        if ($limiter->tooManyAttempts($counter, max(1, (int) config('usher.checkins_per_minute')))) {
            return Refusal::answer(429, 'Too many requests')
                ->header('Retry-After', (string) max(1, $limiter->availableIn($counter)));
        }
        $limiter->hit($counter);
        $message = CheckInMessage::read($request->getContent());
        try {
            return new JsonResponse((new Gate($key))->answer($message, Authenticate::event($request, $message->event)));
        } catch (QueryException $error) {
            // The exception's text contains what was sent. The station sends it again, with the same key.
            report(new RuntimeException('Usher check-in: the database refused it, SQLSTATE '.$error->getCode()));

            return Refusal::answer(503, 'Try again later');
        }
    }
}
