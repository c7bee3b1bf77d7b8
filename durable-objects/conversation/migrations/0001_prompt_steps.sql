CREATE TABLE `prompt_steps` (
	`id` integer PRIMARY KEY NOT NULL,
	`start_id` text NOT NULL,
	`start_depth` integer NOT NULL,
	`has_memory` integer NOT NULL,
	`memory` text NOT NULL,
	`memory_left_out` integer NOT NULL,
	`has_gap` integer NOT NULL,
	`people` text NOT NULL,
	`people_left_out` integer NOT NULL
);
