<?php

declare(strict_types=1);

/**
 * The smallest Laravel application that the package can be installed in. Its folder is a new one for each run, named by
 * USHER_TEST_DIR; nothing is written here.
 */

require_once getenv('USHER_TEST_AUTOLOAD') ?: '/usr/share/php/Illuminate/autoload.php';

spl_autoload_register(function (string $class): void {
    foreach (['Usher\\EventSchedule\\' => __DIR__.'/../../src/', 'UsherTests\\' => __DIR__.'/'] as $prefix => $folder) {
        $file = $folder.str_replace('\\', '/', substr($class, strlen($prefix))).'.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
        }
    }
});

if (getenv('USHER_TEST_ENCODED_IDS')) {
    require_once __DIR__.'/UrlUtils.php';
}

$app = new Illuminate\Foundation\Application(getenv('USHER_TEST_DIR'));
$app->singleton(Illuminate\Contracts\Http\Kernel::class, UsherTests\HttpKernel::class);
$app->singleton(Illuminate\Contracts\Console\Kernel::class, Illuminate\Foundation\Console\Kernel::class);
$app->singleton(Illuminate\Contracts\Debug\ExceptionHandler::class, Illuminate\Foundation\Exceptions\Handler::class);

return $app;
