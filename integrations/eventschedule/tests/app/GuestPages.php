<?php

declare(strict_types=1);

namespace UsherTests;

use Illuminate\Foundation\Support\Providers\RouteServiceProvider;
use Illuminate\Support\Facades\Route;

/** The server's last routes, which take any short path, registered as the server does it: after the packages. */
final class GuestPages extends RouteServiceProvider
{
    public function boot(): void
    {
        $this->routes(function (): void {
            Route::get('/{subdomain}', GuestPage::class);
            Route::get('/{subdomain}/{slug}/{id}', GuestPage::class)->where(['id' => '[A-Za-z0-9+=]+']);
            Route::get('/{subdomain}/{slug}', GuestPage::class);
        });
    }
}
