CREATE TABLE `conversation` (
	`id` integer PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`head_id` text,
	`active_request_id` text,
	`opening_request_id` text,
	`exchange_count` integer DEFAULT 0 NOT NULL,
	`projection` integer DEFAULT 0 NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`parent_id` text,
	`role` text NOT NULL,
	`content` text NOT NULL,
	`status` text NOT NULL,
	`timestamp` text NOT NULL,
	`version` integer NOT NULL,
	`depth` integer NOT NULL,
	`resume_leaf_id` text,
	`model` text,
	`analysis` text,
	`image` text
);
--> statement-breakpoint
CREATE INDEX `messages_siblings` ON `messages` (`parent_id`,`version`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY NOT NULL,
	`topic` text NOT NULL,
	`reply_id` text,
	`revision` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `turns` (
	`request_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`user_id` text NOT NULL,
	`parent_id` text,
	`content` text NOT NULL,
	`user_message_id` text,
	`reply_id` text NOT NULL,
	`avoid_id` text,
	`text` text DEFAULT '' NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`error_code` text,
	`asked_at` integer NOT NULL,
	`accepted_at` integer
);
