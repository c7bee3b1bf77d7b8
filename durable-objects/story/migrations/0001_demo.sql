CREATE TABLE `demo` (
	`id` integer PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`premise` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` integer NOT NULL,
	`adopted_by` text
);
