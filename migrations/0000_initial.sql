CREATE TABLE `account_deletions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`requested_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_deletions_age` ON `account_deletions` (`requested_at`);--> statement-breakpoint
CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`decision` text DEFAULT 'given' NOT NULL,
	`version` text NOT NULL,
	`source` text NOT NULL,
	`ip` text,
	`timestamp` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `consents_user` ON `consents` (`user_id`,`timestamp`);--> statement-breakpoint
CREATE TABLE `ended_sessions` (
	`session_id` text PRIMARY KEY NOT NULL,
	`ended_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ended_sessions_age` ON `ended_sessions` (`ended_at`);--> statement-breakpoint
CREATE TABLE `feedback` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`user_email` text,
	`feedback` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `feedback_user` ON `feedback` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `live_sessions` (
	`session_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`opened_at` text NOT NULL,
	PRIMARY KEY(`session_id`, `conversation_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `live_sessions_user` ON `live_sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `live_sessions_age` ON `live_sessions` (`opened_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`slid_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_age` ON `sessions` (`slid_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`username` text,
	`nickname` text,
	`email` text,
	`picture` text,
	`provider` text NOT NULL,
	`tier` text DEFAULT 'free' NOT NULL,
	`theme` text,
	`age_confirmed_13` integer DEFAULT false NOT NULL,
	`accepted_terms_at` text,
	`accepted_privacy_at` text,
	`age_confirmed_18_nsfw` integer DEFAULT false NOT NULL,
	`nsfw_enabled` integer DEFAULT false NOT NULL,
	`usage_warnings` integer DEFAULT true NOT NULL,
	`session_epoch` integer DEFAULT 0 NOT NULL,
	`deletion_requested_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `billing_events` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`received_at` text NOT NULL,
	`reads_begun` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `billing_events_user` ON `billing_events` (`user_id`,`reads_begun`);--> statement-breakpoint
CREATE INDEX `billing_events_age` ON `billing_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `spark_ledger` (
	`turn_key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`month` text NOT NULL,
	`purpose` text NOT NULL,
	`sparks` integer NOT NULL,
	`state` text NOT NULL,
	`reserved_at` text NOT NULL,
	`settled_at` text
);
--> statement-breakpoint
CREATE INDEX `spark_ledger_usage` ON `spark_ledger` (`user_id`,`month`,`state`,`sparks`);--> statement-breakpoint
CREATE INDEX `spark_ledger_reserved` ON `spark_ledger` (`reserved_at`) WHERE state = 'reserved';--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`checkout_session_id` text,
	`checkout_started_at` text,
	`subscription_id` text,
	`price_id` text,
	`status` text,
	`current_period_end` text,
	`ends_at` text,
	`grace_until` text,
	`reads_begun` integer DEFAULT 0 NOT NULL,
	`stored_read` integer DEFAULT 0 NOT NULL,
	`read_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_customer` ON `subscriptions` (`customer_id`);--> statement-breakpoint
CREATE TABLE `character_chats` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`character_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`current_chapter` integer DEFAULT 1 NOT NULL,
	`is_nsfw` integer DEFAULT false NOT NULL,
	`config` text NOT NULL,
	`story_snapshot` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`request_id` text,
	`projection` integer DEFAULT 0 NOT NULL,
	`last_message_id` text,
	`last_message_role` text,
	`last_message` text,
	`last_message_at` text,
	`message_count` integer DEFAULT 0 NOT NULL,
	`unread_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `character_chats_recent` ON `character_chats` (`user_id`,`updated_at`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `character_chats_character` ON `character_chats` (`character_id`,`updated_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `character_chats_request` ON `character_chats` (`user_id`,`request_id`) WHERE request_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `character_chats_deleted` ON `character_chats` (`user_id`,`deleted_at`) WHERE deleted_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `character_stories` (
	`character_id` text NOT NULL,
	`story_id` text NOT NULL,
	PRIMARY KEY(`character_id`, `story_id`),
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`story_id`) REFERENCES `stories`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `character_stories_story` ON `character_stories` (`story_id`);--> statement-breakpoint
CREATE TABLE `characters` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`origin_story_id` text,
	`is_from_story` integer DEFAULT false NOT NULL,
	`name` text NOT NULL,
	`folded_name` text NOT NULL,
	`description` text NOT NULL,
	`role` text,
	`personality` text DEFAULT '' NOT NULL,
	`appearance` text DEFAULT '' NOT NULL,
	`voice` text DEFAULT '' NOT NULL,
	`quirks` text NOT NULL,
	`interests` text NOT NULL,
	`custom_attributes` text NOT NULL,
	`is_nsfw` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`is_new` integer DEFAULT false NOT NULL,
	`mentions` integer DEFAULT 0 NOT NULL,
	`portrait_key` text,
	`portrait_kind` text,
	`card` text,
	`request_id` text,
	`edited_at` text,
	`last_used` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`active_chat_count` integer DEFAULT 0 NOT NULL,
	`last_active_at` text NOT NULL,
	`section` text GENERATED ALWAYS AS (CASE WHEN is_from_story = 0 OR active_chat_count > 0 THEN 'grid' ELSE 'story' END) VIRTUAL,
	`chats_first_key` text GENERATED ALWAYS AS (CASE WHEN active_chat_count > 0 THEN '1' ELSE '0' END || last_active_at) VIRTUAL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`origin_story_id`) REFERENCES `stories`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `characters_recent` ON `characters` (`user_id`,`section`,`last_active_at`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `characters_chats_first` ON `characters` (`user_id`,`section`,`chats_first_key`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `characters_name` ON `characters` (`user_id`,`section`,`folded_name`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `characters_deleted` ON `characters` (`user_id`,`deleted_at`,`id`) WHERE deleted_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `characters_request` ON `characters` (`user_id`,`request_id`) WHERE request_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `characters_origin` ON `characters` (`origin_story_id`,`name`);--> statement-breakpoint
CREATE TABLE `stories` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`current_chapter` integer DEFAULT 1 NOT NULL,
	`story_length` text NOT NULL,
	`genre` text NOT NULL,
	`sub_genre` text,
	`categories` text NOT NULL,
	`tropes` text NOT NULL,
	`setting` text DEFAULT '' NOT NULL,
	`character` text NOT NULL,
	`player_name` text NOT NULL,
	`is_nsfw` integer DEFAULT false NOT NULL,
	`custom_data` text NOT NULL,
	`folded_title` text DEFAULT '' NOT NULL,
	`folded_description` text DEFAULT '' NOT NULL,
	`request_id` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`projection` integer DEFAULT 0 NOT NULL,
	`last_message_id` text,
	`last_message_role` text,
	`last_message` text,
	`message_count` integer DEFAULT 0 NOT NULL,
	`exchange_count` integer DEFAULT 0 NOT NULL,
	`current_location` text,
	`cast` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `stories_recent` ON `stories` (`user_id`,`updated_at`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `stories_title` ON `stories` (`user_id`,`folded_title`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `stories_status_recent` ON `stories` (`user_id`,`status`,`updated_at`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `stories_status_title` ON `stories` (`user_id`,`status`,`folded_title`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `stories_request` ON `stories` (`user_id`,`request_id`) WHERE request_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `stories_begun` ON `stories` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `stories_deleted` ON `stories` (`user_id`,`deleted_at`,`id`) WHERE deleted_at IS NOT NULL;