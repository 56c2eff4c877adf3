<?php

declare(strict_types=1);

use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

/**
 * The tables and columns of EventSchedule that the package uses. Above them stand the migrations of
 * eventschedule/eventschedule (at 5d87ac5f) that they come from; columns that the package does not name are left out.
 */
return function (): void {
    Schema::create('roles', function (Blueprint $table): void {
        // 2024_07_13_184927_setup_database
        $table->id();
        $table->string('timezone')->nullable();
    });

    Schema::create('events', function (Blueprint $table): void {
        // 2024_07_13_184927_setup_database
        $table->id();
        $table->dateTime('starts_at')->nullable();
        $table->float('duration', 8, 3)->nullable();
        // 2024_09_24_091734_change_event_roles
        $table->string('name')->nullable();
        // 2025_01_15_000000_add_creator_role_id_to_events
        $table->unsignedBigInteger('creator_role_id')->nullable();
        // 2026_06_28_000000_add_cancellation_and_notify_to_events
        $table->boolean('is_cancelled')->default(false);
        // 2026_08_10_000000_add_is_draft_to_events_table
        $table->boolean('is_draft')->default(false);
    });

    Schema::create('tickets', function (Blueprint $table): void {
        // 2024_12_30_132215_add_tickets
        $table->id();
        $table->unsignedBigInteger('event_id');
        $table->string('type')->nullable();
        // 2026_06_07_000000_add_pass_to_tickets_and_sale_tickets
        $table->boolean('is_pass')->default(false);
        // 2026_06_11_000000_add_subscriptions_to_tickets_and_sale_tickets
        $table->string('pass_usage_type')->default('per_occurrence');
        $table->unsignedInteger('pass_max_uses')->nullable();
        // 2026_07_03_000000_add_pass_admits_per_event_to_tickets_table
        $table->unsignedInteger('pass_admits_per_event')->nullable();
        // 2026_08_04_000000_add_is_addon_to_tickets_table
        $table->boolean('is_addon')->default(false);
    });

    Schema::create('sales', function (Blueprint $table): void {
        // 2024_12_30_132215_add_tickets
        $table->id();
        $table->unsignedBigInteger('event_id');
        $table->string('name');
        $table->string('secret');
        $table->timestamps();
        // 2025_01_05_113546_add_stripe, 2026_06_16_000000_add_amount_mismatch_to_sales_status
        $table->enum('status', ['unpaid', 'paid', 'cancelled', 'refunded', 'expired', 'amount_mismatch'])
            ->default('unpaid');
        // 2025_01_05_113546_add_stripe
        $table->string('event_date');
        $table->boolean('is_deleted')->default(false);
        // 2025_01_05_113546_add_stripe, 2026_07_22_000000_add_rsvp_to_sales_payment_method
        $table->enum('payment_method', ['cash', 'stripe', 'invoiceninja', 'rsvp'])->default('cash');
        // 2026_02_02_100000_add_missing_indices
        $table->index(['event_id', 'secret']);
        // 2026_07_27_000000_add_individual_tickets_and_group_id
        $table->unsignedBigInteger('group_id')->nullable();
    });

    Schema::create('sale_tickets', function (Blueprint $table): void {
        // 2025_01_05_113546_add_stripe
        $table->id();
        $table->foreignId('sale_id')->constrained()->onDelete('cascade');
        $table->foreignId('ticket_id')->constrained()->onDelete('cascade');
        $table->text('seats');
        // 2025_01_25_212106_add_quantity
        $table->integer('quantity')->default(0);
        // 2026_06_11_000000_add_subscriptions_to_tickets_and_sale_tickets
        $table->json('pass_usages')->nullable();
        $table->dateTime('pass_expires_at')->nullable();
    });
};
