-- Notes for the owner's search index what has changed, in the transaction of the change (conversation/search-feed.ts).
CREATE TRIGGER `search_message_new` AFTER INSERT ON `messages`
BEGIN
  INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`) VALUES ((SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'search-message', NEW.`id`, 1);
END;--> statement-breakpoint
CREATE TRIGGER `search_message_changed` AFTER UPDATE OF `content` ON `messages`
WHEN NEW.`content` IS NOT OLD.`content`
BEGIN
  INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`) VALUES ((SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'search-message', NEW.`id`, 1);
END;--> statement-breakpoint
CREATE TRIGGER `search_message_gone` AFTER DELETE ON `messages`
BEGIN
  INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`) VALUES ((SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'search-message', OLD.`id`, 1);
END;--> statement-breakpoint
CREATE TRIGGER `search_part_moved` AFTER UPDATE OF `removed_at` ON `messages`
WHEN NEW.`removed_at` IS NOT OLD.`removed_at`
BEGIN
  INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`) VALUES ((SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'search-part', NEW.`id`, 1);
END;--> statement-breakpoint
CREATE TRIGGER `search_head_moved` AFTER UPDATE OF `head_id` ON `conversation`
WHEN NEW.`head_id` IS NOT OLD.`head_id`
  AND (SELECT `parent_id` FROM `messages` WHERE `id` = NEW.`head_id`) IS NOT OLD.`head_id`
BEGIN
  INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`) VALUES ((SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'search-beside', NULL, 1);
END;--> statement-breakpoint
CREATE TRIGGER `search_owner_changed` AFTER UPDATE OF `user_id` ON `conversation`
WHEN NEW.`user_id` IS NOT OLD.`user_id`
BEGIN
  INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`) VALUES ((SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'search-all', NULL, 1);
END;--> statement-breakpoint
CREATE TRIGGER `search_path_new` AFTER INSERT ON `paths`
BEGIN
  INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`) VALUES ((SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'search-beside', NULL, 1);
END;--> statement-breakpoint
CREATE TRIGGER `search_path_changed` AFTER UPDATE ON `paths`
BEGIN
  INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`) VALUES ((SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'search-beside', NULL, 1);
END;--> statement-breakpoint
CREATE TRIGGER `search_path_gone` AFTER DELETE ON `paths`
BEGIN
  INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`) VALUES ((SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'search-beside', NULL, 1);
END;--> statement-breakpoint
CREATE TRIGGER `search_notes_new` AFTER INSERT ON `notes`
BEGIN
  INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`) VALUES ((SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'search-beside', NULL, 1);
END;--> statement-breakpoint
CREATE TRIGGER `search_notes_changed` AFTER UPDATE ON `notes`
BEGIN
  INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`) VALUES ((SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'search-beside', NULL, 1);
END;
