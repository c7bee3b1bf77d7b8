CREATE TABLE `reading_places` (
	`user_id` text PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`offset` integer NOT NULL,
	`at` integer NOT NULL
);
