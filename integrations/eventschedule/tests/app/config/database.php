<?php

declare(strict_types=1);

$mariadb = getenv('USHER_TEST_MARIADB');

return [
    'default' => $mariadb ? 'mysql' : 'sqlite',
    'migrations' => 'migrations',
    'connections' => [
        'sqlite' => [
            'driver' => 'sqlite',
            'database' => getenv('USHER_TEST_DIR').'/server.sqlite',
            'prefix' => '',
            'foreign_key_constraints' => true,
            'options' => [PDO::ATTR_TIMEOUT => 20],
        ],
        'mysql' => [
            'driver' => 'mysql',
            'unix_socket' => $mariadb,
            'database' => 'usher_test_'.basename(getenv('USHER_TEST_DIR')),
            'username' => 'root',
            'password' => '',
            'charset' => 'utf8mb4',
            'collation' => 'utf8mb4_unicode_ci',
            'prefix' => '',
            'strict' => true,
        ],
    ],
];
