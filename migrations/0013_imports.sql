CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`file_count` integer NOT NULL,
	`state` text NOT NULL,
	`written` integer DEFAULT 0 NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`characters` text NOT NULL,
	`report` text NOT NULL,
	`error` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `imports_key` ON `imports` (`user_id`,`key`);--> statement-breakpoint
CREATE INDEX `imports_recent` ON `imports` (`user_id`,`created_at`,`id`);