DROP INDEX `character_chats_character`;--> statement-breakpoint
CREATE INDEX `character_chats_character` ON `character_chats` (`character_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `characters_purgeable` ON `characters` (`id`) WHERE deleted_at IS NOT NULL OR (is_from_story = 1 AND origin_story_id IS NULL);