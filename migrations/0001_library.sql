DROP INDEX `stories_status`;--> statement-breakpoint
DROP INDEX `stories_title`;--> statement-breakpoint
DROP INDEX `stories_deleted`;--> statement-breakpoint
ALTER TABLE `stories` ADD `folded_title` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `stories` ADD `folded_description` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `stories` SET `folded_title` = lower(`title`), `folded_description` = lower(`description`);--> statement-breakpoint
CREATE INDEX `stories_status_recent` ON `stories` (`user_id`,`status`,`updated_at`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `stories_status_title` ON `stories` (`user_id`,`status`,`folded_title`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `stories_title` ON `stories` (`user_id`,`folded_title`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `stories_deleted` ON `stories` (`user_id`,`deleted_at`,`id`) WHERE deleted_at IS NOT NULL;