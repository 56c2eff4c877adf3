<?php

declare(strict_types=1);

namespace UsherTests;

final class GuestPage
{
    public function __invoke(): string
    {
        return 'guest page';
    }
}
