CREATE TABLE `suggestions` (
	`head_id` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`shown` integer NOT NULL,
	`others` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `conversation` DROP COLUMN `suggestion`;