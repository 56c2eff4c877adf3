<?php

declare(strict_types=1);

namespace Usher\EventSchedule\Http;

use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;
use Usher\EventSchedule\Event;
use Usher\EventSchedule\Ticket;

/** What can be read of the server itself. */
final class ReadController
{
    private const VERSION = '1.0.0';

    /**
     * Where the interface is; needs no key. A path without a host: behind a proxy, a server often does not know the
     * host that stations reach it by.
     */
    public function discovery(Request $request): JsonResponse
    {
        return new JsonResponse([
            'api_base_url' => $request->getBaseUrl().'/'.trim((string) config('usher.prefix'), '/'),
            'features' => ['events' => true, 'tickets' => true, 'scanning' => true],
            'versions' => ['api' => '1.0', 'backend' => self::VERSION],
            'rate_limits' => ['checkins' => max(1, (int) config('usher.checkins_per_minute'))],
        ]);
    }

    /** The events of the key. */
    public function events(Request $request): JsonResponse
    {
        return Page::answer(
            $request, Event::query(Authenticate::key($request)->events), fn (object $row) => Event::of($row)->json());
    }

    public function event(Request $request, string $id): JsonResponse
    {
        return new JsonResponse(Authenticate::event($request, $id)->json());
    }

    /** All tickets of an event, or those with the code in `search`: a key that may not read tickets may ask about a code. */
    public function tickets(Request $request): JsonResponse
    {
        $readsTickets = Authenticate::key($request)->readsTickets;
        $code = $request->query('search');
        $isAsked = is_string($code) && $code !== '';
        if (! $readsTickets && ! $isAsked) {
            return Refusal::answer(403, 'This key may not read tickets');
        }
        $event = Authenticate::event($request, $request->query('event_id'));
        $tickets = Ticket::query([$event->id]);
        if ($isAsked) {
            $tickets->where('sales.secret', Ticket::bare($code));
        }

        return Page::answer($request, $tickets, fn (object $row) => array_diff_key(
            Ticket::of($row)->json($event), $readsTickets ? [] : ['holder' => true]));
    }
}
