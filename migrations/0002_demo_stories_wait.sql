ALTER TABLE `stories` ADD `waits_for_room` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `stories_waiting` ON `stories` (`user_id`,`updated_at`) WHERE waits_for_room = 1;