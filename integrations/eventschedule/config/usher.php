<?php

declare(strict_types=1);

return [
    // Below this path lies the interface. It must not be `api`: that is the server's own.
    'prefix' => env('USHER_PREFIX', 'usher/api'),

    // The most check-ins that one key may send in a minute. Stations read it and keep to it.
    'checkins_per_minute' => (int) env('USHER_CHECKINS_PER_MINUTE', 600),
];
