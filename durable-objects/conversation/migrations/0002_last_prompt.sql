CREATE TABLE `last_prompt` (
	`id` integer PRIMARY KEY NOT NULL,
	`parent_id` text,
	`model` text,
	`ms_first_word` integer,
	`ms` integer NOT NULL,
	`context_tokens` integer NOT NULL,
	`reply_tokens` integer NOT NULL,
	`parts` text NOT NULL
);
