CREATE TABLE `account_fences` (
	`user_id` text PRIMARY KEY NOT NULL,
	`fenced_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `account_moves` (
	`user_id` text PRIMARY KEY NOT NULL,
	`from_shard` integer NOT NULL,
	`to_shard` integer NOT NULL,
	`begun_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `account_shards` (
	`user_id` text PRIMARY KEY NOT NULL,
	`shard` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `customer_accounts` (
	`customer_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `customer_accounts_user` ON `customer_accounts` (`user_id`);--> statement-breakpoint
CREATE TABLE `shard_sizes` (
	`shard` integer PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL,
	`measured_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `__new_feedback` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`user_email` text,
	`feedback` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_feedback`("id", "user_id", "user_email", "feedback", "created_at") SELECT "id", "user_id", "user_email", "feedback", "created_at" FROM `feedback`;--> statement-breakpoint
DROP TABLE `feedback`;--> statement-breakpoint
ALTER TABLE `__new_feedback` RENAME TO `feedback`;--> statement-breakpoint
CREATE INDEX `feedback_user` ON `feedback` (`user_id`,`created_at`);--> statement-breakpoint
-- An account that was moved to another database leaves this one with all its rows. Else a consent is never deleted.
DROP TRIGGER `consents_stay`;--> statement-breakpoint
CREATE TRIGGER `consents_stay` BEFORE DELETE ON `consents`
WHEN NOT EXISTS (SELECT 1 FROM `account_fences` WHERE `user_id` = OLD.`user_id`)
BEGIN
  SELECT RAISE(ABORT, 'consents are append-only');
END;
