CREATE TABLE `lore_uses` (
	`entry_id` text PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`reason` text,
	`refusal` text
);
