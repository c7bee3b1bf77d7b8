CREATE TABLE `memory_marks` (
	`line_id` text PRIMARY KEY NOT NULL,
	`text` text,
	`is_pinned` integer NOT NULL,
	`is_forgotten` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `memories` ADD `edit_count` integer DEFAULT 0 NOT NULL;