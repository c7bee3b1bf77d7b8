CREATE TABLE `cast_facts` (
	`message_id` text NOT NULL,
	`person_id` text NOT NULL,
	`mentions` integer NOT NULL,
	`facts` text,
	PRIMARY KEY(`message_id`, `person_id`)
);
--> statement-breakpoint
CREATE TABLE `locations` (
	`message_id` text PRIMARY KEY NOT NULL,
	`location` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `memory_marks` (
	`line_id` text PRIMARY KEY NOT NULL,
	`text` text,
	`is_pinned` integer NOT NULL,
	`is_forgotten` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `cast` ADD `is_on_path` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `cast` ADD `base` text;--> statement-breakpoint
ALTER TABLE `cast` ADD `correction` text;--> statement-breakpoint
ALTER TABLE `cast` ADD `same_as_id` text;--> statement-breakpoint
ALTER TABLE `cast` ADD `is_nobody` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `memories` ADD `edit_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What was known until now can't be said of single passages any more. It holds on every path.
UPDATE `cast` SET `base` = json_object('name', `name`, 'aliases', json(`aliases`), 'description', `description`, 'role', `role`, 'personality', `personality`, 'isMainCharacter', json(iif(`is_main_character`, 'true', 'false')), 'mentions', `mentions`);
