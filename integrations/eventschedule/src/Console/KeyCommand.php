<?php

declare(strict_types=1);

namespace Usher\EventSchedule\Console;

use Illuminate\Console\Command;
use Illuminate\Support\Facades\DB;
use Usher\EventSchedule\Event;
use Usher\EventSchedule\Ids;
use Usher\EventSchedule\Key;

final class KeyCommand extends Command
{
    /** @var string */
    protected $signature = 'usher:key
        {name? : What the key is for; without it, all keys are listed}
        {--events= : Ids of the events that it is for, separated by commas}
        {--tickets : It may read ticket codes and names: for the organizer\'s machine, never for a station}
        {--revoke : Revoke the key of this name}';

    /** @var string */
    protected $description = 'Make, list and revoke keys for Usher door stations';

    public function handle(): int
    {
        $name = (string) $this->argument('name');
        if ($name === '') {
            return $this->option('revoke') ? $this->fault('Name the key to revoke.') : $this->listKeys();
        }
        if ($this->option('revoke')) {
            return Key::revoke($name) ? $this->done("Revoked: $name") : $this->fault("There is no key named $name.");
        }
        if (preg_match('/^[\w .-]{1,100}$/Du', $name) !== 1) {
            return $this->fault('A name has up to 100 letters, digits, spaces, dots and hyphens.');
        }
        if (Key::exists($name)) {
            return $this->fault("There is a key named $name already: revoke it first, or choose another name.");
        }
        $events = $this->events((string) $this->option('events'));
        if ($events === []) {
            return self::FAILURE;
        }
        $this->line(Key::make($name, $events, (bool) $this->option('tickets')));
        $this->getOutput()->getErrorStyle()->writeln('This is the only time that the key is shown.');

        return self::SUCCESS;
    }

    /**
     * @return list<int> Empty when one of them does not exist.
     */
    private function events(string $texts): array
    {
        $events = [];
        foreach (array_filter(array_map('trim', explode(',', $texts)), 'strlen') as $text) {
            $id = Ids::decode($text);
            if ($id === null || Event::find($id) === null) {
                $this->error("There is no event with the id $text.");

                return [];
            }
            $events[] = $id;
        }
        if ($events === []) {
            $this->error('Name the events with --events=ID,ID. The latest ones are:');
            foreach (Event::query()->reorder('events.id', 'desc')->limit(20)->get() as $row) {
                $this->line(Ids::encode((int) $row->id)."\t".$row->name);
            }
        }

        return array_values(array_unique($events));
    }

    private function listKeys(): int
    {
        foreach (DB::table('usher_keys')->orderBy('id')->get() as $row) {
            $events = implode(',', array_map([Ids::class, 'encode'], json_decode($row->events, true)));
            $this->line(implode("\t", [
                $row->name, "events $events", $row->reads_tickets ? 'reads tickets' : 'check-ins only',
                $row->revoked_at === null ? 'valid' : "revoked $row->revoked_at UTC",
            ]));
        }

        return self::SUCCESS;
    }

    private function done(string $text): int
    {
        $this->line($text);

        return self::SUCCESS;
    }

    private function fault(string $text): int
    {
        $this->error($text);

        return self::FAILURE;
    }
}
