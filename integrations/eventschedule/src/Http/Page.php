<?php

declare(strict_types=1);

namespace Usher\EventSchedule\Http;

use Illuminate\Database\Query\Builder;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

/** One page of a list, in Laravel's envelope. */
final class Page
{
    private const USUAL_SIZE = 100;

    private const LARGEST_SIZE = 500;

    /**
     * @param  Builder  $query  In an order in which new rows come last: pages must not shift while they are read.
     * @param  callable(object): array<string, mixed>  $json
     */
    public static function answer(Request $request, Builder $query, callable $json): JsonResponse
    {
        $number = self::whole($request, 'page', 1);
        $size = min(self::LARGEST_SIZE, self::whole($request, 'per_page', self::USUAL_SIZE));
        $total = (clone $query)->reorder()->count();

        return new JsonResponse([
            'data' => $query->forPage($number, $size)->get()->map($json)->all(),
            'meta' => [
                'current_page' => $number,
                'last_page' => max(1, (int) ceil($total / $size)),
                'per_page' => $size,
                'total' => $total,
            ],
        ]);
    }

    private static function whole(Request $request, string $name, int $default): int
    {
        $text = $request->query($name, (string) $default);
        if (! is_string($text) || preg_match('/^[1-9]\d{0,6}$/D', $text) !== 1) {
            Refusal::throw(422, "$name is not a number from 1");
        }

        return (int) $text;
    }
}
