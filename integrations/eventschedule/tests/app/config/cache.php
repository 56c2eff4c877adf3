<?php

declare(strict_types=1);

return [
    'default' => 'file',
    'prefix' => 'tests',
    'stores' => ['file' => ['driver' => 'file', 'path' => storage_path('framework/cache')]],
];
