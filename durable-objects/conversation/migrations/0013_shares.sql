CREATE TABLE `shares` (
	`share_id` text PRIMARY KEY NOT NULL,
	`leaf_id` text NOT NULL,
	`depth` integer NOT NULL,
	`grows` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `shared_texts` (
	`share_id` text NOT NULL,
	`message_id` text NOT NULL,
	`revision` integer NOT NULL,
	PRIMARY KEY(`share_id`, `message_id`)
);
