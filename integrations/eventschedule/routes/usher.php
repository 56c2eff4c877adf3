<?php

declare(strict_types=1);

use Illuminate\Support\Facades\Route;
use Usher\EventSchedule\Http\Authenticate;
use Usher\EventSchedule\Http\CheckInsController;
use Usher\EventSchedule\Http\ReadController;

// Neither the group `web` nor `api`: a station has no session, no cookies and no form token.
Route::get('/.well-known/eventschedule.json', [ReadController::class, 'discovery']);

Route::prefix(config('usher.prefix'))->middleware(Authenticate::class)->group(function (): void {
    Route::get('/events', [ReadController::class, 'events']);
    Route::get('/events/{id}', [ReadController::class, 'event']);
    Route::get('/tickets', [ReadController::class, 'tickets']);
    Route::get('/checkins', [CheckInsController::class, 'index']);
    Route::post('/checkins', [CheckInsController::class, 'store']);
});
