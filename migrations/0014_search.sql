CREATE TABLE `search_changes` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`stamp` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
-- Notes what the index of a person's texts has to read again, in the transaction that changes it. Not while an account is moved to another
-- database: its texts stay the same.
CREATE TRIGGER `search_stories_new` AFTER INSERT ON `stories`
WHEN NOT EXISTS (SELECT 1 FROM `account_fences` WHERE `user_id` = NEW.`user_id`)
BEGIN
  INSERT INTO `search_changes` VALUES (NEW.`user_id`, 'story', NEW.`id`, hex(randomblob(8)))
  ON CONFLICT DO UPDATE SET `stamp` = excluded.`stamp`;
END;--> statement-breakpoint
CREATE TRIGGER `search_stories_changed` AFTER UPDATE OF `title`, `description`, `setting`, `character`, `status`, `deleted_at` ON `stories`
WHEN NOT EXISTS (SELECT 1 FROM `account_fences` WHERE `user_id` = NEW.`user_id`)
  AND (NEW.`title` IS NOT OLD.`title`
    OR NEW.`description` IS NOT OLD.`description`
    OR NEW.`setting` IS NOT OLD.`setting`
    OR NEW.`character` IS NOT OLD.`character`
    OR NEW.`status` IS NOT OLD.`status`
    OR NEW.`deleted_at` IS NOT OLD.`deleted_at`)
BEGIN
  INSERT INTO `search_changes` VALUES (NEW.`user_id`, 'story', NEW.`id`, hex(randomblob(8)))
  ON CONFLICT DO UPDATE SET `stamp` = excluded.`stamp`;
END;--> statement-breakpoint
CREATE TRIGGER `search_stories_gone` AFTER DELETE ON `stories`
WHEN NOT EXISTS (SELECT 1 FROM `account_fences` WHERE `user_id` = OLD.`user_id`)
BEGIN
  INSERT INTO `search_changes` VALUES (OLD.`user_id`, 'story', OLD.`id`, hex(randomblob(8)))
  ON CONFLICT DO UPDATE SET `stamp` = excluded.`stamp`;
END;--> statement-breakpoint
CREATE TRIGGER `search_character_chats_new` AFTER INSERT ON `character_chats`
WHEN NOT EXISTS (SELECT 1 FROM `account_fences` WHERE `user_id` = NEW.`user_id`)
BEGIN
  INSERT INTO `search_changes` VALUES (NEW.`user_id`, 'character-chat', NEW.`id`, hex(randomblob(8)))
  ON CONFLICT DO UPDATE SET `stamp` = excluded.`stamp`;
END;--> statement-breakpoint
CREATE TRIGGER `search_character_chats_changed` AFTER UPDATE OF `title`, `description`, `status`, `deleted_at` ON `character_chats`
WHEN NOT EXISTS (SELECT 1 FROM `account_fences` WHERE `user_id` = NEW.`user_id`)
  AND (NEW.`title` IS NOT OLD.`title`
    OR NEW.`description` IS NOT OLD.`description`
    OR NEW.`status` IS NOT OLD.`status`
    OR NEW.`deleted_at` IS NOT OLD.`deleted_at`)
BEGIN
  INSERT INTO `search_changes` VALUES (NEW.`user_id`, 'character-chat', NEW.`id`, hex(randomblob(8)))
  ON CONFLICT DO UPDATE SET `stamp` = excluded.`stamp`;
END;--> statement-breakpoint
CREATE TRIGGER `search_character_chats_gone` AFTER DELETE ON `character_chats`
WHEN NOT EXISTS (SELECT 1 FROM `account_fences` WHERE `user_id` = OLD.`user_id`)
BEGIN
  INSERT INTO `search_changes` VALUES (OLD.`user_id`, 'character-chat', OLD.`id`, hex(randomblob(8)))
  ON CONFLICT DO UPDATE SET `stamp` = excluded.`stamp`;
END;--> statement-breakpoint
CREATE TRIGGER `search_characters_new` AFTER INSERT ON `characters`
WHEN NOT EXISTS (SELECT 1 FROM `account_fences` WHERE `user_id` = NEW.`user_id`)
BEGIN
  INSERT INTO `search_changes` VALUES (NEW.`user_id`, 'character', NEW.`id`, hex(randomblob(8)))
  ON CONFLICT DO UPDATE SET `stamp` = excluded.`stamp`;
