CREATE TABLE `lore_proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`keys` text NOT NULL,
	`entry_id` text,
	`state` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `lore_proposals_message` ON `lore_proposals` (`message_id`);