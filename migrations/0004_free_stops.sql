ALTER TABLE `spark_ledger` ADD `free_stop_at` text;--> statement-breakpoint
CREATE INDEX `spark_ledger_free_stops` ON `spark_ledger` (`user_id`,`free_stop_at`) WHERE free_stop_at IS NOT NULL;