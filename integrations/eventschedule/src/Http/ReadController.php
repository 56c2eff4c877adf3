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

    public function tickets(Request $request): JsonResponse
    {
        if (! Authenticate::key($request)->readsTickets) {
            return Refusal::answer(403, 'This key may not read tickets');
        }
        $event = Authenticate::event($request, $request->query('event_id'));

        return Page::answer($request, Ticket::query([$event->id]), fn (object $row) => Ticket::of($row)->json($event));
    }
}
