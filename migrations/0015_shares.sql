CREATE TABLE `shares` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`story_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`grows` integer NOT NULL,
	`pen_name` text NOT NULL,
	`may_fork` integer NOT NULL,
	`is_indexed` integer NOT NULL,
	`expires_at` text,
	`revoked_at` text,
	`reader_count` integer DEFAULT 0 NOT NULL,
	`finished_count` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`story_id`) REFERENCES `stories`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shares_token` ON `shares` (`token_hash`);--> statement-breakpoint
CREATE INDEX `shares_story` ON `shares` (`story_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `shares_user` ON `shares` (`user_id`,`created_at`);