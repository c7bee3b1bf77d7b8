CREATE TABLE `notes` (
	`id` integer PRIMARY KEY NOT NULL,
	`notes` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `paths` (
	`leaf_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `revisions` (
	`message_id` text NOT NULL,
	`number` integer NOT NULL,
	`content` text NOT NULL,
	`edited_at` text,
	PRIMARY KEY(`message_id`, `number`)
);
--> statement-breakpoint
ALTER TABLE `conversation` ADD `edit_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `revisions` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `edited_at` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `edit_number` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `wish` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `heading` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `removed_at` integer;--> statement-breakpoint
CREATE INDEX `messages_edited` ON `messages` (`edit_number`) WHERE edit_number IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_removed` ON `messages` (`removed_at`) WHERE removed_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `prompt_steps` ADD `last_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `prompt_steps` ADD `last_depth` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `prompt_steps` ADD `edit_count` integer DEFAULT 0 NOT NULL;