<?php

declare(strict_types=1);

return [
    'name' => 'Usher tests',
    'env' => 'testing',
    // As on a badly configured server: errors are shown with everything that is known about them.
    'debug' => true,
    'url' => 'http://elsewhere.example',
    // Not UTC, so that columns in the application's time zone are told from those in UTC.
    'timezone' => 'Asia/Tokyo',
    'locale' => 'en',
    'key' => 'base64:'.base64_encode(str_repeat('k', 32)),
    'cipher' => 'AES-256-CBC',
    'providers' => [
        Illuminate\Cache\CacheServiceProvider::class,
        Illuminate\Foundation\Providers\ConsoleSupportServiceProvider::class,
        Illuminate\Database\DatabaseServiceProvider::class,
        Illuminate\Encryption\EncryptionServiceProvider::class,
        Illuminate\Filesystem\FilesystemServiceProvider::class,
        Illuminate\Foundation\Providers\FoundationServiceProvider::class,
        Illuminate\Queue\QueueServiceProvider::class,
        Illuminate\Translation\TranslationServiceProvider::class,
        Illuminate\View\ViewServiceProvider::class,
        UsherTests\GuestPages::class,
    ],
    'aliases' => [],
];
