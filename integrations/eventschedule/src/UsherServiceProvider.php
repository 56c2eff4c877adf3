<?php

declare(strict_types=1);

namespace Usher\EventSchedule;

use Illuminate\Support\ServiceProvider;
use Usher\EventSchedule\Console\KeyCommand;

final class UsherServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->mergeConfigFrom(__DIR__.'/../config/usher.php', 'usher');
    }

    /**
     * Packages boot before the application's own routes are read. That matters: the server's last routes take any path
     * of one to three parts as the page of a schedule.
     */
    public function boot(): void
    {
        $this->loadRoutesFrom(__DIR__.'/../routes/usher.php');
        $this->loadMigrationsFrom(__DIR__.'/../database/migrations');
        if ($this->app->runningInConsole()) {
            $this->commands([KeyCommand::class]);
            $this->publishes([__DIR__.'/../config/usher.php' => $this->app->configPath('usher.php')], 'usher-config');
        }
    }
}
