CREATE TABLE `memories` (
	`message_id` text PRIMARY KEY NOT NULL,
	`depth` integer NOT NULL,
	`lines` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `memories_depth` ON `memories` (`depth`,`message_id`);--> statement-breakpoint
CREATE TABLE `read_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`unread_count` integer NOT NULL
);
