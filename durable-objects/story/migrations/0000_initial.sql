CREATE TABLE `cast` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`aliases` text NOT NULL,
	`is_new` integer NOT NULL,
	`mentions` integer NOT NULL,
	`description` text,
	`role` text,
	`personality` text,
	`is_main_character` integer NOT NULL,
	`changed` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `memories` (
	`message_id` text PRIMARY KEY NOT NULL,
	`depth` integer NOT NULL,
	`lines` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `memories_depth` ON `memories` (`depth`,`message_id`);--> statement-breakpoint
CREATE TABLE `story` (
	`id` integer PRIMARY KEY NOT NULL,
	`current_location` text
);
--> statement-breakpoint
CREATE TABLE `suggestions` (
	`head_id` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`shown` integer NOT NULL,
	`others` integer NOT NULL
);
