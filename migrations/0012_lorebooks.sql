CREATE TABLE `chat_lorebooks` (
	`chat_id` text NOT NULL,
	`book_id` text NOT NULL,
	PRIMARY KEY(`chat_id`, `book_id`),
	FOREIGN KEY (`chat_id`) REFERENCES `character_chats`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `lorebooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `chat_lorebooks_book` ON `chat_lorebooks` (`book_id`);--> statement-breakpoint
CREATE TABLE `lore_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`book_id` text NOT NULL,
	`place` integer NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`rules` text NOT NULL,
	`is_name_given` integer DEFAULT true NOT NULL,
	`is_locked` integer DEFAULT false NOT NULL,
	`origin` text,
	`source` text,
	`folded` text NOT NULL,
	`stored_bytes` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`book_id`) REFERENCES `lorebooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `lore_entries_book` ON `lore_entries` (`book_id`,`place`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `lore_entries_all` ON `lore_entries` (`book_id`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `lore_entries_user` ON `lore_entries` (`user_id`);--> statement-breakpoint
CREATE INDEX `lore_entries_purgeable` ON `lore_entries` (`deleted_at`) WHERE deleted_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `lorebooks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`character_id` text,
	`story_id` text,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`depth` integer NOT NULL,
	`is_recursive` integer DEFAULT false NOT NULL,
	`source` text,
	`version` integer DEFAULT 1 NOT NULL,
	`entry_count` integer DEFAULT 0 NOT NULL,
	`stored_bytes` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`story_id`) REFERENCES `stories`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `lorebooks_recent` ON `lorebooks` (`user_id`,`updated_at`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `lorebooks_deleted` ON `lorebooks` (`user_id`,`deleted_at`,`id`) WHERE deleted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `lorebooks_stored` ON `lorebooks` (`user_id`,`stored_bytes`) WHERE stored_bytes > 0;--> statement-breakpoint
CREATE INDEX `lorebooks_begun` ON `lorebooks` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `lorebooks_purgeable` ON `lorebooks` (`deleted_at`) WHERE deleted_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `lorebooks_character` ON `lorebooks` (`character_id`) WHERE character_id IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `lorebooks_story` ON `lorebooks` (`story_id`) WHERE story_id IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `lorebooks_of_character` ON `lorebooks` (`character_id`) WHERE character_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `lorebooks_of_story` ON `lorebooks` (`story_id`) WHERE story_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `story_lorebooks` (
	`story_id` text NOT NULL,
	`book_id` text NOT NULL,
	PRIMARY KEY(`story_id`, `book_id`),
	FOREIGN KEY (`story_id`) REFERENCES `stories`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `lorebooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `story_lorebooks_book` ON `story_lorebooks` (`book_id`);