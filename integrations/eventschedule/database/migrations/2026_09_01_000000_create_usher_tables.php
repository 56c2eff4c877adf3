<?php

declare(strict_types=1);

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

/**
 * The package's own tables. They have no foreign keys to the server's tables, so that they never stand in the way of
 * the server's own migrations.
 */
return new class extends Migration
{
    public function up(): void
    {
        Schema::create('usher_keys', function (Blueprint $table): void {
            $table->id();
            $table->string('name', 100);
            // SHA-256 in hexadecimal. The key itself is shown once, when it is made.
            $table->char('hash', 64)->unique();
            $table->text('events');
            $table->boolean('reads_tickets')->default(false);
            $table->dateTime('created_at');
            $table->dateTime('revoked_at')->nullable();
        });

        Schema::create('usher_checkins', function (Blueprint $table): void {
            $table->id();
            // Empty for entries that the server's own scanner page recorded.
            $table->unsignedBigInteger('usher_key_id')->nullable();
            $table->unsignedBigInteger('event_id');
            // Both empty for an unknown ticket; only the second for a registration without a ticket.
            $table->unsignedBigInteger('sale_id')->nullable();
            $table->unsignedBigInteger('sale_ticket_id')->nullable();
            $table->string('action', 10);
            $table->string('status', 20);
            $table->string('gate_id', 100)->nullable();
            $table->string('device_id', 100)->nullable();
            // 191 characters: the longest that every MySQL can index.
            $table->string('idempotency_key', 191)->nullable()->unique();
            // Passes only: the day that the entry belongs to.
            $table->date('visit')->nullable();
            // Both in UTC: when it happened at the door, and when the server got it.
            $table->dateTime('ts', 3);
            $table->dateTime('received_at', 3);
            $table->text('answer');
            $table->index(['event_id', 'status', 'received_at']);
            $table->index(['sale_id', 'sale_ticket_id']);
        });
    }

    public function down(): void
    {
        Schema::dropIfExists('usher_checkins');
        Schema::dropIfExists('usher_keys');
    }
};
