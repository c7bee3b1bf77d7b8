ALTER TABLE `character_chats` ADD `stored_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `character_chats_stored` ON `character_chats` (`user_id`,`stored_bytes`) WHERE stored_bytes > 0;--> statement-breakpoint
ALTER TABLE `characters` ADD `stored_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `characters_stored` ON `characters` (`user_id`,`stored_bytes`) WHERE stored_bytes > 0;--> statement-breakpoint
-- Cards of earlier versions. Their pictures are counted when they are replaced.
UPDATE `characters` SET `stored_bytes` = length(CAST(`card` AS BLOB)) WHERE `card` IS NOT NULL;
