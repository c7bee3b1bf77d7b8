CREATE TABLE `lore` (
	`id` integer PRIMARY KEY NOT NULL,
	`stamp` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `lore_entries` (
	`place` integer PRIMARY KEY NOT NULL,
	`entry` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `prompt_steps` ADD `lore` text DEFAULT '[]' NOT NULL;