END;--> statement-breakpoint
CREATE TRIGGER `search_characters_changed` AFTER UPDATE OF `name`, `description`, `personality`, `appearance`, `voice`, `quirks`, `interests`, `deleted_at` ON `characters`
WHEN NOT EXISTS (SELECT 1 FROM `account_fences` WHERE `user_id` = NEW.`user_id`)
  AND (NEW.`name` IS NOT OLD.`name`
    OR NEW.`description` IS NOT OLD.`description`
    OR NEW.`personality` IS NOT OLD.`personality`
    OR NEW.`appearance` IS NOT OLD.`appearance`
    OR NEW.`voice` IS NOT OLD.`voice`
    OR NEW.`quirks` IS NOT OLD.`quirks`
    OR NEW.`interests` IS NOT OLD.`interests`
    OR NEW.`deleted_at` IS NOT OLD.`deleted_at`)
BEGIN
  INSERT INTO `search_changes` VALUES (NEW.`user_id`, 'character', NEW.`id`, hex(randomblob(8)))
  ON CONFLICT DO UPDATE SET `stamp` = excluded.`stamp`;
  INSERT INTO `search_changes`
  SELECT `user_id`, 'character-chat', `id`, hex(randomblob(8)) FROM `character_chats` WHERE `character_id` = NEW.`id`
  ON CONFLICT DO UPDATE SET `stamp` = excluded.`stamp`;
END;--> statement-breakpoint
CREATE TRIGGER `search_characters_gone` AFTER DELETE ON `characters`
WHEN NOT EXISTS (SELECT 1 FROM `account_fences` WHERE `user_id` = OLD.`user_id`)
BEGIN
  INSERT INTO `search_changes` VALUES (OLD.`user_id`, 'character', OLD.`id`, hex(randomblob(8)))
  ON CONFLICT DO UPDATE SET `stamp` = excluded.`stamp`;
END;--> statement-breakpoint
CREATE TRIGGER `search_lore_entries_new` AFTER INSERT ON `lore_entries`
WHEN NOT EXISTS (SELECT 1 FROM `account_fences` WHERE `user_id` = NEW.`user_id`)
BEGIN
  INSERT INTO `search_changes` VALUES (NEW.`user_id`, 'entry', NEW.`id`, hex(randomblob(8)))
  ON CONFLICT DO UPDATE SET `stamp` = excluded.`stamp`;
END;--> statement-breakpoint
CREATE TRIGGER `search_lore_entries_changed` AFTER UPDATE OF `name`, `text`, `deleted_at` ON `lore_entries`
WHEN NOT EXISTS (SELECT 1 FROM `account_fences` WHERE `user_id` = NEW.`user_id`)
  AND (NEW.`name` IS NOT OLD.`name`
    OR NEW.`text` IS NOT OLD.`text`
    OR NEW.`deleted_at` IS NOT OLD.`deleted_at`)
BEGIN
  INSERT INTO `search_changes` VALUES (NEW.`user_id`, 'entry', NEW.`id`, hex(randomblob(8)))
  ON CONFLICT DO UPDATE SET `stamp` = excluded.`stamp`;
END;--> statement-breakpoint
CREATE TRIGGER `search_lore_entries_gone` AFTER DELETE ON `lore_entries`
WHEN NOT EXISTS (SELECT 1 FROM `account_fences` WHERE `user_id` = OLD.`user_id`)
BEGIN
  INSERT INTO `search_changes` VALUES (OLD.`user_id`, 'entry', OLD.`id`, hex(randomblob(8)))
  ON CONFLICT DO UPDATE SET `stamp` = excluded.`stamp`;
END;--> statement-breakpoint
CREATE TRIGGER `search_lorebooks_changed` AFTER UPDATE OF `name`, `deleted_at` ON `lorebooks`
WHEN NOT EXISTS (SELECT 1 FROM `account_fences` WHERE `user_id` = NEW.`user_id`)
  AND (NEW.`name` IS NOT OLD.`name`
    OR NEW.`deleted_at` IS NOT OLD.`deleted_at`)
BEGIN
  INSERT INTO `search_changes`
  SELECT `user_id`, 'entry', `id`, hex(randomblob(8)) FROM `lore_entries` WHERE `book_id` = NEW.`id`
  ON CONFLICT DO UPDATE SET `stamp` = excluded.`stamp`;
END;
