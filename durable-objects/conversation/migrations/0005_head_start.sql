CREATE TABLE `known_facts` (
	`id` integer PRIMARY KEY NOT NULL,
	`facts` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `conversation` ADD `sparks_left` integer;