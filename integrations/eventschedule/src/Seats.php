<?php

declare(strict_types=1);

namespace Usher\EventSchedule;

/** The seats of a line as the server keeps them: number of the seat => when its person came, in seconds, or null. */
final class Seats
{
    /**
     * @param  array<array-key, int|null>  $times
     */
    private function __construct(private readonly array $times)
    {
    }

    public static function read(?string $json, int $count): self
    {
        $seats = json_decode((string) $json, true);
        // Seats that cannot be read are as good as new: they only serve to show what this package's own table says.
        $seats = is_array($seats) && $seats !== [] ? $seats : ($count > 0 ? array_fill(1, $count, null) : []);

        return new self(array_map(fn (mixed $time) => is_numeric($time) && $time > 0 ? (int) $time : null, $seats));
    }

    /**
     * @return list<int> When the seats that are taken were taken, in order.
     */
    public function taken(): array
    {
        $taken = array_values(array_filter($this->times));
        sort($taken);

        return $taken;
    }

    public function areAllTaken(): bool
    {
        return $this->times !== [] && ! in_array(null, $this->times, true);
    }

    /** How many of these seats this package has stamped, when so many people came in and are not out again. */
    public function stamped(int $inside): int
    {
        return max(0, min($inside, count($this->times)));
    }

    /** The column for so many people inside: free seats are stamped, those taken last are cleared. */
    public function settled(int $inside, int $at): string
    {
        $times = $this->times;
        for ($missing = $this->stamped($inside) - count($this->taken()); $missing > 0; $missing--) {
            $times[array_search(null, $times, true)] = $at;
        }
        for (; $missing < 0; $missing++) {
            $times[array_search(max($times), $times, true)] = null;
        }

        return (string) json_encode($times, JSON_FORCE_OBJECT);
    }
}
